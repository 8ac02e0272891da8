#include <cmath>
#include <limits>

#include "discreet/accounting/loss_law.hpp"

namespace discreet {

Epsilon single_epsilon(const LossLaw& law, Delta delta) {
  const auto delta_at = [&](double epsilon) {
    const LossLaw::Mass above = law.between(epsilon, std::numeric_limits<double>::infinity());
    const double there = std::exp(epsilon) * above.there;  // left out where it overflows, which errs upwards
    return above.here - (std::isfinite(there) ? there : 0) + 1e-14 * above.here;
  };
  if (delta_at(0) <= delta.value) return {0};
  double low = 0, high = 1;
  // What is not a number is not enough.
  while (!(delta_at(high) <= delta.value)) {
    if (std::isinf(high)) return {high};
    low = high, high *= 2;
  }
  while (high - low > 1e-14 * high) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high) break;
    (delta_at(middle) <= delta.value ? high : low) = middle;
  }
  return {high};
}

}  // namespace discreet
