#include "discreet/base/normal.hpp"

#include <cmath>
#include <numbers>

namespace discreet {
namespace {

constexpr double kSqrtHalf = 0.70710678118654752440;
constexpr double kSqrtHalfPi = 1.2533141373155002512;
constexpr double kLogSqrtTwoPi = 0.91893853320467274178;

// Laplace's continued fraction x + 1/(x + 2/(x + 3/(x + ...))), evaluated from the far end. At x >= 6 forty levels
// leave a relative error below 1e-17.
double mills_by_fraction(double x) {
  double tail = x;
  for (int k = 40; k >= 1; --k) tail = x + k / tail;
  return 1 / tail;
}

}  // namespace

double normal_density(double x) { return std::exp(-0.5 * x * x - kLogSqrtTwoPi); }

double normal_cdf(double x) { return 0.5 * std::erfc(-x * kSqrtHalf); }

double normal_between(double low, double high) {
  if (!(high > low)) return 0;
  return low > 0 ? normal_cdf(-low) - normal_cdf(-high) : normal_cdf(high) - normal_cdf(low);
}

double mills_ratio(double x) {
  if (x >= 6) return mills_by_fraction(x);
  return kSqrtHalfPi * std::exp(0.5 * x * x) * std::erfc(x * kSqrtHalf);
}

double log_normal_cdf(double x) {
  if (x > 0) return std::log1p(-0.5 * std::erfc(x * kSqrtHalf));
  if (x > -6) return std::log(normal_cdf(x));
  return -0.5 * x * x - kLogSqrtTwoPi + std::log(mills_by_fraction(-x));
}

}  // namespace discreet
