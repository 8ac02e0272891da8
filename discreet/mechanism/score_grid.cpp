#include "discreet/mechanism/score_grid.hpp"

#include <algorithm>
#include <cmath>

#include "discreet/base/contract.hpp"

namespace discreet {
namespace {

constexpr int kBits = 29;             // a sensitivity is 2^29 to 2^30 cells: rounding to them costs 2^-29 of epsilon
constexpr double kFurthest = 0x1p61;  // two scores are at most 2^62 cells apart

// The largest rate below epsilon / (spread * sensitivity) that has 32 digits.
Rate largest_rate(Epsilon epsilon, int spread, std::int64_t sensitivity) {
  // A whole unit a cell is as good as certainty; the second factor covers the rounding of this expression.
  const double most =
      std::min(1.0, epsilon.value / (static_cast<double>(spread) * static_cast<double>(sensitivity)) * (1 - 1e-15));
  int exponent;
  const double digits = std::frexp(most, &exponent);
  return {static_cast<std::uint64_t>(std::ldexp(digits, 32)), 32 - exponent};
}

}  // namespace

ScoreGrid ScoreGrid::fitting(Epsilon epsilon, ScoreBound bound) {
  require(epsilon > kLeastChoice, "a choice is paid for with a positive epsilon");
  require(bound.sensitivity > 0 && std::isfinite(bound.sensitivity), "the sensitivity of scores is a positive number");
  const int shift = kBits - std::ilogb(bound.sensitivity);
  // Two scores that are a real number x of cells apart are at most floor(x) + 1 apart after rounding.
  const auto sensitivity = static_cast<std::int64_t>(std::ldexp(bound.sensitivity, shift)) + 1;
  return ScoreGrid(shift, sensitivity, largest_rate(epsilon, bound.monotone ? 1 : 2, sensitivity));
}

std::int64_t ScoreGrid::cells(double score) const {
  if (std::isnan(score)) return 0;
  return std::llrint(std::clamp(std::ldexp(score, shift_), -kFurthest, kFurthest));
}

}  // namespace discreet
