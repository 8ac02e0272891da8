// Narrows a bracket around the point where a condition begins to hold, or a decreasing function falls to 0. The answer
// is always the end at which it was seen to hold: the error of a search falls on accuracy, never on privacy.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace discreet {

// The condition holds at `enough` and not at `too_little`; neither is checked, and either may be the larger.
struct Bracket {
  double too_little, enough;
  double low() const { return std::min(too_little, enough); }
  double high() const { return std::max(too_little, enough); }
};

// When the ends are close enough: up to a part of the larger one, or absolutely; or after so many steps.
struct Close {
  double relative = 0, absolute = 0;
  int steps = std::numeric_limits<int>::max();

  bool reached(const Bracket& ends) const {
    const double larger = std::max(std::abs(ends.too_little), std::abs(ends.enough));
    return !(ends.high() - ends.low() > absolute + relative * larger);
  }
};

// Halves the bracket, until there is no point between its ends at the latest. `rounded` may make whole numbers of the
// points that are tried.
template <class Condition, class Rounded = std::identity>
double bisect(Bracket ends, Close close, const Condition& holds, const Rounded& rounded = {}) {
  for (int step = 0; step < close.steps && !close.reached(ends); ++step) {
    const double middle = rounded(0.5 * (ends.too_little + ends.enough));
    if (middle == ends.too_little || middle == ends.enough) break;
    (holds(middle) ? ends.enough : ends.too_little) = middle;
  }
  return ends.enough;
}

// What a point shows: whether the condition holds there, and where the tangent says that it begins to.
struct Tangent {
  bool holds;
  double root;
};
// Newton's steps are taken where they stay inside the bracket, and no more of them than `most`; the others go half-way.
// One that comes nearer to an end than `apart` times the larger end is moved to twice that distance, so that the
// bracket closes from the other side too.
struct TangentSteps {
  double apart = 0;
  int most = std::numeric_limits<int>::max();
};

// Begins with a look at `at`, which may be an end.
template <class Look>
double newton(Bracket ends, double at, Close close, TangentSteps steps, const Look& look) {
  for (int step = 0; step < close.steps && !close.reached(ends); ++step) {
    const Tangent seen = look(at);
    (seen.holds ? ends.enough : ends.too_little) = at;
    const double low = ends.low(), high = ends.high(), near = steps.apart * high;
    at = seen.root;
    if (step >= steps.most || !(at > low && at < high))
      at = 0.5 * (low + high);
    else if (at - low < near)
      at = low + 2 * near;
    else if (high - at < near)
      at = high - 2 * near;
  }
  return ends.enough;
}

struct End {
  double at;
  double value;
};

// For a function that is expensive to evaluate: at most 0 at `enough` and above 0 at `too_little` (it may be infinite
// there). Returns a point within `close` of where it first gets to 0. Nearly straight functions take few steps: the
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
