#include "discreet/oracle/vertices.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/base/contract.hpp"

namespace discreet {
namespace {

// Cells in a row's allowance. Rows are rounded to them before they are added, so finer ones gain nothing.
constexpr double kCells = 0x1p20;
// A mean of clipped contributions beyond this many units is moved there. Only a declared normaliser far below the
// number of rows leads that far.
constexpr double kFurthest = 4;
// More roundings than a score has, each at most an epsilon of what it rounds.
constexpr double kRoundings = 16 * std::numeric_limits<double>::epsilon();

}  // namespace

Vertices::Vertices(Oracle& oracle, std::vector<double> reaches, Clip clip)
    : oracle_(&oracle), reaches_(std::move(reaches)), clip_(clip), units_(oracle.coordinates()) {
  require(!oracle.frame().smoothness.empty(), "the frame is set before corners are asked about");
  require(reaches_.size() + oracle.has_intercept() == oracle.coordinates(), "a ball has a reach along each feature");
  require(!reaches_.empty() &&
              std::all_of(reaches_.begin(), reaches_.end(), [](double r) { return r > 0 && std::isfinite(r); }),
          "the reaches of a ball are positive numbers");
  require(clip.threshold > 0 && std::isfinite(clip.threshold), "a clipping threshold is a positive number");
  for (std::size_t j = 0; j < units_.size(); ++j) units_[j] = oracle.unit(clip, {j});
}

double Vertices::sensitivity(Neighbours neighbours) const {
  const double apart = neighbours == Neighbours::replace_one ? 2 : 1;
  double most = 0;
  for (std::size_t j = 0; j < reaches_.size(); ++j) {
    const double moved = apart * units_[j] / oracle_->normaliser() * (1 + kRoundings);
    most = std::max(most, reaches_[j] * (moved + 2 * kRoundings * kFurthest * units_[j]));
  }
  return most;
}

void Vertices::refine(double cells) {
  if (cells == cells_) return;
  cells_ = cells;
  factors_.resize(units_.size());
  std::transform(units_.begin(), units_.end(), factors_.begin(), [&](double unit) { return cells / unit; });
}

Choice Vertices::choice(Payment payment) {
  // An exact choice is not blurred by the grid either.
  refine(payment.exact() ? static_cast<double>(payment.lattice(RowBound::ball(1, 1), oracle_->rows()).cells_per_unit())
                         : kCells);
  const std::vector<std::int64_t> sums =
      oracle_->all_slope_cells(factors_, cells_, clip_.rule == ClipRule::ball ? clip_.threshold : 0);
  const double share = 1 / (cells_ * oracle_->normaliser());
  std::vector<double> scores(2 * reaches_.size());
  for (std::size_t j = 0; j < reaches_.size(); ++j) {
    const double units = std::clamp(static_cast<double>(sums[j]) * share, -kFurthest, kFurthest);
    const double rise = units * units_[j] * reaches_[j];
    scores[2 * j] = -rise;
    scores[2 * j + 1] = rise;
  }
  const double bound = sensitivity(payment.neighbours());
  return {std::move(payment), Sensitive(std::move(scores)), {bound}, BoundKey{}};
}

}  // namespace discreet
