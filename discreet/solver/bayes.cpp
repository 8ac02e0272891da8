#include "discreet/solver/bayes.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "discreet/base/normal.hpp"
#include "discreet/penalty/quadratic.hpp"
#include "discreet/scaling/column_range.hpp"
#include "discreet/solver/bayes_posterior.hpp"
#include "discreet/solver/coordinate_descent.hpp"
#include "discreet/solver/newton.hpp"
#include "discreet/solver/plan_noise.hpp"

namespace discreet {
namespace {

using Vector = Eigen::VectorXd;

constexpr std::string_view kRangesLine = "column ranges", kTargetRangeLine = "target range",
                           kLevelLine = "target level", kMomentsLine = "means and second moments",
                           kProductsLine = "products of columns", kSlopesLine = "slopes", kInterceptLine = "intercept";

double square(double x) { return x * x; }
Eigen::Index index(std::size_t k) { return static_cast<Eigen::Index>(k); }

// A floor for a number that is estimated with so much noise.
constexpr double kFewDeviations = 2.5;
double floor_at(double most, double noise) { return std::min(most, kFewDeviations * noise + 1e-9); }

// Weights that explain less than this part of what their uncertainty would may be noise alone.
constexpr double kDoubtful = 0.8;

// Ranges beyond reason are taken for ones whose squares are numbers.
double half_of(const Interval& range) { return std::clamp(0.5 * range.high - 0.5 * range.low, 1e-70, 1e70); }
double middle_of(const Interval& range) { return 0.5 * range.low + 0.5 * range.high; }
bool is_point(const Interval& range) { return !(range.high > range.low); }

// The mean of what a margin predicts when margins are normal.
double mean_over(const std::function<double(double)>& of, double centre, double variance) {
  if (!(variance > 0)) return of(centre);
  constexpr int kNodes = 32;  // on each side, up to six deviations
  const double deviation = std::sqrt(variance);
  double sum = 0, weights = 0;
  for (int k = -kNodes; k <= kNodes; ++k) {
    const double t = 6.0 * k / kNodes, weight = std::exp(-0.5 * t * t);
    sum += weight * of(centre + deviation * t);
    weights += weight;
  }
  return sum / weights;
}

// The intercept at which the mean prediction is `wanted`, for a prediction that grows with the margin.
double calibrated(const std::function<double(double)>& of, double wanted, double variance) {
  double low = -40, high = 40;
  while (high < 1e150 && mean_over(of, high, variance) < wanted) high *= 2;  // counts grow in a straight line at last
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    (mean_over(of, middle, variance) < wanted ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

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
  constexpr Grid kGrids[] = {{54, -10, 40, 8}, {36, -2, 12, 4}};
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

// Of the columns that are used: the middle and half the width of each range, and in units of that the mean and the
// variance; the scale by which a column is divided, and how large it is then expected to be.
struct Bayes::Columns {
  std::vector<std::size_t> used;
  std::vector<Interval> limits;  // of all
  Vector middle, half, mean, scale, expected;
  double mean_error = 0;  // the variance of what is left of the noise in a mean, over the scale squared, on average
  double radius_square = 0;
};

struct Bayes::Target {
  Interval range{-1, 1};
  double unit = 1;      // of margins: half the range of a regression's target
  double level = 0;     // the mean of the target: in units for a regression, otherwise a probability or a mean count
  double variance = 1;  // about it, in the same units
  double error = 0;     // the variance of the level's
};

BayesPlan::BayesPlan(const SurveyFacts& facts) {
  // Shares of the budget, and from which noise on nothing is released: docs/solvers/bayes.md has what chose them.
  constexpr double kRangesShare = 0.15, kRangesNoise = 0.18, kMeansNoise = 0.02;
  constexpr double kMeansNoiseOfCounts = kMeansNoise / 3;  // whose predictions grow exponentially with what is wrong
  const double all = 2 * facts.certainty();
  for (std::size_t k = 0; k < facts.features; ++k)
    if (facts.bounds.empty() || !facts.bounds[k]) undeclared.push_back(k);
  const double unknown = static_cast<double>(undeclared.size());
  const double rows_apart = facts.neighbours == Neighbours::replace_one ? std::sqrt(2.0) : 2;
  std::size_t used = facts.features;
  if (!undeclared.empty()) {
    ranges = kRangesShare * std::sqrt(unknown / static_cast<double>(facts.features));
    if (!(rows_apart * std::sqrt(unknown) / (all * std::sqrt(ranges)) < kRangesNoise)) {
      used -= undeclared.size();
      ranges = 0;
    }
  }
  if (facts.regression && !facts.target_bounds) target_range = std::clamp(15 / all, 0.05, 0.35);
  const auto left = [&] { return 1 - ranges - target_range; };
  signal = all * std::sqrt(left());
  const bool pointless = facts.regression && facts.target_bounds && is_point(*facts.target_bounds);
  columns = used > 0 && !pointless &&
            4 * (static_cast<double>(used) + 1) / square(signal) <= (facts.level ? kMeansNoiseOfCounts : kMeansNoise);
  if (!columns) {
    constexpr double kFewRows = 100, kCountable = 1e15;  // times epsilon; and of those that are told apart
    ranges = 0;
    chosen = target_range > 0 && !facts.level && facts.normaliser < kCountable &&
             facts.normaliser * facts.epsilon.value < kFewRows;
    if (chosen) target_range = 0;
    level = left();
    return;
  }
  level = facts.level ? std::clamp(24 / signal, 0.08, 0.6) : std::clamp(8 / signal, 0.04, 0.6);
  const double rest = 1 - level;
  moments = 0.20 * rest;
  products = 0.10 * rest;
  if (!facts.regression && signal >= 1000) intercept = 0.03;
  slopes = rest - moments - products - intercept;
  for (double* share : {&level, &moments, &products, &slopes, &intercept}) *share *= left();
  steps = static_cast<std::size_t>(std::clamp(std::round(std::sqrt(signal) / 3), 2.0, 20.0));
}

Result<void> Bayes::suits(const SolverSettings& settings, const SurveyFacts& facts) {
  const auto refuse = [](std::string_view what, const char* hint) {
    return wrong(Fault::usage, fmt::format("--solver bayes {}", what), hint);
  };
  if (!(facts.quadratic || facts.loss == "logistic" || facts.level))
    return refuse(fmt::format("is for the squared, logistic and poisson losses, not for {}", facts.loss), "use newton");
  if (!facts.intercept) return refuse("needs an intercept", "leave out --no-intercept, or use newton");
  if (facts.sparse) return refuse("is for dense tables", "use newton");
  if (!facts.zero_is_allowed)
    return refuse("starts from weights of zero, which the penalty does not allow", "use newton");
  if (facts.normaliser * static_cast<double>(facts.features) > kMostValues)
    return refuse("keeps a copy of the rows within limits, and these are too many", "use newton");
  if (facts.features > kMostFeatures)
    return refuse(fmt::format("takes at most {} features, not {}", kMostFeatures, facts.features), "use newton");
  if (settings.smoothness != SmoothnessSource::bought)
    return refuse("releases its own scales", "leave out --smoothness, or use newton");
  if (settings.passes) return refuse("chooses its steps by the budget", "leave out --passes, or use newton");
  if (settings.step || settings.clip || settings.clip_rule)
    return refuse("chooses its steps and thresholds by the budget", "leave out --step, --clip and --clip-rule");
  if (settings.averaging.kind != Averaging::Kind::none) return refuse("averages by itself", "leave out --average");
  if (settings.ridge) return refuse("chooses its shrinkage by itself", "leave out --ridge");
  return refuse_descent_options(settings, name);
}

Result<std::unique_ptr<Solver>> Bayes::make(const SolverSettings& settings, const SurveyFacts& facts) {
  if (std::isinf(facts.budget.value)) return Newton::make(settings, facts);  // without noise there is nothing to weigh
  if (const auto fine = suits(settings, facts); !fine) return tl::unexpected(fine.error());
  return std::unique_ptr<Solver>(new Bayes(settings, facts));
}

Bayes::Bayes(SolverSettings settings, SurveyFacts facts)
    : settings_(std::move(settings)), facts_(std::move(facts)), plan_(facts_) {}

void Bayes::plan(Outline& outline) const {
  const Outline::Answer answer = plan_.columns  ? Outline::Answer::gaussian
                                 : plan_.chosen ? Outline::Answer::single_choice
                                                : Outline::Answer::laplace;
  const auto add = [&](std::string_view what, std::size_t groups, std::size_t numbers, double share) {
    if (share > 0) outline.lines.push_back({std::string(what), groups, numbers, share, answer});
  };
  const std::size_t p = facts_.features;
  add(kRangesLine, 1, plan_.undeclared.size() * SignedOctaves::kCells, plan_.ranges);
  add(kTargetRangeLine, 1, SignedOctaves::kCells, plan_.target_range);
  add(kLevelLine, 1, facts_.regression && plan_.columns ? 2 : 1, plan_.level);
  const std::size_t used = p - (plan_.ranges > 0 ? 0 : plan_.undeclared.size());
  add(kMomentsLine, 1, 2 * used, plan_.moments);
  add(kProductsLine, 1, p * (p + 1) / 2, plan_.products);
  add(kSlopesLine, plan_.steps, p + 1, plan_.slopes);
  add(kInterceptLine, 1, 1, plan_.intercept);
}

Description Bayes::description() const {
  return {{"name", std::string(name)}, {"passes", static_cast<double>(plan_.steps)}};
}

// One run, from the first release to the last.
struct Bayes::Run {
  const Bayes& solver;
  SolverContext& context;
  const SurveyFacts& facts = solver.facts_;
  const BayesPlan& shares = solver.plan_;
  const Census* census = &context.census;
  Oracle* oracle = &context.oracle;
  std::unique_ptr<HeldRows> held = {};
  Columns columns = {};
  Target target = {};
  Description notes = {};

  bool classes() const { return !facts.regression; }
  bool counts() const { return static_cast<bool>(facts.level); }

  // The standard deviation of the noise in a mean over rows, for a row that contributes within the bound.
  double noise_of(std::string_view line, RowBound bound) const {
    const double moved = facts.neighbours == Neighbours::replace_one ? bound.apart : bound.norm;
    return deviation_of(context.permit.plan(), line) * moved / facts.normaliser;
  }
  // The same for Laplace noise: of one or two numbers asked alone it is the smaller.
  double noise_of(std::string_view line, SumBound bound) const {
    const double moved = facts.neighbours == Neighbours::replace_one ? bound.apart : bound.size;
    return deviation_of(context.permit.plan(), line) * moved / facts.normaliser;
  }
  std::vector<double> release(VectorQuery query) { return context.gaussian.release(std::move(query)).value(); }
  std::vector<double> release(LaplaceVectorQuery query) { return context.laplace.release(std::move(query)).value(); }

  void find_ranges();
  void find_level();
  void find_moments();
  Curvature find_curvature();
  double predicted(double margin) const { return facts.mean ? facts.mean(margin) : margin; }
  double link_slope(double margin) const;
  double intercept_for(double explained) const;
  Vector descend(const Curvature& curvature);
  Vector penalised(const Vector& weights, const Curvature& curvature, double level) const;
  Vector factors() const { return columns.half.cwiseProduct(columns.scale); }  // from z to the units of the data
  double level_of(double explained) const;
  Iterate point(const Vector& weights, double intercept) const;
  void ask_at(Iterate& here, const Vector& weights, double intercept);
  double last_offset(Iterate& here, const Vector& weights, double intercept, double explained, double level);
};

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
    const std::vector<double> shares_of = release(census->signed_octaves(context.permit.pay(kRangesLine), asked));
    const double noise = noise_of(kRangesLine, RowBound::histograms(asked.size()));
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
      Payment payment = context.permit.pay(kTargetRangeLine);
      const std::vector<double> seen = shares.columns ? release(census->signed_octaves(std::move(payment), asked))
                                                      : release(census->laplace_octaves(std::move(payment), asked));
      const double noise = shares.columns ? noise_of(kTargetRangeLine, RowBound::histograms(1))
                                          : noise_of(kTargetRangeLine, SumBound::histograms(1));
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
    target.level =
        edges[context.selection
                  .release(census->quantile(context.permit.pay(kLevelLine), census->target(), edges, kLittleAbove))
                  .value()];
    return;
  }
  const std::size_t number = census->target();
  const double half = half_of(target.range), middle = middle_of(target.range);
  std::vector<double> found;
  double noise = 0;
  const Interval range = classes() ? Interval{-1, 1} : target.range;  // of the labels of two classes
  if (!shares.columns) {
    found = release(census->laplace_means(context.permit.pay(kLevelLine), std::span(&number, 1), std::span(&range, 1)));
    found[0] = 2 * found[0] - 1;
    noise = 2 * noise_of(kLevelLine, UnitInterval::sum_bound(1));
  } else if (classes()) {
    const double zero = 0, one = 1;
    found = release(
        census->means(context.permit.pay(kLevelLine), std::span(&number, 1), std::span(&zero, 1), std::span(&one, 1)));
    noise = noise_of(kLevelLine, RowBound::ball(1, 1));
  } else {
    found =
        release(census->moments(context.permit.pay(kLevelLine), std::span(&number, 1), std::span(&target.range, 1)));
    noise = noise_of(kLevelLine, MomentCurve::bound(1));
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
  const std::vector<double> found = release(census->moments(context.permit.pay(kMomentsLine), asked, ranges));
  const double noise = noise_of(kMomentsLine, MomentCurve::bound(asked.size()));
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
      release(census->products(context.permit.pay(kProductsLine), {centres, factors_of}, radius));
  const double noise = noise_of(kProductsLine, OuterProduct::bound(facts.features)) * square(radius);
  Eigen::MatrixXd products(index(p), index(p));
  for (std::size_t a = 0; a < p; ++a)
    for (std::size_t b = 0; b <= a; ++b) {
      const std::size_t row = columns.used[a];  // columns are in increasing order, so this is in the lower triangle
      products(index(a), index(b)) = products(index(b), index(a)) = found[row * (row + 1) / 2 + columns.used[b]];
    }
  const double kept = std::clamp(products.trace() / columns.radius_square, 0.3, 1.5);  // by the clip
  return denoised(products / kept, columns.expected, noise / kept);
}

double Bayes::Run::link_slope(double margin) const {
  const double step = 1e-4;
  return (predicted(margin + step) - predicted(margin - step)) / (2 * step);
}

// The derivative of the prediction at the margins that explain so much.
double Bayes::Run::level_of(double explained) const {
  if (counts()) return target.level;
  if (!classes()) return 1;
  return mean_over([&](double margin) { return link_slope(margin); }, intercept_for(explained), explained);
}

double Bayes::Run::intercept_for(double explained) const {
  if (!facts.mean) return target.level;
  return calibrated(facts.mean, target.level, explained);
}

Iterate Bayes::Run::point(const Vector& weights, double intercept) const {
  Iterate w(facts.features + 1);
  if (weights.size() > 0) {
    const Vector factor = factors();
    for (std::size_t k = 0; k < columns.used.size(); ++k)
      w.set({columns.used[k]}, target.unit * weights[index(k)] / factor[index(k)]);
  }
  w.set({facts.features}, target.unit * intercept);
  return w;
}

void Bayes::Run::ask_at(Iterate& here, const Vector& weights, double intercept) {
  const Iterate next = point(weights, intercept);
  std::vector<double> distances(here.size());
  for (std::size_t j = 0; j < here.size(); ++j) distances[j] = here.set({j}, next[Coordinate{j}]);
  oracle->move_all(distances);
}

Vector Bayes::Run::descend(const Curvature& curvature) {
  const std::size_t p = columns.used.size();
  const Vector factor = factors();
  const double root = std::sqrt(facts.loss_smoothness), n = facts.normaliser;
  Frame frame{std::vector<double>(facts.features, facts.loss_smoothness), std::vector<double>(facts.features + 1, 0.0)};
  // Columns that take no part are where their limits are, which is one point.
  for (std::size_t k = 0; k < facts.features; ++k) frame.centres[k] = columns.limits[k].low;
  for (std::size_t k = 0; k < p; ++k) {
    frame.smoothness[columns.used[k]] = facts.loss_smoothness * square(factor[index(k)]);
    frame.centres[columns.used[k]] = columns.middle[index(k)] + columns.half[index(k)] * columns.mean[index(k)];
  }
  frame.smoothness.push_back(facts.loss_smoothness);
  oracle->set_frame(frame);
  if (held) context.oracle.set_frame(frame);
  const double usual = std::clamp(std::pow(shares.signal, 0.25) / 3.4, 0.9, 4.0);
  const double often = std::max(0.8, usual * std::pow(std::min(1.0, 20 / static_cast<double>(p)), 0.25));
  const double row = std::sqrt(columns.radius_square + 1);

  Vector w = Vector::Zero(index(p)), variance = Vector::Zero(index(p));
  double offset = 0, offset_error = target.error;
  double unknown = -1;
  std::vector<SlopeRecord> records;
  Iterate here = point(w, intercept_for(0));
  oracle->restart(here.weights());
  Posterior last;
  PosteriorFacts about;
  for (std::size_t t = 0; t < shares.steps; ++t) {
    const double explained = curvature.along(w), level = level_of(explained);
    const double residual =
        classes() ? std::sqrt(level)
        : counts()
            ? std::sqrt(target.variance)
            : std::sqrt(t == 0 ? target.variance : std::max(target.variance - explained, 0.05 * target.variance));
    const double radius = often * residual * row;
    ask_at(here, w, intercept_for(explained) + offset);
    SlopeGroup group = oracle->slopes(context.permit.pay(kSlopesLine), {ClipRule::ball, radius * target.unit / root});
    const std::vector<double> slopes = context.gaussian.release(group.slopes(oracle->every_coordinate())).value();
    const double noise = noise_of(kSlopesLine, RowBound::ball(1, p + 1)) * radius;
    Vector downhill(index(p));
    for (std::size_t k = 0; k < p; ++k)
      downhill[index(k)] = -slopes[columns.used[k]] / (factor[index(k)] * target.unit);
    const double mean_slope = slopes.back() / target.unit;
    const double shown = std::max(square(mean_slope) - square(noise), 0.0);
    if (!classes() && !counts()) {
      const double gain = offset_error / (offset_error + square(noise));
      offset -= gain * mean_slope;
      offset_error *= 1 - gain;
    } else {
      offset = std::clamp(offset - mean_slope * shown / std::max(square(mean_slope), 1e-300) / level, -3.0, 3.0);
    }
    const double sampling = square(residual) / n;
    const Vector slope_variance =
        (square(noise) + shown * columns.mean_error + sampling * curvature.values.array()).matrix();
    records.push_back({w, std::move(downhill), slope_variance, radius});
    about.level = level;
    about.quadratic = facts.quadratic;
    // The prior's unit: what explains all of the target's variance.
    const double slope = classes() ? target.variance : counts() ? target.level : 1;
    about.explained = target.variance / square(slope);
    if (unknown < 0) unknown = about.explained / curvature.values.sum() * static_cast<double>(p);
    about.before = unknown;
    last = posterior_of(records, curvature, about, variance);
    w = last.mean;
    w *= allowed_part(records, curvature, about.level, w);
    variance = last.variance;
    unknown = variance.sum();
    context.progress.advance(t + 1, shares.steps,
                             [&] { return point(w, intercept_for(curvature.along(w)) + (facts.mean ? 0 : offset)); });
  }
  // What the slopes let the weights explain, and what they leave open, of the variance of margins.
  const double open = variance.dot(curvature.values), explains = curvature.along(w);
  notes.push_back({"explained", explains});
  notes.push_back({"uncertain", open});
  context.facts.doubtful = explains < kDoubtful * open;
  w = penalised(w, curvature, about.level);
  const double explained = curvature.along(w);
  double intercept = intercept_for(explained);
  if (!facts.mean) intercept += offset;
  if (shares.intercept > 0) intercept += last_offset(here, w, intercept, explained, about.level);
  Vector whole(index(p) + 1);
  whole << w, intercept;
  return whole;
}

// Predictions are not normal: their mean is measured once and the intercept follows.
double Bayes::Run::last_offset(Iterate& here, const Vector& weights, double intercept, double explained, double level) {
  ask_at(here, weights, intercept);
  const Coordinate last{facts.features};
  // A threshold of one for a slope by itself: no class is farther from its probability.
  const Clip clip{ClipRule::uniform, std::sqrt(static_cast<double>(oracle->coordinates()))};
  SlopeGroup group = oracle->slopes(context.permit.pay(kInterceptLine), clip);
  const double slope = context.gaussian.release(group.slope(last)).value();
  const double noise = noise_of(kInterceptLine, RowBound::ball(1, 1)) / level;
  const double before = 0.04 * explained / (1 + explained);
  return std::clamp(-before / (before + square(noise)) * slope / level, -1.0, 1.0);
}

// The minimum of the posterior's quadratic and the penalty.
Vector Bayes::Run::penalised(const Vector& weights, const Curvature& curvature, double level) const {
  if (!solver.settings_.penalised) return weights;
  const Vector factor = factors();
  const Eigen::MatrixXd hessian = factor.asDiagonal() * (level * curvature.matrix()) * factor.asDiagonal();
  const Vector here = target.unit * weights.cwiseQuotient(factor);
  std::vector<Coordinate> set;
  for (const std::size_t k : columns.used) set.push_back({k});
  return minimise_quadratic(context.penalty, set, here, Vector::Zero(here.size()), hessian).cwiseProduct(factor) /
         target.unit;
}

Solution Bayes::run(SolverContext& context) const {
  Run run{*this, context};
  run.find_ranges();
  run.find_level();
  Frame plain{std::vector<double>(facts_.features + 1, facts_.loss_smoothness),
              std::vector<double>(facts_.features + 1, 0.0)};
  if (!plan_.columns || run.columns.used.empty()) {
    context.oracle.set_frame(std::move(plain));
    context.facts.stayed = true;
    context.facts.too_few = !plan_.columns;
    return {run.point(Vector(), run.intercept_for(0)), {}};
  }
  run.find_moments();
  const Curvature curvature = run.find_curvature();
  const Vector found = run.descend(curvature);
  Solution solution{run.point(found.head(found.size() - 1), found[found.size() - 1]), std::move(run.notes)};
  constexpr double kAnywhere = std::numeric_limits<double>::infinity();
  solution.limits.assign(facts_.features, {-kAnywhere, kAnywhere});
  for (const std::size_t k : run.columns.used) solution.limits[k] = run.columns.limits[k];
  return solution;
}

}  // namespace discreet
