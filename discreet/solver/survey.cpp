#include "discreet/solver/survey.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "discreet/base/contract.hpp"
#include "discreet/solver/octave_reading.hpp"
#include "discreet/solver/survey_parts.hpp"

namespace discreet {
namespace {

// Shares of the budget.
constexpr double kSizesShare = 0.03, kCentresShare = 0.02, kSpreadsShare = 0.04;
// Where columns are pooled, those that stand out are few.
constexpr double kFewCentresShare = 0.01, kFewSpreadsShare = 0.02;

// The share of the rows in an octave that must be seen for columns to be asked about one by one.
constexpr std::size_t kFew = 20;
constexpr double kSeenOfFew = 0.5, kSeenOfMany = 0.04;

std::vector<std::size_t> all_of(std::size_t count) {
  std::vector<std::size_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  return numbers;
}

std::vector<double> those(const std::vector<double>& values, const std::vector<std::size_t>& numbers) {
  std::vector<double> chosen;
  for (const std::size_t k : numbers) chosen.push_back(values[k]);
  return chosen;
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
  // Of few columns most are seen unless half of the rows are not; of many it takes little for most to be hidden.
  const double seen = kDeviations * histogram_noise(kSpreadsShare, facts_.features);
  pooled_ = std::isfinite(facts_.budget.value) && seen > (facts_.features > kFew ? kSeenOfMany : kSeenOfFew);
}

double Survey::histogram_noise(double share, std::size_t columns) const {
  const double apart = facts_.neighbours == Neighbours::replace_one ? std::sqrt(2.0) : 1;
  const double mu = facts_.budget.value * std::sqrt(share);
  return apart * std::sqrt(static_cast<double>(columns)) / mu / facts_.normaliser;
}

double Survey::centres_share() const { return pooled_ ? kFewCentresShare : kCentresShare; }
double Survey::spreads_share() const { return pooled_ ? kFewSpreadsShare : kSpreadsShare; }

double Survey::plan(Outline& outline) const {
  if (facts_.exact()) {
    outline.lines.push_back({std::string(kExactly), 2, 1, kSpreadsShare});
    return kSpreadsShare;
  }
  double total = 0;
  const auto add = [&](std::string_view what, std::size_t groups, std::size_t numbers, double share) {
    outline.lines.push_back({std::string(what), groups, numbers, share});
    total += share;
  };
  if (pooled_) {
    if (looks_for_standing_out()) {
      add(kLargest, 1, undeclared_.size() * Octaves::kCells, kLargestShare);
      add(kWild, 1, 2 * undeclared_.size(), kWildShare);
    }
  } else if (centred() && !undeclared_.empty()) {
    add(kSizes, 1, undeclared_.size() * Octaves::kCells, kSizesShare);
  }
  const bool single = !pooled_ || looks_for_standing_out();  // whether anything is asked about single columns
  if (single && centred()) add(kCentres, 1, facts_.features, centres_share());
  if (single) add(kSpreads, 1, facts_.features * Octaves::kCells, spreads_share());
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

void Survey::find_centres(Columns& columns, Ask& ask, const Numbers& asked) const {
  const std::vector<double> shifts =
      ask.gaussian
          .release(ask.census.means(ask.permit.pay(kCentres), asked, those(columns.centres, asked),
                                    those(columns.sizes, asked)))
          .value();
  for (std::size_t a = 0; a < asked.size(); ++a) {
    const std::size_t k = asked[a];
    if (columns.seen[k]) columns.centres[k] += std::clamp(shifts[a], -columns.sizes[k], columns.sizes[k]);
  }
}

void Survey::find_spreads(Columns& columns, Ask& ask, const Numbers& asked) const {
  const std::vector<double> histogram =
      ask.gaussian.release(ask.census.sizes(ask.permit.pay(kSpreads), asked, those(columns.centres, asked))).value();
  const double noise = histogram_noise(spreads_share(), asked.size());
  for (std::size_t a = 0; a < asked.size(); ++a) {
    const std::size_t k = asked[a];
    const auto part = std::span(histogram).subspan(a * Octaves::kCells, Octaves::kCells);
    const auto top = top_octave(part, noise);
    if (pooled_) {  // What stood out before is known to be large, if nothing else is.
      columns.squares[k] = columns.sizes[k] * columns.sizes[k];
      columns.reach[k] = columns.sizes[k] + std::abs(columns.centres[k]);
    } else {
      columns.seen[k] = columns.seen[k] && top.has_value();
    }
    if (!top) continue;
    columns.squares[k] = second_moment(part, *top, noise);
    const double beyond = (kDeviations * noise < kRareShare ? kBeyondSeen : kBeyondHidden) * Octaves::upper(*top);
    columns.reach[k] = pooled_ ? std::max(beyond, columns.reach[k]) : beyond;
    // Rows at the column's size may be too few to be seen here, but are known or allowed to be there: a scale that
    // forgets them would be far too small, which does harm, where one that is too large only slows a weight down.
    const double share = facts_.bounds[k] ? kDeviations * noise : columns.at_size[k];
    const double reach = facts_.bounds[k] ? farthest(*facts_.bounds[k], columns.centres[k])
                         : pooled_        ? 0.5 * columns.sizes[k]
                                          : std::max(0.5 * columns.sizes[k] - std::abs(columns.centres[k]), 0.0);
    columns.squares[k] = std::max(columns.squares[k], 0.5 * share * reach * reach);
    if (facts_.bounds[k]) columns.squares[k] = std::min(columns.squares[k], reach * reach);
  }
}

void Survey::find_columns(Columns& columns, Ask& ask) const {
  Numbers asked = all_of(facts_.features);
  if (pooled_) {
    asked = looks_for_standing_out() ? find_standing_out(columns, ask) : Numbers();
    if (asked.empty()) return;
  } else if (centred() && !undeclared_.empty()) {
    find_sizes(columns, ask);
  }
  if (centred()) find_centres(columns, ask, asked);
  find_spreads(columns, ask, asked);
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
                  std::vector<bool>(count, !pooled_), std::vector<double>(count, kNoLimit)};
  for (std::size_t k = 0; k < count; ++k) {
    if (!facts_.bounds[k]) continue;
    const auto [low, high] = *facts_.bounds[k];
    columns.centres[k] =
        facts_.intercept && !facts_.sparse ? std::clamp(0.5 * (low + high), -kLargestSize, kLargestSize) : 0;
    columns.sizes[k] = farthest(*facts_.bounds[k], columns.centres[k]);
    // What the bounds alone say; the spread, if it is seen, says more.
    columns.squares[k] = 0.25 * columns.sizes[k] * columns.sizes[k];
  }
  find_columns(columns, ask);
  const bool seen = undeclared_.empty() || share_one_scale(columns, ask);
  Scales scales = framed(columns);
  scales.seen = seen;
  for (std::size_t k = 0; k < count; ++k)
    scales.limits.push_back(
        facts_.bounds[k] ? *facts_.bounds[k]
                         : Interval{columns.centres[k] - columns.reach[k], columns.centres[k] + columns.reach[k]});
  scales.pooled = std::move(columns.pooled);
  scales.dropped = std::move(columns.dropped);
  scales.outlying = std::move(columns.outlying);
  if (facts_.regression) find_target(scales, ask);
  find_level(scales, true);
  return scales;
}

Scales Survey::run_exactly(const Census& census, Permit& permit, std::string_view line, Exposure& exposure) const {
  std::vector<double> centres(facts_.features + 1, 0.0);
  if (facts_.intercept) centres = Exact::release(permit.pay(line), census.exact_means()).value(exposure);
  if (facts_.sparse) std::fill(centres.begin(), centres.end() - 1, 0.0);
  std::vector<double> squares = Exact::release(permit.pay(line), census.exact_squares(centres)).value(exposure);
  // A constant column is left with the rounding of its mean; it gets a scale at which its weight stays small.
  double widest = 0;
  for (std::size_t k = 0; k < facts_.features; ++k) widest = std::max(widest, squares[k]);
  for (std::size_t k = 0; k < facts_.features; ++k)
    if (!(squares[k] > 1e-26 * centres[k] * centres[k])) squares[k] = widest > 0 ? widest : 1;
  for (double& centre : centres) centre = std::clamp(centre, -kLargestSize, kLargestSize);
  Scales scales = framed({.centres = centres, .sizes = {}, .squares = squares, .at_size = {}, .seen = {}, .reach = {}});
  if (facts_.regression) {
    scales.target_centre = facts_.intercept ? centres.back() : 0;
    scales.target_spread = std::sqrt(std::clamp(squares.back(), kSmallestSize, kLargestSize));
  }
  find_level(scales, true);
  return scales;
}

}  // namespace discreet
