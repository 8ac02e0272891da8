#include "discreet/solver/theory.hpp"

#include <algorithm>
#include <cmath>

namespace discreet {
namespace {

// More would not end in anybody's time, and a bound that asks for them says nothing.
constexpr double kMostPasses = 100'000, kMostPeriods = 1000;

}  // namespace

TheoryChoice theory_choice(const TheoryFacts& facts) {
  const double square = facts.radius * facts.radius;
  // What one more pass adds to the noise in the bound.
  const double drift = facts.step * facts.coordinates * facts.noise * facts.noise * facts.releases_a_pass;
  const double start = square * (0.5 / facts.step + 1);
  const double passes = std::clamp(std::ceil(std::sqrt(start / drift)), 1.0, kMostPasses);
  TheoryChoice convex{1, static_cast<std::size_t>(passes), start / passes + drift * passes};
  if (!(facts.strong_convexity > 0)) return convex;

  const double halving = std::ceil(2 * (1 + 1 / (facts.step * facts.strong_convexity)));
  const double periods =
      std::clamp(std::ceil(std::log2(square * std::log(2.0) / (2 * drift * halving))), 1.0, kMostPeriods);
  const double bound = square * std::exp2(-periods) + 2 * drift * halving * periods;
  if (halving * periods > kMostPasses || bound >= convex.bound) return convex;
  return {static_cast<std::size_t>(periods), static_cast<std::size_t>(halving * periods), bound};
}

}  // namespace discreet
