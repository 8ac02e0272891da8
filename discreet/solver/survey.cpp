#include "discreet/solver/survey.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "discreet/base/contract.hpp"
#include "discreet/privacy/exact.hpp"
#include "discreet/solver/octave_reading.hpp"
#include "discreet/solver/survey_parts.hpp"

namespace discreet {
namespace {

// Shares of the budget.
constexpr double kSizesShare = 0.03, kCentresShare = 0.02, kSpreadsShare = 0.04, kRowsShare = 0.005;

// The largest value of a row is this many octaves above their root mean square where columns are alike; more, and some
// are on scales of their own.
constexpr std::size_t kOctavesAlike = 2;

// Limits are this much beyond the highest octave that is seen, or beyond the size of a middling row's values; less
// where the noise may hide more rows beyond it than are rare.
constexpr double kBeyondSeen = 4, kBeyondHidden = 2, kBeyondMiddling = 4;
constexpr double kRareShare = 0.1;

std::vector<std::size_t> all_of(std::size_t count) {
  std::vector<std::size_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  return numbers;
}

// How far a value within the bounds can be from the centre.
double farthest(const Interval& bounds, double centre) {
  return std::clamp(std::max(bounds.high - centre, centre - bounds.low), kSmallestSize, kLargestSize);
}

}  // namespace

Survey::Survey(SurveyFacts facts) : facts_(std::move(facts)), pooled_(false) {
  require(facts_.bounds.empty() || facts_.bounds.size() == facts_.features,
          "bounds are declared for each feature or for none");
  facts_.bounds.resize(facts_.features);
  for (std::size_t k = 0; k < facts_.features; ++k)
    if (!facts_.bounds[k]) undeclared_.push_back(k);
  // Not even half of the rows in one octave of a column would be seen.
  pooled_ = std::isfinite(facts_.budget.value) && kDeviations * histogram_noise(kSpreadsShare, facts_.features) > 0.5;
}

double Survey::histogram_noise(double share, std::size_t columns) const {
  const double apart = facts_.neighbours == Neighbours::replace_one ? std::sqrt(2.0) : 1;
  const double mu = facts_.budget.value * std::sqrt(share);
  return apart * std::sqrt(static_cast<double>(columns)) / mu / facts_.normaliser;
}

double Survey::plan(Outline& outline) const {
  if (std::isinf(facts_.budget.value)) {
    outline.lines.push_back({std::string(kExactly), 2, 1, kSpreadsShare});
    return kSpreadsShare;
  }
  double total = 0;
  const auto add = [&](std::string_view what, std::size_t groups, std::size_t numbers, double share) {
    outline.lines.push_back({std::string(what), groups, numbers, share});
    total += share;
  };
  if (centred() && !undeclared_.empty()) add(kSizes, 1, undeclared_.size() * Octaves::kCells, kSizesShare);
  if (centred()) add(kCentres, 1, facts_.features, kCentresShare);
  if (!pooled_) add(kSpreads, 1, facts_.features * Octaves::kCells, kSpreadsShare);
  if (!undeclared_.empty()) add(kRows, pooled_ ? 2 : 1, Octaves::kCells, pooled_ ? 2 * kRowsShare : kRowsShare);
  return total + plan_target(outline);
}

// How large the undeclared columns are; only needed to clip their means.
void Survey::find_sizes(Columns& columns, Ask& ask) const {
  const std::vector<double> zeros(undeclared_.size(), 0.0);
  const std::vector<double> histogram =
      ask.gaussian.release(ask.census.sizes(ask.permit.pay(kSizes), undeclared_, zeros)).value();
  const double noise = histogram_noise(kSizesShare, undeclared_.size());
  for (std::size_t k = 0; k < undeclared_.size(); ++k) {
    const auto top = top_octave(std::span(histogram).subspan(k * Octaves::kCells, Octaves::kCells), noise);
    columns.seen[undeclared_[k]] = top.has_value();
    columns.sizes[undeclared_[k]] = top ? Octaves::upper(*top) : 1;
    columns.at_size[undeclared_[k]] = kDeviations * noise;
  }
}

void Survey::find_centres(Columns& columns, Ask& ask) const {
  const std::vector<std::size_t> all = all_of(facts_.features);
  const std::vector<double> shifts =
      ask.gaussian.release(ask.census.means(ask.permit.pay(kCentres), all, columns.centres, columns.sizes)).value();
  for (std::size_t k = 0; k < facts_.features; ++k)
    if (columns.seen[k]) columns.centres[k] += std::clamp(shifts[k], -columns.sizes[k], columns.sizes[k]);
}

void Survey::find_spreads(Columns& columns, Ask& ask) const {
  const std::vector<std::size_t> all = all_of(facts_.features);
  const std::vector<double> histogram =
      ask.gaussian.release(ask.census.sizes(ask.permit.pay(kSpreads), all, columns.centres)).value();
  const double noise = histogram_noise(kSpreadsShare, facts_.features);
  for (std::size_t k = 0; k < facts_.features; ++k) {
    const auto part = std::span(histogram).subspan(k * Octaves::kCells, Octaves::kCells);
    const auto top = top_octave(part, noise);
    columns.seen[k] = columns.seen[k] && top.has_value();
    if (!top) continue;
    columns.squares[k] = second_moment(part, *top, noise);
    columns.reach[k] = (kDeviations * noise < kRareShare ? kBeyondSeen : kBeyondHidden) * Octaves::upper(*top);
    // Rows at the column's size may be too few to be seen here, but are known or allowed to be there: a scale that
    // forgets them would be far too small, which does harm, where one that is too large only slows a weight down.
    const double share = facts_.bounds[k] ? kDeviations * noise : columns.at_size[k];
    const double reach = facts_.bounds[k] ? farthest(*facts_.bounds[k], columns.centres[k])
                                          : std::max(0.5 * columns.sizes[k] - std::abs(columns.centres[k]), 0.0);
    columns.squares[k] = std::max(columns.squares[k], 0.5 * share * reach * reach);
    if (facts_.bounds[k]) columns.squares[k] = std::min(columns.squares[k], reach * reach);
  }
}

// Undeclared columns in which the noise hides everything: a scale that is too small does harm, one that is too large
// only keeps a weight near zero. So they get the largest size that is seen in any of them. When all are hidden because
// there are so many, and the largest values of rows are not far above their middling ones, columns are taken for alike
// and get the size of a middling row's values.
bool Survey::share_one_scale(Columns& columns, Ask& ask) const {
  std::vector<std::size_t> hidden;
  for (const std::size_t k : undeclared_)
    if (!columns.seen[k]) hidden.push_back(k);
  const auto rows = [&](Census::RowSize size) {
    return ask.gaussian.release(ask.census.row_sizes(ask.permit.pay(kRows), hidden, size)).value();
  };
  const double noise = histogram_noise(kRowsShare, 1);
  const std::vector<double> largest_values = rows(Census::RowSize::largest);
  auto cell = top_octave(largest_values, noise);
  bool alike = false;
  if (pooled_) {
    const auto middle = middle_octave(rows(Census::RowSize::mean), noise);
    const auto middle_largest = middle_octave(largest_values, noise);
    alike = middle && middle_largest && *middle_largest <= *middle + kOctavesAlike;
    if (alike) cell = middle;
  }
  double largest = 0;
  for (std::size_t k = 0; k < facts_.features; ++k)
    if (columns.seen[k]) largest = std::max(largest, columns.squares[k]);
  const double base = cell ? 0.5 * Octaves::upper(*cell) : 0;
  // Columns of which nothing is seen at all are too rare to matter, and are held at zero: their values may be any.
  const double square = cell ? kOctaveSquare * base * base : largest > 0 ? kLargestSize * kLargestSize : 1;
  for (const std::size_t k : hidden) {
    columns.squares[k] = square;
    columns.reach[k] = cell ? (alike ? kBeyondMiddling : kBeyondHidden) * Octaves::upper(*cell) : kLargestSize;
  }
  return cell || largest > 0 || hidden.size() < facts_.features;
}

// Second moments become smoothness constants; the intercept is a column of ones.
Scales Survey::framed(const Columns& columns) const {
  Scales scales;
  scales.curvature = facts_.loss_smoothness;
  for (std::size_t k = 0; k < facts_.features; ++k) {
    const double square = std::clamp(columns.squares[k], kSmallestSize * kSmallestSize, kLargestSize * kLargestSize);
    scales.frame.smoothness.push_back(facts_.loss_smoothness * square);
    scales.frame.centres.push_back(facts_.intercept ? columns.centres[k] : 0);
  }
  if (facts_.intercept) {
    scales.frame.smoothness.push_back(facts_.loss_smoothness);
    scales.frame.centres.push_back(0);
  }
  return scales;
}

Scales Survey::run(const Census& census, Gaussian& gaussian, Permit& permit) const {
  Ask ask{census, gaussian, permit};
  const std::size_t count = facts_.features;
  Columns columns{std::vector<double>(count, 0.0),    std::vector<double>(count, 1.0),
                  std::vector<double>(count, 1.0),    std::vector<double>(count, 0.0),
                  std::vector<bool>(count, !pooled_), std::vector<double>(count, kLargestSize)};
  for (std::size_t k = 0; k < count; ++k) {
    if (!facts_.bounds[k]) continue;
    const auto [low, high] = *facts_.bounds[k];
    columns.centres[k] =
        facts_.intercept && !facts_.sparse ? std::clamp(0.5 * (low + high), -kLargestSize, kLargestSize) : 0;
    columns.sizes[k] = farthest(*facts_.bounds[k], columns.centres[k]);
    // What the bounds alone say; the spread, if it is seen, says more.
    columns.squares[k] = 0.25 * columns.sizes[k] * columns.sizes[k];
  }
  if (centred() && !undeclared_.empty()) find_sizes(columns, ask);
  if (centred()) find_centres(columns, ask);
  if (!pooled_) find_spreads(columns, ask);
  const bool seen = undeclared_.empty() || share_one_scale(columns, ask);
  Scales scales = framed(columns);
  scales.seen = seen;
  for (std::size_t k = 0; k < count; ++k)
    scales.limits.push_back(
        facts_.bounds[k] ? *facts_.bounds[k]
                         : Interval{columns.centres[k] - columns.reach[k], columns.centres[k] + columns.reach[k]});
  if (facts_.regression) find_target(scales, ask);
  find_level(scales, true);
  return scales;
}

Scales Survey::run_exactly(const Census& census, Permit& permit, std::string_view line) const {
  std::vector<double> centres(facts_.features + 1, 0.0);
  if (facts_.intercept) centres = Exact::release(permit.pay(line), census.exact_means()).value();
  if (facts_.sparse) std::fill(centres.begin(), centres.end() - 1, 0.0);
  std::vector<double> squares = Exact::release(permit.pay(line), census.exact_squares(centres)).value();
  // A constant column is left with the rounding of its mean; it gets a scale at which its weight stays small.
  double widest = 0;
  for (std::size_t k = 0; k < facts_.features; ++k) widest = std::max(widest, squares[k]);
  for (std::size_t k = 0; k < facts_.features; ++k)
    if (!(squares[k] > 1e-26 * centres[k] * centres[k])) squares[k] = widest > 0 ? widest : 1;
  for (double& centre : centres) centre = std::clamp(centre, -kLargestSize, kLargestSize);
  Scales scales = framed({centres, {}, squares, {}, {}, {}});
  if (facts_.regression) {
    scales.target_centre = facts_.intercept ? centres.back() : 0;
    scales.target_spread = std::sqrt(std::clamp(squares.back(), kSmallestSize, kLargestSize));
  }
  find_level(scales, true);
  return scales;
}

}  // namespace discreet
