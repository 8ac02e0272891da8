#include "discreet/solver/newton.hpp"

#include <fmt/format.h>

#include "discreet/solver/coordinate_descent.hpp"
#include "discreet/solver/retreat.hpp"
#include "discreet/solver/unhindered.hpp"

namespace discreet {
namespace {

// A quadratic needs few steps; other losses are less curved than the metric takes them for, and need more.
constexpr std::size_t kRegressionSteps = 10, kClassificationSteps = 30;
// Where the noise hides much of the metric, steps are short, and there are more of them.
constexpr double kMuchHidden = 6;
constexpr std::size_t kMoreOften = 2;

std::size_t steps_for(const SolverSettings& settings, const SurveyFacts& facts) {
  const std::size_t often = MetricPurchase(settings, facts).expected_hidden() > kMuchHidden ? kMoreOften : 1;
  const std::size_t usual = often * (facts.regression ? kRegressionSteps : kClassificationSteps);
  return settings.passes.value_or(facts.exact() ? Unhindered::kMostPasses : usual);
}

SolverSettings with_ball(SolverSettings settings) {
  settings.clip_rule = ClipRule::ball;
  return settings;
}

// Asks the oracle of one weight vector.
class Questions final : public NewtonQuestions {
 public:
  Questions(SolverContext& context, const SolverSettings& settings, Iterate& w, bool exact)
      : context_(context),
        ball_(with_ball(settings)),
        unhindered_(context, ball_, Groundwork::kClipLine, true),
        all_(context.oracle.every_coordinate()),
        w_(w),
        exact_(exact) {}

  std::vector<double> slopes(std::string_view line, double radius) override {
    SlopeGroup group =
        context_.oracle.slopes(context_.permit.pay(line), exact_ ? unhindered_.clip() : Clip{ClipRule::ball, radius});
    return context_.gaussian.release(group.slopes(all_)).value();
  }
  double rows_beyond(std::string_view line, double radius) override {
    return context_.gaussian.release(context_.oracle.rows_beyond(context_.permit.pay(line), radius)).value();
  }
  void move(const Eigen::VectorXd& here, const Eigen::VectorXd& moved) override {
    put(w_, here);
    context_.oracle.move_all({moved.data(), w_.size()});
  }
  void report(Progress& progress, std::size_t done, std::size_t all) override {
    progress.advance(done, all, [&] { return w_; });
  }
  bool finished(const Eigen::VectorXd&) override { return unhindered_.finished(w_); }
  std::size_t passes() const { return unhindered_.passes(); }

  static void put(Iterate& w, const Eigen::VectorXd& point) {
    for (std::size_t j = 0; j < w.size(); ++j) w.set({j}, point[static_cast<Eigen::Index>(j)]);
  }

 private:
  SolverContext& context_;
  SolverSettings ball_;
  Unhindered unhindered_;
  std::vector<Coordinate> all_;
  Iterate& w_;
  bool exact_;
};

}  // namespace

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
  SurveyFacts known = facts;
  known.wary = true;
  return std::unique_ptr<Solver>(new Newton(settings, known));
}

Newton::Newton(SolverSettings settings, SurveyFacts facts)
    : GroundedSolver(std::move(settings), std::move(facts)),
      purchase_(settings_, facts_),
      steps_(settings_, facts_, 1, steps_for(settings_, facts_)) {}

void Newton::plan(Outline& outline) const {
  double left = groundwork_.plan(outline, steps_.steps());
  left -= purchase_.plan(outline);
  if (looks_back()) left -= Retreat::plan(outline, facts_);
  steps_.plan(outline, left);
}

// Noise, columns that are larger than the scale they share, or a level that is far from where most of the target is may
// all have led astray. What a frame of the user's says is taken to be so.
bool Newton::looks_back() const { return Retreat::needed(settings_, facts_); }

Solution Newton::run(SolverContext& context) const {
  const Scales found = groundwork_.scales(context);
  context.oracle.set_frame(found.frame);
  Iterate w = starting_point(settings_, facts_, found);
  if (!found.seen) return at_its_start(std::move(w), context);
  context.oracle.restart(w.weights());
  const ColumnMetric metric = purchase_.run(context, found);
  const Iterate start = w;
  Questions questions(context, settings_, w, facts_.exact());
  const double radius =
      facts_.exact()
          ? 1
          : groundwork_.clip(context, found, ClipRule::ball, steps_.threshold(groundwork_.usual_threshold())).threshold;
  const Eigen::VectorXd from =
      Eigen::Map<const Eigen::VectorXd>(w.weights().data(), static_cast<Eigen::Index>(w.size()));
  const NewtonSteps::Found last =
      steps_.run(questions, {found, metric, context.penalty, context.permit.plan(), radius, &context.facts}, from,
                 context.progress);
  Questions::put(w, last.weights);
  if (facts_.exact()) return {std::move(w), {{"steps_run", static_cast<double>(questions.passes())}}};
  Solution solution{std::move(w), {}};
  if (looks_back()) solution = Retreat::run(context, facts_, found, start, solution.weights);
  solution.notes.insert(solution.notes.end(),
                        {{"clip", last.radius}, {"hidden_curvature", metric.hidden}, {"noise_ridge", last.ridge}});
  solution.limits = found.limits;
  return solution;
}

Description Newton::description() const {
  Description text{{"name", std::string(name)}};
  steps_.describe(text);
  return text;
}

}  // namespace discreet
