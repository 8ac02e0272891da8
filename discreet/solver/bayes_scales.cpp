// Where columns and the target lie, and how columns go together.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "discreet/base/normal.hpp"
#include "discreet/scaling/column_range.hpp"
#include "discreet/solver/bayes_run.hpp"

namespace discreet {
namespace {

using Vector = Eigen::VectorXd;

// A floor for a number that is estimated with so much noise.
constexpr double kFewDeviations = 2.5;
double floor_at(double most, double noise) { return std::min(most, kFewDeviations * noise + 1e-9); }

// Ranges beyond reason are taken for ones whose squares are numbers.
double half_of(const Interval& range) { return std::clamp(0.5 * range.high - 0.5 * range.low, 1e-70, 1e70); }
double middle_of(const Interval& range) { return 0.5 * range.low + 0.5 * range.high; }

// The mean of a normal that is known to lie in [-1, 1].
double truncated_mean(double centre, double deviation) {
  if (!(deviation > 0)) return std::clamp(centre, -1.0, 1.0);
  const double a = (-1 - centre) / deviation, b = (1 - centre) / deviation, mass = normal_between(a, b);
  if (!(mass > 1e-12)) return std::clamp(centre, -1.0, 1.0);
  return centre + deviation * (normal_density(a) - normal_density(b)) / mass;
}

// Where the level of a target of which nothing is known may lie: on both sides of zero, so many to an octave. A choice
// among many numbers goes astray with a chance of about their number times exp(-rows epsilon / 4), so few rows choose
// among fewer, and very few have none but zero.
std::vector<double> possible_levels(double rows_times_epsilon) {
  struct Grid {
    double from;  // rows times epsilon
    int lowest, highest, to_an_octave;
  };
  constexpr Grid kGrids[] = {{70, -10, 40, 8}, {36, -2, 12, 4}};
  const auto grid =
      std::find_if(std::begin(kGrids), std::end(kGrids), [&](const Grid& g) { return rows_times_epsilon >= g.from; });
  if (grid == std::end(kGrids)) return {0};
  const auto size = [&](int k) { return std::exp2(static_cast<double>(k) / grid->to_an_octave); };
  const int first = grid->lowest * grid->to_an_octave, last = grid->highest * grid->to_an_octave;
  std::vector<double> levels{0};
  for (int k = first; k <= last; ++k) {
    levels.push_back(size(k));
    levels.push_back(-size(k));
  }
  std::sort(levels.begin(), levels.end());
  return levels;
}

// Targets lean to the right as a rule: their mean is above the median.
constexpr double kLittleAbove = 0.55;

}  // namespace

void Bayes::Run::find_ranges() {
  const std::size_t p = facts.features;
  columns.limits.assign(p, Interval{0, 0});
  std::vector<bool> known(p, false);
  for (std::size_t k = 0; k < p; ++k)
    if (!facts.bounds.empty() && facts.bounds[k]) {
      columns.limits[k] = *facts.bounds[k];
      known[k] = columns.limits[k].high > columns.limits[k].low;
    }
  if (shares.ranges > 0) {
    const std::vector<std::size_t>& asked = shares.undeclared;
    const std::vector<double> shares_of =
        release(census->signed_octaves(context.permit.pay(BayesLines::ranges), asked));
    const double noise = noise_of(BayesLines::ranges, RowBound::histograms(asked.size()));
    for (std::size_t a = 0; a < asked.size(); ++a) {
      const auto part = std::span(shares_of).subspan(a * SignedOctaves::kCells, SignedOctaves::kCells);
      const auto range = column_range(part, noise);
      known[asked[a]] = range.has_value();
      if (range) columns.limits[asked[a]] = *range;
    }
  }
  for (std::size_t k = 0; k < p; ++k)
    if (known[k])
      columns.used.push_back(k);
    else if (shares.columns && (facts.bounds.empty() || !facts.bounds[k]))  // points have a warning of their own
      context.facts.dropped.push_back(k);
  std::optional<Interval> moved_target;
  if (facts.regression) {
    if (facts.target_bounds) {
      target.range = *facts.target_bounds;
    } else if (!shares.chosen) {
      const std::size_t number = census->target();
      const std::span<const std::size_t> asked(&number, 1);
      Payment payment = context.permit.pay(BayesLines::target_range);
      const std::vector<double> seen = shares.columns ? release(census->signed_octaves(std::move(payment), asked))
                                                      : release(census->laplace_octaves(std::move(payment), asked));
      // Laplace noise has longer tails.
      constexpr double kLongTails = 1.8;
      const double noise = shares.columns ? noise_of(BayesLines::target_range, RowBound::histograms(1))
                                          : kLongTails * noise_of(BayesLines::target_range, SumBound::histograms(1));
      // Counts are small where nothing else is seen, and seen where chance can hardly be it.
      constexpr double kSurely = 4.5, kUsualCount = 16;
      target.range =
          counts() ? Interval{0, std::max(kUsualCount, column_range(seen, noise, kSurely).value_or(Interval{}).high)}
                   : target_range(seen, noise);
      moved_target = target.range;
    }
  }
  if (!shares.columns || (shares.undeclared.empty() && !moved_target)) return;
  held = context.held_within(columns.limits, moved_target);
  census = &held->census;
  oracle = held->oracle.get();
}

void Bayes::Run::find_level() {
  if (shares.chosen) {
    const std::vector<double> edges = possible_levels(facts.normaliser * facts.epsilon.value);
    target.level = edges[context.selection
                             .release(census->quantile(context.permit.pay(BayesLines::level), census->target(), edges,
                                                       kLittleAbove))
                             .value()];
    return;
  }
  const std::size_t number = census->target();
  const double half = half_of(target.range), middle = middle_of(target.range);
  std::vector<double> found;
  double noise = 0;
  const Interval range = classes() ? Interval{-1, 1} : target.range;  // of the labels of two classes
  if (!shares.columns) {
    found = release(
        census->laplace_means(context.permit.pay(BayesLines::level), std::span(&number, 1), std::span(&range, 1)));
    found[0] = 2 * found[0] - 1;
    noise = 2 * noise_of(BayesLines::level, UnitInterval::sum_bound(1));
  } else if (classes()) {
    const double zero = 0, one = 1;
    found = release(census->means(context.permit.pay(BayesLines::level), std::span(&number, 1), std::span(&zero, 1),
                                  std::span(&one, 1)));
    noise = noise_of(BayesLines::level, RowBound::ball(1, 1));
  } else {
    found = release(
        census->moments(context.permit.pay(BayesLines::level), std::span(&number, 1), std::span(&target.range, 1)));
    noise = noise_of(BayesLines::level, MomentCurve::bound(1));
  }
  const double prior = counts() ? -0.7 : 0, spread = counts() ? 0.25 : 0.4;
  const double weight = square(spread) / (square(spread) + square(noise));
  const double left = square(noise) * weight;  // the variance that is left
  double level = truncated_mean(prior + weight * (found[0] - prior), std::sqrt(left));
  const double end = 1 - std::min(0.02, 2 * noise + 1e-4);
  level = std::clamp(level, -end, end);
  if (classes()) {
    target.level = 0.5 * (1 + level);
    target.variance = target.level * (1 - target.level);
    target.error = left / 4;
    return;
  }
  if (!shares.columns) found.push_back(MomentCurve::kScale * (square(level) - 0.5));  // which nobody asks for
  const double about = std::sqrt(square(noise / MomentCurve::kScale) + 4 * square(level * noise));
  double variance = found[1] / MomentCurve::kScale + 0.5 - square(level) + left;
  constexpr double kUsual = 0.12, kUsualSpread = 0.08;
  variance = kUsual + square(kUsualSpread) / (square(kUsualSpread) + square(about)) * (variance - kUsual);
  const double least = floor_at(0.01, about);
  variance = std::clamp(variance, least, std::max({1 - square(level), 1e-3, least}));
  if (counts()) {
    target.level = std::max(middle + half * level, floor_at(0.02, noise) * half);
    target.variance = variance * square(half);
    target.error = left * square(half);
  } else {
    target.unit = half;
    target.level = middle / half + level;
    target.variance = variance;
    target.error = left;
  }
}

void Bayes::Run::find_moments() {
  const std::size_t p = columns.used.size();
  std::vector<std::size_t> asked = columns.used;
  std::vector<Interval> ranges;
  // As many columns as were planned for: those whose ranges the noise hid are asked for too, and count for nothing.
  const std::size_t planned = facts.features - (shares.ranges > 0 ? 0 : shares.undeclared.size());
  for (std::size_t k = 0; asked.size() < planned && k < facts.features; ++k)
    if (std::find(columns.used.begin(), columns.used.end(), k) == columns.used.end()) asked.push_back(k);
  asked.resize(planned);
  for (const std::size_t k : asked) ranges.push_back(columns.limits[k]);
  const std::vector<double> found = release(census->moments(context.permit.pay(BayesLines::moments), asked, ranges));
  const double noise = noise_of(BayesLines::moments, MomentCurve::bound(asked.size()));
  columns.middle.resize(index(p));
  columns.half.resize(index(p));
  Vector mean(index(p)), variance(index(p));
  for (std::size_t k = 0; k < p; ++k) {
    const Interval& range = ranges[k];
    columns.half[index(k)] = half_of(range);
    columns.middle[index(k)] = middle_of(range);
    mean[index(k)] = found[2 * k];
    variance[index(k)] = found[2 * k + 1] / MomentCurve::kScale + 0.5;
  }
  const double count = static_cast<double>(p), noise2 = square(noise);
  const double spread = std::max(mean.squaredNorm() / count - noise2, 0.02);
  mean = (mean * (spread / (spread + noise2))).cwiseMax(-0.999).cwiseMin(0.999);
  columns.mean = mean;
  const double error = spread * noise2 / (spread + noise2);
  variance -= mean.cwiseAbs2();
  const double about2 = noise2 * (1 / square(MomentCurve::kScale) + 4 * mean.squaredNorm() / count);
  constexpr double kUsual = 0.15, kUsualSpread = 0.1;
  double usual = variance.mean();
  usual = kUsual + square(kUsualSpread) / (square(kUsualSpread) + about2 / count) * (usual - kUsual);
  usual = std::clamp(usual, floor_at(0.005, std::sqrt(about2 / count)), 1.0);
  const double between = std::max((variance.array() - variance.mean()).square().mean() - about2, square(0.05 * usual));
  variance = usual + between / (between + about2) * (variance.array() - usual);
  const double left = std::sqrt(between * about2 / (between + about2));
  const double least = std::min(0.1 * usual, kFewDeviations * left + 1e-9);
  for (Eigen::Index k = 0; k < index(p); ++k)
    variance[k] = std::clamp(variance[k], least, std::max(1 - square(mean[k]), least));
  columns.scale = (variance * usual).cwiseSqrt().cwiseSqrt();
  columns.expected = variance.cwiseQuotient(columns.scale.cwiseAbs2());
  columns.radius_square = columns.expected.sum();
  columns.mean_error = error * columns.scale.cwiseAbs2().cwiseInverse().mean();
}

Curvature Bayes::Run::find_curvature() {
  constexpr double kClip = 0.8;
  const std::size_t p = columns.used.size();
  std::vector<double> centres(facts.features, 0.0), factors_of(facts.features, 0.0);
  const Vector factor = factors();
  for (std::size_t k = 0; k < p; ++k) {
    const Eigen::Index i = index(k);
    centres[columns.used[k]] = columns.middle[i] + columns.half[i] * columns.mean[i];
    factors_of[columns.used[k]] = 1 / factor[i];
  }
  const double radius = kClip * std::sqrt(columns.radius_square);
  const std::vector<double> found =
      release(census->products(context.permit.pay(BayesLines::products), {centres, factors_of}, radius));
  const double noise = noise_of(BayesLines::products, OuterProduct::bound(facts.features)) * square(radius);
  Eigen::MatrixXd products(index(p), index(p));
  for (std::size_t a = 0; a < p; ++a)
    for (std::size_t b = 0; b <= a; ++b) {
      const std::size_t row = columns.used[a];  // columns are in increasing order, so this is in the lower triangle
      products(index(a), index(b)) = products(index(b), index(a)) = found[row * (row + 1) / 2 + columns.used[b]];
    }
  const double kept = std::clamp(products.trace() / columns.radius_square, 0.3, 1.5);  // by the clip
  return denoised(products / kept, columns.expected, noise / kept);
}

}  // namespace discreet
