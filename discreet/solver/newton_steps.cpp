#include "discreet/solver/newton_steps.hpp"

#include <algorithm>
#include <cmath>

#include "discreet/base/normal.hpp"
#include "discreet/penalty/quadratic.hpp"
#include "discreet/solver/bisection.hpp"
#include "discreet/solver/coordinate_descent.hpp"
#include "discreet/solver/plan_noise.hpp"

namespace discreet {
namespace {

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

struct NewtonSteps::Model {
  const WeightedPenalty& penalty;
  std::vector<Coordinate> all;   // of one class
  Eigen::VectorXd start, scale;  // where the ridge pulls to; the root of the smoothness, of one class
  Eigen::MatrixXd curvature,
      ridge;            // in the units of the weights, the same for each class; the first includes the second
  double strength = 0;  // of the ridge, in the frame
  double caution = 1;   // what the metric is multiplied by

  Eigen::Index size() const { return scale.size(); }
  // One column a class.
  Eigen::Map<const Eigen::MatrixXd> by_class(const Eigen::VectorXd& values) const {
    return {values.data(), size(), values.size() / size()};
  }
  Eigen::VectorXd minimum(const Eigen::VectorXd& from, const Eigen::VectorXd& slope) const {
    Eigen::VectorXd found(from.size());
    for (Eigen::Index at = 0; at < from.size(); at += size()) {
      const auto part = [&](const Eigen::VectorXd& values) -> Eigen::VectorXd { return values.segment(at, size()); };
      found.segment(at, size()) =
          minimise_quadratic(penalty, all, part(from), part(slope) + ridge * (part(from) - part(start)), curvature);
    }
    return found;
  }
  // How long a move is in the frame, and how much curvature the metric says there is along it.
  double length(const Eigen::VectorXd& moved) const { return (scale.asDiagonal() * by_class(moved)).norm(); }
  double bend(const Eigen::VectorXd& moved) const { return product(moved, moved); }
  double product(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const {
    return by_class(a).cwiseProduct(curvature * by_class(b)).sum();
  }
};

NewtonSteps::NewtonSteps(const SolverSettings& settings, const SurveyFacts& facts, std::size_t classes,
                         std::size_t steps)
    : settings_(settings), facts_(facts), classes_(classes), approach_(facts_.exact() ? 0 : steps / 2), steps_(steps) {}

void NewtonSteps::describe(Description& text) const {
  if (settings_.passes || !facts_.exact()) text.emplace_back("passes", static_cast<double>(steps_));
  text.emplace_back("metric", std::string(settings_.diagonal_metric ? "diagonal" : "full"));
  text.emplace_back("step", settings_.step.value_or(1));
  text.emplace_back("smoothness", std::string(name_of(settings_.smoothness)));
}

void NewtonSteps::plan(Outline& outline, double left) const {
  if (reclips()) {
    outline.lines.push_back({std::string(kReclip), kReclipSteps, 1, kReclipShare});
    left -= kReclipShare;
  }
  const double first = static_cast<double>(approach_), rest = kLaterWeight * static_cast<double>(later());
  if (approach_ > 0)
    outline.lines.push_back({std::string(kApproach), approach_, numbers(), left * first / (first + rest)});
  outline.lines.push_back({std::string(kSlopes), later(), numbers(), left * rest / (first + rest)});
}

double NewtonSteps::clipped_share() const {
  return kClippedOverNoise * static_cast<double>(numbers()) / facts_.certainty();
}

bool NewtonSteps::stays() const { return !facts_.regression && clipped_share() > kNoisy; }

Groundwork::Threshold NewtonSteps::threshold(Groundwork::Threshold usual) const {
  return stays() ? Groundwork::Threshold{kNoisyBeyond, kNoisyTimes} : usual;
}

// The threshold that suits slopes near the optimum.
double NewtonSteps::narrowed(NewtonQuestions& questions, double first, RunFacts& facts) const {
  const double share = std::clamp(clipped_share(), kLeastClipped, kMostClipped);
  const SizeSearch search{first, kOctavesDown, kOctavesUp, share, kReclipSteps, kReclipShare};
  const auto ask = [&](double size) { return questions.rows_beyond(kReclip, size); };
  const FoundSize size = find_size(search, facts_.budget, facts_.normaliser, ask);
  if (size.size) facts.clipped = size.beyond(*size.size);
  return size.size.value_or(first);
}

// `deviation` is the noise in the mean of the later slopes, in the frame. A weight whose square is v beforehand, and
// whose slope has noise of variance s^2, is best shrunk as by a ridge of s^2/v over the curvature. The features share
// what they may explain; those that a kink of the penalty holds at zero do not count.
void NewtonSteps::weigh(Model& model, const ColumnMetric& metric, const Scales& found, double deviation) const {
  double noisy = 0;
  for (std::size_t j = 0; deviation > 0 && j < model.all.size(); ++j) {
    const auto [low, high] = model.penalty.slopes(model.all[j], 0);
    const double kink = std::max(0.0, std::min(-low, high));
    noisy += beyond_square(kink / (deviation * model.scale[static_cast<Eigen::Index>(j)]));
  }
  noisy *= static_cast<double>(classes_);
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

NewtonSteps::Model NewtonSteps::model_at(const Ground& ground, const Eigen::VectorXd& start) const {
  const std::vector<double>& smoothness = ground.found.frame.smoothness;
  const auto size = static_cast<Eigen::Index>(smoothness.size());
  Model model{
      ground.penalty, {}, start, Eigen::Map<const Eigen::VectorXd>(smoothness.data(), size).cwiseSqrt(), {}, {}};
  for (std::size_t j = 0; j < smoothness.size(); ++j) model.all.push_back({j});
  model.caution = 1 / settings_.step.value_or(1);
  return model;
}

NewtonSteps::Found NewtonSteps::run(NewtonQuestions& questions, const Ground& ground, const Eigen::VectorXd& start,
                                    Progress& progress) const {
  Model model = model_at(ground, start);
  double radius = ground.radius;
  const auto noise_of = [&](std::string_view line) {
    if (facts_.exact()) return 0.0;
    return deviation_of(ground.plan, line) * facts_.apart() * radius / facts_.normaliser;
  };
  const auto weigh_noise = [&] {
    weigh(model, ground.metric, ground.found, noise_of(kSlopes) / std::sqrt(static_cast<double>(later())));
  };
  weigh_noise();

  Eigen::VectorXd here = start, moved = Eigen::VectorXd::Zero(start.size());
  Eigen::VectorXd points = moved, slopes = moved;  // sums of the later ones
  for (std::size_t t = 0; t < steps_; ++t) {
    if (t == approach_ && reclips()) {
      radius = narrowed(questions, radius, *ground.facts);
      weigh_noise();
    }
    const std::string_view line = t < approach_ ? kApproach : kSlopes;
    const std::vector<double> answer = questions.slopes(line, radius);
    const Eigen::VectorXd slope = Eigen::Map<const Eigen::VectorXd>(answer.data(), start.size());
    // A step in a metric that is less than half of the true curvature climbs more than it was to descend.
    const double climb = moved.dot(slope) - kDoubts * noise_of(line) * model.length(moved);
    const double most = model.bend(moved);
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
    questions.move(here, moved);
    questions.report(progress, t + 1, steps_);
    if (facts_.exact() && questions.finished(here)) break;
  }
  if (facts_.exact()) return {here, radius, 0};
  const double count = static_cast<double>(later());
  return {model.minimum(points / count, slopes / count), radius, model.strength};
}

NewtonSteps::Found NewtonSteps::run_ahead(NewtonQuestions& questions, const Ground& ground,
                                          const Eigen::VectorXd& start, Progress& progress) const {
  Model model = model_at(ground, start);
  weigh(model, ground.metric, ground.found, 0);
  Eigen::VectorXd here = start, last = start;
  double pace = 1;
  for (std::size_t t = 0; t < steps_; ++t) {
    const std::vector<double> answer = questions.slopes(kSlopes, ground.radius);
    const Eigen::VectorXd next = model.minimum(here, Eigen::Map<const Eigen::VectorXd>(answer.data(), start.size()));
    // Begins anew where it leads back (O'Donoghue and Candes 2015).
    if (model.product(here - next, next - last) > 0) pace = 1;
    const double faster = (1 + std::sqrt(1 + 4 * pace * pace)) / 2;
    const Eigen::VectorXd ahead = next + (pace - 1) / faster * (next - last);
    questions.move(ahead, next - last);
    pace = faster;
    last = next;
    here = ahead;
    questions.report(progress, t + 1, steps_);
    if (questions.finished(last)) break;
  }
  return {last, ground.radius, 0};
}

}  // namespace discreet
