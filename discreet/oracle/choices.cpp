#include "discreet/oracle/choices.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/base/contract.hpp"
#include "discreet/oracle/histogram.hpp"

namespace discreet {
namespace {

// Cells in a row's allowance. Rows are rounded to them before they are added, so finer ones gain nothing.
constexpr double kCells = 0x1p20;
// A mean of clipped contributions beyond this many units is moved there. Only a declared normaliser far below the
// number of rows leads that far.
constexpr double kFurthest = 4;
// More roundings than any rule makes, each at most an epsilon of what it rounds; and more than the score of a corner
// has.
constexpr double kRoundings = 64 * std::numeric_limits<double>::epsilon();

constexpr double kCornerRoundings = 16 * std::numeric_limits<double>::epsilon();

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
    const double moved = apart * units_[j] / oracle_->normaliser() * (1 + kCornerRoundings);
    most = std::max(most, reaches_[j] * (moved + 2 * kCornerRoundings * kFurthest * units_[j]));
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

Choice Histogram::quantile(Payment payment, double share) const {
  const double normaliser = gateway_.normaliser();
  require(share >= 0 && share <= 1 && normaliser <= 0x1p52, "the share is between nothing and all");
  // A whole number: differences of whole numbers are exact, so a row moves a score by 1 and not by a rounding more.
  const double wanted = std::round(share * normaliser);
  gateway_.processes().note(edges_);
  const auto sealed = gateway_.sealed_counts(column_, cells(), [&](std::size_t, double x) { return cell(x); });
  const std::vector<std::int64_t>& in_cells = sealed.open(OpenKey{});
  std::vector<double> scores(edges_.size());
  std::int64_t below = 0;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    below += in_cells[k];
    scores[k] = -std::abs(static_cast<double>(below) - wanted);
  }
  return Choice(std::move(payment), Sensitive(std::move(scores)), {1}, BoundKey{});
}

}  // namespace discreet
