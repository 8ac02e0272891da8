#include "discreet/accounting/renyi.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/base/contract.hpp"

namespace discreet {
namespace {

// With s = order - 1: (log M(s) - log delta - log(s + 1)) / s + log(s / (s + 1)).
double bound_at(double moment, double log_delta, double s) {
  require(!std::isnan(moment) && moment >= -1e-9, "a Renyi divergence is a number and not negative");
  const double added = std::max(moment, 0.0) - log_delta, taken = std::log1p(s);
  // The terms may cancel, so the allowance for their rounding, and for that of a moment in its last digits, is relative
  // to their sizes.
  return (added - taken) / s - std::log1p(1 / s) + 1e-15 * ((added + taken) / s + std::log1p(1 / s));
}

}  // namespace

RenyiBound renyi_epsilon(const Composition& composition, Delta delta) {
  return renyi_epsilon([&](double s) { return composition.renyi_log_moment(s); }, delta);
}

RenyiBound renyi_epsilon(const std::function<double(double)>& log_moment, Delta delta) {
  const double log_delta = std::log(delta.value);
  const auto at = [&](double log_s) {
    const double s = std::exp(log_s);
    return bound_at(log_moment(s), log_delta, s);
  };
  // A coarse look first: the bound falls and then rises in the order, but may be infinite far out.
  double best = 0, value = std::numeric_limits<double>::infinity();
  for (double log_s = -7; log_s <= 16; log_s += 1) {
    const double here = at(log_s);
    if (here < value) value = here, best = log_s;
    if (log_s > best + 3) break;
  }
  constexpr double kGolden = 0.6180339887498949;
  double low = best - 1, high = best + 1;
  double left = high - kGolden * (high - low), right = low + kGolden * (high - low);
  double at_left = at(left), at_right = at(right);
  while (high - low > 1e-6) {
    if (at_left <= at_right) {
      high = right, right = left, at_right = at_left;
      left = high - kGolden * (high - low);
      at_left = at(left);
    } else {
      low = left, left = right, at_left = at_right;
      right = low + kGolden * (high - low);
      at_right = at(right);
    }
  }
  const double log_s = at_left < at_right ? left : right;
  return {{std::max(0.0, std::min(at_left, at_right)) * (1 + 1e-13)}, std::exp(log_s)};
}

}  // namespace discreet
