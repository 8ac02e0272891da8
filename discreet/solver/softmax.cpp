#include "discreet/solver/softmax.hpp"

#include <fmt/format.h>

#include <cmath>

#include "discreet/base/contract.hpp"
#include "discreet/solver/newton.hpp"

namespace discreet {
namespace {

constexpr std::size_t kSteps = 30, kExactSteps = 5000;
// The bound on the curvature is met by two classes that are equally likely and no others; half of it is closer to what
// several have, and a step that climbs raises the metric.
constexpr double kStep = 2;
// Without noise a run ends when it moves by no more than this part of its largest move.
constexpr double kStill = 1e-9;
constexpr double kLeastCurvature = 1e-3;  // of a column by itself, without noise

class Questions final : public NewtonQuestions {
 public:
  Questions(SolverContext& context, const SoftmaxOracle& oracle, const Frame& frame, Eigen::VectorXd start, bool exact)
      : context_(context), oracle_(oracle), here_(std::move(start)), exact_(exact) {
    for (std::size_t k = 0; k < oracle.numbers(); ++k)
      roots_.push_back(std::sqrt(frame.smoothness[k % oracle.coordinates()]));
  }

  std::vector<double> slopes(std::string_view line, double radius) override {
    Payment paid = context_.permit.pay(line);
    if (!exact_) return context_.gaussian.release(oracle_.slopes(std::move(paid), radius, point())).value();
    const Eigen::VectorXd gradient = context_.exactly(paid, oracle_.gradient(point()));
    return {gradient.begin(), gradient.end()};
  }
  double rows_beyond(std::string_view line, double radius) override {
    return context_.gaussian.release(oracle_.rows_beyond(context_.permit.pay(line), radius, point())).value();
  }
  void move(const Eigen::VectorXd& here, const Eigen::VectorXd& moved) override {
    here_ = here;
    moved_ = moved.cwiseProduct(Eigen::Map<const Eigen::VectorXd>(roots_.data(), moved.size())).cwiseAbs().maxCoeff();
    largest_ = std::max(largest_, moved_);
    ++steps_;
  }
  void report(Progress& progress, std::size_t done, std::size_t all) override { progress.advance(done, all); }
  bool finished(const Eigen::VectorXd&) override { return !(moved_ > kStill * largest_); }
  std::size_t steps() const { return steps_; }

 private:
  std::span<const double> point() const { return {here_.data(), static_cast<std::size_t>(here_.size())}; }

  SolverContext& context_;
  const SoftmaxOracle& oracle_;
  Eigen::VectorXd here_;
  std::vector<double> roots_;
  double moved_ = 0, largest_ = 0;
  std::size_t steps_ = 0;
  bool exact_;
};

// At the start all classes are equally likely.
SurveyFacts for_classes(SurveyFacts facts, std::size_t classes) {
  const double k = static_cast<double>(classes);
  facts.loss = std::string(Softmax::name);
  facts.loss_smoothness = Softmax::kSmoothness;
  facts.first_slope = std::sqrt(1 - 1 / k);  // the length of a row's slopes along its scores
  facts.first_value = std::log(k);
  facts.steepest = std::sqrt(2.0);
  return facts;
}

SolverSettings with_step(SolverSettings settings, const SurveyFacts& facts) {
  if (!settings.step) settings.step = facts.exact() ? 1 : kStep;
  return settings;
}

}  // namespace

Result<std::unique_ptr<SoftmaxNewton>> SoftmaxNewton::make(const SolverSettings& settings, SurveyFacts facts,
                                                           std::size_t classes) {
  if (settings.start)
    return wrong(Fault::usage, "--start is a model of two classes", "leave it out, or fit one class against the rest");
  if (const auto ground = Newton::make(settings, facts); !ground) return tl::unexpected(ground.error());
  facts.wary = true;
  return std::unique_ptr<SoftmaxNewton>(new SoftmaxNewton(settings, for_classes(std::move(facts), classes), classes));
}

SoftmaxNewton::SoftmaxNewton(SolverSettings settings, SurveyFacts facts, std::size_t classes)
    : settings_(with_step(std::move(settings), facts)),
      facts_(std::move(facts)),
      classes_(classes),
      groundwork_(settings_, facts_),
      purchase_(settings_, facts_),
      steps_(settings_, facts_, classes, settings_.passes.value_or(facts_.exact() ? kExactSteps : kSteps)) {}

void SoftmaxNewton::plan(Outline& outline) const {
  double left = groundwork_.plan(outline, steps_.steps());
  left -= purchase_.plan(outline);
  steps_.plan(outline, left);
}

Solution SoftmaxNewton::run(SolverContext&) const {
  require(false, "softmax is asked with an oracle of its own");
  return {Iterate(0), {}};
}

SoftmaxNewton::Found SoftmaxNewton::run(SolverContext& context, SoftmaxOracle& oracle) const {
  const Scales found = groundwork_.scales(context);
  oracle.set_frame(found.frame);
  std::vector<Iterate> weights(classes_, Iterate(oracle.coordinates()));
  if (!found.seen) {
    context.facts.stayed = true;
    return {std::move(weights), {}, {}};
  }
  ColumnMetric metric = purchase_.run(context, found);
  // More curvature than there is only shortens steps; next to none, of columns that say the same, would make the
  // quadratic of a step hard to minimise.
  if (facts_.exact()) metric.curvature = metric.curvature.cwiseMax(kLeastCurvature);
  const Eigen::VectorXd start = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(oracle.numbers()));
  Questions questions(context, oracle, found.frame, start, facts_.exact());
  const double radius =
      facts_.exact()
          ? 1
          : groundwork_.radius(found, steps_.threshold(groundwork_.usual_threshold()), context.facts,
                               [&](double size) { return questions.rows_beyond(Groundwork::kClipLine, size); });
  const NewtonSteps::Ground ground{found, metric, context.penalty, context.permit.plan(), radius, &context.facts};
  const NewtonSteps::Found last = facts_.exact() ? steps_.run_ahead(questions, ground, start, context.progress)
                                                 : steps_.run(questions, ground, start, context.progress);
  for (std::size_t k = 0; k < oracle.numbers(); ++k)
    weights[k / oracle.coordinates()].set({k % oracle.coordinates()}, last.weights[static_cast<Eigen::Index>(k)]);
  if (facts_.exact()) return {std::move(weights), {{"steps_run", static_cast<double>(questions.steps())}}, {}};
  return {std::move(weights),
          {{"clip", last.radius}, {"hidden_curvature", metric.hidden}, {"noise_ridge", last.ridge}},
          found.limits};
}

Description SoftmaxNewton::description() const {
  Description text{{"name", std::string(name)}, {"classes", static_cast<double>(classes_)}};
  steps_.describe(text);
  return text;
}

}  // namespace discreet
