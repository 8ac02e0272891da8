// Narrows a bracket around the root of a decreasing function that is expensive to evaluate.
#pragma once

#include <algorithm>
#include <cmath>

namespace discreet {

struct End {
  double at;
  double value;
};

// The function is at most 0 at `enough` and above 0 at `too_little` (it may be infinite there); returns a point within
// `close` of where it first gets to 0, on the side where it is at most 0. Nearly straight functions take few steps: the
// line through the two ends is a good guess, and halving takes over where it is not.
template <class Function>
End narrow(const Function& f, End too_little, End enough, double close) {
  int slow = 0;
  while (std::abs(enough.at - too_little.at) > close) {
    const double width = enough.at - too_little.at;
    double part = 0.5;  // of the way to `enough`
    if (slow < 2 && std::isfinite(too_little.value) && std::isfinite(enough.value)) {
      part = too_little.value / (too_little.value - enough.value);
      // A little beyond the guess, seen from the nearer end, so that the root is probably between them.
      const double least = 0.4 * close / std::abs(width);
      part += (part < 0.5 ? 1 : -1) * std::max(1e-3 * std::min(part, 1 - part), least);
      part = std::clamp(part, least, 1 - least);
    }
    const End next{too_little.at + part * width, f(too_little.at + part * width)};
    const bool fits = next.value <= 0;
    const bool halved = (fits ? part : 1 - part) <= 0.5;
    slow = halved || slow >= 2 ? 0 : slow + 1;
    (fits ? enough : too_little) = next;
  }
  return enough;
}

}  // namespace discreet
