#include "discreet/solver/newton.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/base/normal.hpp"
#include "discreet/penalty/quadratic.hpp"
#include "discreet/solver/bisection.hpp"
#include "discreet/solver/coordinate_descent.hpp"
#include "discreet/solver/plan_noise.hpp"
#include "discreet/solver/unhindered.hpp"

namespace discreet {
namespace {

// A quadratic needs few steps; other losses are less curved than the metric takes them for, and need more.
constexpr std::size_t kRegressionSteps = 10, kClassificationSteps = 30;
// Where the noise hides much of the metric, steps are short, and there are more of them.
constexpr double kMuchHidden = 6;
constexpr std::size_t kMoreOften = 2;
// The first half leads near the optimum and may be noisier; a later step gets this much of the budget over a first.
constexpr double kLaterWeight = 3;

// After a step along d in the metric H the slope along d is at most (c - 1) d.Hd, for a true curvature of c H. More
// than this, by so many deviations of its noise, and the metric is raised.
constexpr double kClimb = 1.2, kDoubts = 3, kMostCaution = 10;

// Near the optimum the threshold is searched again. The share of rows to clip balances the bias of clipping, which
// grows with it, and the noise, which is in proportion to features over rows in units of the noise.
constexpr double kReclipShare = 0.01;
constexpr std::size_t kReclipSteps = 5;
constexpr double kOctavesDown = 3, kOctavesUp = 1;
// A classification in which that share would be larger than this does better with one threshold that stays: a fraction
// of what all but a tenth of the rows have at the start.
constexpr double kNoisy = 0.04, kNoisyBeyond = 0.1, kNoisyTimes = 0.75;
constexpr double kLeastClipped = 0.01, kMostClipped = 0.1, kClippedOverNoise = 1.5;

// Of twice the objective at the start, what weights explain: the square of their length in the frame. If they explain
// nothing after all, the ridge that follows from it keeps what noise adds to the objective below an eighth of that.
constexpr double kExplained = 0.15;

// The mean square by which a standard normal exceeds a threshold on either side: what a kink of the penalty leaves of
// the noise in a weight.
double beyond_square(double threshold) {
  if (threshold > 30) return 0;
  return 2 * ((1 + threshold * threshold) * normal_cdf(-threshold) - threshold * normal_density(threshold));
}

}  // namespace

struct Newton::Model {
  const WeightedPenalty& penalty;
  std::vector<Coordinate> all;
  Eigen::VectorXd start, scale;      // where the ridge pulls to; the root of the smoothness
  Eigen::MatrixXd curvature, ridge;  // in the units of the weights; the first includes the second
  double strength = 0;               // of the ridge, in the frame
  double caution = 1;                // what the metric is multiplied by

  Eigen::VectorXd minimum(const Eigen::VectorXd& from, const Eigen::VectorXd& slope) const {
    return minimise_quadratic(penalty, all, from, slope + ridge * (from - start), curvature);
  }
};

Result<std::unique_ptr<Solver>> Newton::make(const SolverSettings& settings, const SurveyFacts& facts) {
  if (const auto fine = refuse_cd_options(settings, name); !fine) return tl::unexpected(fine.error());
  if (settings.clip_rule && settings.clip_rule != ClipRule::ball)
    return wrong(Fault::usage, "--solver newton clips by the ball rule only", "leave out --clip-rule");
  if (settings.averaging.kind != Averaging::Kind::none)
    return wrong(Fault::usage, "--average: --solver newton averages slopes by itself", "leave out --average");
  if (facts.features > kMostFeatures)
    return wrong(Fault::usage,
                 fmt::format("--solver newton takes at most {} features, not {}", kMostFeatures, facts.features),
                 "its metric is a matrix: use cd or greedy");
  return std::unique_ptr<Solver>(new Newton(settings, facts));
}

Newton::Newton(SolverSettings settings, SurveyFacts facts)
    : settings_(std::move(settings)),
      facts_(std::move(facts)),
      groundwork_(settings_, facts_),
      purchase_(settings_, facts_) {
  const std::size_t usual = facts_.regression ? kRegressionSteps : kClassificationSteps;
  const std::size_t often = purchase_.expected_hidden() > kMuchHidden ? kMoreOften : 1;
  steps_ = settings_.passes.value_or(exact() ? Unhindered::kMostPasses : usual * often);
  approach_ = exact() ? 0 : steps_ / 2;
}

void Newton::plan(Outline& outline) const {
  double left = groundwork_.plan(outline, steps_);
  left -= purchase_.plan(outline);
  if (reclips()) {
    outline.lines.push_back({std::string(kReclip), kReclipSteps, 1, kReclipShare});
    left -= kReclipShare;
  }
  const std::size_t size = groundwork_.coordinates();
  const double first = static_cast<double>(approach_), rest = kLaterWeight * static_cast<double>(later());
  if (approach_ > 0) outline.lines.push_back({std::string(kApproach), approach_, size, left * first / (first + rest)});
  outline.lines.push_back({std::string(kSlopes), later(), size, left * rest / (first + rest)});
}

double Newton::clipped_share() const {
  return kClippedOverNoise * static_cast<double>(groundwork_.coordinates()) / facts_.certainty();
}

bool Newton::stays() const { return !facts_.regression && clipped_share() > kNoisy; }

Clip Newton::narrowed(SolverContext& context, Clip first) const {
  const double share = std::clamp(clipped_share(), kLeastClipped, kMostClipped);
  const SizeSearch search{first.threshold, kOctavesDown, kOctavesUp, share, kReclipSteps, kReclipShare};
  const auto ask = [&](double size) {
    return context.gaussian.release(context.oracle.rows_beyond(context.permit.pay(kReclip), size)).value();
  };
  return {first.rule, find_size(search, facts_.budget, facts_.normaliser, ask).value_or(first.threshold)};
}

// `deviation` is the noise in the mean of the later slopes, in the frame. A weight whose square is v beforehand, and
// whose slope has noise of variance s^2, is best shrunk as by a ridge of s^2/v over the curvature. The features share
// what they may explain; those that a kink of the penalty holds at zero do not count.
void Newton::weigh(Model& model, const ColumnMetric& metric, const Scales& found, double deviation) const {
  double noisy = 0;
  for (std::size_t j = 0; deviation > 0 && j < model.all.size(); ++j) {
    const auto [low, high] = model.penalty.slopes(model.all[j], 0);
    const double kink = std::max(0.0, std::min(-low, high));
    noisy += beyond_square(kink / (deviation * model.scale[static_cast<Eigen::Index>(j)]));
  }
  // A loss that is linear far out grows with the spread, not with its square.
  const double spread = found.target_spread, most = 2 * facts_.steepest * spread;
  const double at_start =
      facts_.regression ? std::min(spread * spread / found.curvature, most) : 2 * facts_.first_value;
  const double explained = kExplained * at_start;
  model.strength = deviation * deviation * noisy / explained;
  const auto in_weights = [&](const Eigen::MatrixXd& matrix) -> Eigen::MatrixXd {
    return model.scale.asDiagonal() * matrix * model.scale.asDiagonal();
  };
  model.ridge = in_weights(metric.with([&](double h) { return model.strength / std::min(h, 1.0); }));
  model.curvature = in_weights(metric.with([&](double h) { return model.caution * h; })) + model.ridge;
}

Solution Newton::run(SolverContext& context) const {
  const Scales found = groundwork_.scales(context);
  Oracle& oracle = context.oracle;
  oracle.set_frame(found.frame);
  Iterate w = starting_point(settings_, facts_, found);
  if (!found.seen) return {std::move(w), {hidden_signal()}};
  oracle.restart(w.weights());
  const ColumnMetric metric = purchase_.run(context, found);
  const auto size = static_cast<Eigen::Index>(w.size());
  Model model{context.penalty,
              oracle.every_coordinate(),
              Eigen::Map<const Eigen::VectorXd>(w.weights().data(), size),
              Eigen::Map<const Eigen::VectorXd>(found.frame.smoothness.data(), size).cwiseSqrt(),
              {},
              {}};
  model.caution = 1 / settings_.step.value_or(1);
  SolverSettings ball = settings_;
  ball.clip_rule = ClipRule::ball;
  Unhindered unhindered(context, ball, Groundwork::kClipLine, true);
  const Groundwork::Threshold wanted =
      stays() ? Groundwork::Threshold{kNoisyBeyond, kNoisyTimes} : groundwork_.usual_threshold();
  Clip clip = exact() ? Clip{} : groundwork_.clip(context, found, ClipRule::ball, wanted);
  const auto noise_of = [&](std::string_view line) {
    if (exact()) return 0.0;
    return deviation_of(context.permit.plan(), line) * facts_.apart() * clip.threshold / facts_.normaliser;
  };
  const auto weigh_noise = [&] {
    weigh(model, metric, found, noise_of(kSlopes) / std::sqrt(static_cast<double>(later())));
  };
  weigh_noise();

  Eigen::VectorXd here = model.start, moved = Eigen::VectorXd::Zero(size);
  Eigen::VectorXd points = moved, slopes = moved;  // sums of the later ones
  for (std::size_t t = 0; t < steps_; ++t) {
    if (t == approach_ && reclips()) {
      clip = narrowed(context, clip);
      weigh_noise();
    }
    const std::string_view line = t < approach_ ? kApproach : kSlopes;
    SlopeGroup group = oracle.slopes(context.permit.pay(line), exact() ? unhindered.clip() : clip);
    const std::vector<double> answer = context.gaussian.release(group.slopes(model.all)).value();
    const Eigen::VectorXd slope = Eigen::Map<const Eigen::VectorXd>(answer.data(), size);
    // A step in a metric that is less than half of the true curvature climbs more than it was to descend.
    const double climb = moved.dot(slope) - kDoubts * noise_of(line) * moved.cwiseProduct(model.scale).norm();
    const double most = moved.dot(model.curvature * moved);
    if (climb > kClimb * most) {
      model.caution *= 1 + std::min(climb / most, kMostCaution);
      weigh_noise();
    }
    if (t >= approach_) {
      points += here;
      slopes += slope;
    }
    const Eigen::VectorXd next = model.minimum(here, slope);
    moved = next - here;
    here = next;
    for (std::size_t j = 0; j < w.size(); ++j) w.set({j}, here[static_cast<Eigen::Index>(j)]);
    oracle.move_all({moved.data(), w.size()});
    context.progress.advance(t + 1, steps_, [&] { return w; });
    if (exact() && unhindered.finished(w)) break;
  }
  if (exact()) return {std::move(w), {{"steps_run", static_cast<double>(unhindered.passes())}}};
  const double count = static_cast<double>(later());
  const Eigen::VectorXd last = model.minimum(points / count, slopes / count);
  for (std::size_t j = 0; j < w.size(); ++j) w.set({j}, last[static_cast<Eigen::Index>(j)]);
  return {std::move(w),
          {{"clip", clip.threshold}, {"hidden_curvature", metric.hidden}, {"noise_ridge", model.strength}},
          {},
          found.limits};
}

Description Newton::description() const {
  Description text{{"name", std::string(name)}};
  if (settings_.passes || !exact()) text.emplace_back("passes", static_cast<double>(steps_));
  text.emplace_back("metric", std::string(settings_.diagonal_metric ? "diagonal" : "full"));
  text.emplace_back("step", settings_.step.value_or(1));
  text.emplace_back("smoothness", std::string(name_of(settings_.smoothness)));
  return text;
}

}  // namespace discreet
