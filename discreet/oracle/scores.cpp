#include "discreet/oracle/scores.hpp"

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
// More roundings than any rule makes, each at most an epsilon of what it rounds.
constexpr double kRoundings = 64 * std::numeric_limits<double>::epsilon();

double larger_finite(Slopes slopes) {
  const auto size = [](double x) { return std::isfinite(x) ? std::abs(x) : 0; };
  return std::max(size(slopes.low), size(slopes.high));
}

}  // namespace

double Scores::score(const At& at, double slope) const {
  if (rule_ == ScoreRule::slope) {
    const Slopes own = penalty_->slopes(at.j, at.weight);
    return std::max({own.low + slope, -slope - own.high, 0.0}) / at.root;
  }
  const double next = penalty_->prox(at.j, at.weight - slope / at.smoothness, 1 / at.smoothness);
  const double move = next - at.weight;
  if (rule_ == ScoreRule::step) return at.root * std::abs(move);
  const double rise = penalty_->value(at.j, next) - penalty_->value(at.j, at.weight);
  const double gain = -(move * (slope + 0.5 * at.smoothness * move) + rise);
  return std::sqrt(2 * std::max(gain, 0.0));
}

// The root of gs-q magnifies what is lost when values of the penalty
// are subtracted.
double Scores::rounding(const At& at) const {
  const double sizes = at.furthest / at.root + at.root * std::abs(at.weight);
  switch (rule_) {
    case ScoreRule::slope:
      return kRoundings * (sizes + larger_finite(penalty_->slopes(at.j, at.weight)) / at.root);
    case ScoreRule::step:
      return kRoundings * sizes;
    case ScoreRule::decrease:
      return kRoundings * sizes + std::sqrt(kRoundings * std::abs(penalty_->value(at.j, at.weight)));
  }
  return 0;
}

Choice Scores::choice(Payment payment, Clip clip, std::span<const double> weights) const {
  const Frame& frame = oracle_->frame();
  const std::size_t coordinates = oracle_->coordinates();
  require(!frame.smoothness.empty(), "the frame is set before scores are asked for");
  require(weights.size() == coordinates, "a point has a weight for each coordinate");
  require(clip.threshold > 0 && std::isfinite(clip.threshold), "a clipping threshold is a positive number");
  // An exact choice is not blurred by the grid either.
  const double cells =
      payment.exact() ? static_cast<double>(payment.lattice(RowBound::ball(1, 1), oracle_->rows()).cells_per_unit())
                      : kCells;
  std::vector<double> factors(coordinates);
  for (std::size_t j = 0; j < coordinates; ++j) factors[j] = cells / oracle_->unit(clip, {j});
  const std::vector<std::int64_t> sums =
      oracle_->all_slope_cells(factors, cells, clip.rule == ClipRule::ball ? clip.threshold : 0);

  const double apart = payment.neighbours() == Neighbours::replace_one ? 2 : 1;
  double sensitivity = 0;
  std::vector<double> scores(coordinates);
  for (std::size_t j = 0; j < coordinates; ++j) {
    const double unit = oracle_->unit(clip, {j}), root = std::sqrt(frame.smoothness[j]);
    const At at{{j}, weights[j], frame.smoothness[j], root, kFurthest * unit};
    const double slope = static_cast<double>(sums[j]) * (unit / cells / oracle_->normaliser());
    scores[j] = score(at, std::clamp(slope, -at.furthest, at.furthest));
    const double moved = apart * unit / oracle_->normaliser() / root;
    const double reach = moved * (1 + kRoundings) + 2 * rounding(at);
    require(reach >= 0, "what a score may move by is a number");
    sensitivity = std::max(sensitivity, reach);
  }
  return {std::move(payment), Sensitive(std::move(scores)), {sensitivity}, BoundKey{}};
}

}  // namespace discreet
