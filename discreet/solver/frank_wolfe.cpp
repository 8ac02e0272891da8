#include "discreet/solver/frank_wolfe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "discreet/solver/coordinate_descent.hpp"
#include "discreet/solver/unhindered.hpp"

namespace discreet {
namespace {

// Of what the steps get, the part that moves the intercept, where there is one.
constexpr double kInterceptShare = 0.1;
// As for the greedy choice: scores suffer more from noise than from what clipping takes off all of them alike.
constexpr double kOfLongRuns = 0.7;

// A clipped slope over a typical one at the start, in units of the root of the smoothness.
constexpr double kTypicalClip = 3;
constexpr double kLeastSteps = 2, kMostSteps = 1000;

// Without noise a run ends when the gap shows that the risk is within this part of the least.
constexpr double kGap = 3e-5;
constexpr double kLooksShare = 0.01;  // of an infinite budget
constexpr std::size_t kLookEvery = 64, kMostExactSteps = 1'000'000;

// The first step goes all the way, so nothing is left of where it started but the intercept.
void leave(Iterate& w, std::vector<double>& distances, std::size_t features) {
  for (std::size_t k = 0; k < features; ++k) distances[k] = w.set({k}, 0);
}

}  // namespace

Result<std::unique_ptr<Solver>> FrankWolfe::make(const SolverSettings& settings, const SurveyFacts& facts) {
  if (!settings.radius)
    return wrong(Fault::usage, "--solver frank-wolfe needs --radius: how large the weights may be together",
                 "--radius 1 bounds the sum of their sizes by 1, --radius scaled:1 that of weight times spread");
  if (settings.penalised)
    return wrong(Fault::usage, "--solver frank-wolfe is bound by --radius and knows no --penalty",
                 "leave out --penalty, or use another solver");
  if (settings.step)
    return wrong(Fault::usage, "--solver frank-wolfe has no --step: the theory sets them", "leave it out");
  if (settings.averaging.kind != Averaging::Kind::none)
    return wrong(Fault::usage, "--solver frank-wolfe has no --average: each point is a mean of corners",
                 "leave it out");
  if (const auto fine = refuse_cd_options(settings, name); !fine) return tl::unexpected(fine.error());
  if (facts.features == 0) return wrong(Fault::usage, "--solver frank-wolfe needs a feature to choose");
  SolverSettings resolved = settings;
  // Thresholds at which a row moves the scores of all corners by the same amount.
  if (!resolved.clip_rule) resolved.clip_rule = settings.radius->scaled ? ClipRule::smoothness : ClipRule::uniform;
  return std::unique_ptr<Solver>(new FrankWolfe(std::move(resolved), facts));
}

FrankWolfe::FrankWolfe(SolverSettings settings, SurveyFacts facts)
    : GroundedSolver(std::move(settings), std::move(facts)) {
  steps_ = settings_.passes.value_or(facts_.exact() ? kMostExactSteps : worthwhile_steps());
}

// The curvature of the risk over the ball, 4 R^2 M at most, over what one row may do to a score. Known where constants
// and thresholds are declared; otherwise for a ball that is about as wide as the optimum needs, between corners that
// have little to do with each other: 2 R^2 M.
double FrankWolfe::curvature_in_thresholds() const {
  const bool known = settings_.smoothness == SmoothnessSource::declared && settings_.clip;
  if (!known) return 2 / kTypicalClip;
  const Frame& frame = settings_.declared;
  const std::vector<double> out = reaches({frame, 0, 1, facts_.loss_smoothness});
  double total = 0, curvature = 0, moved = 0;
  for (const double m : frame.smoothness) total += m;
  for (std::size_t k = 0; k < out.size(); ++k) {
    curvature = std::max(curvature, 4 * out[k] * out[k] * frame.smoothness[k]);
    const double unit = settings_.clip_rule == ClipRule::ball ? std::sqrt(frame.smoothness[k])
                        : settings_.clip_rule == ClipRule::smoothness
                            ? std::sqrt(frame.smoothness[k] / total)
                            : 1 / std::sqrt(static_cast<double>(frame.smoothness.size()));
    moved = std::max(moved, out[k] * unit * *settings_.clip);
  }
  return curvature / moved;
}

// Twice the steps halve what is left of the way and add to the noise of every choice: where the two are balanced.
std::size_t FrankWolfe::worthwhile_steps() const {
  const double certainty = facts_.certainty();
  const double among = std::log(2 * static_cast<double>(facts_.features) + 1);
  const double steps = std::ceil(std::pow(curvature_in_thresholds() * certainty / among, 2.0 / 3));
  return static_cast<std::size_t>(std::clamp(steps, kLeastSteps, kMostSteps));
}

void FrankWolfe::plan(Outline& outline) const {
  using Answer = Outline::Answer;
  const double left = groundwork_.plan(outline, steps_);
  const double level = facts_.intercept ? kInterceptShare * left : 0;
  outline.lines.push_back(
      {std::string(kChoices), steps_, 0, left - level, few() ? Answer::single_choice : Answer::choice});
  if (facts_.intercept)
    outline.lines.push_back({std::string(kSlopes), steps_, 1, level, few() ? Answer::laplace : Answer::gaussian});
  if (facts_.exact()) outline.lines.push_back({std::string(kLooks), steps_ / kLookEvery + 1, 1, kLooksShare});
}

std::vector<double> FrankWolfe::reaches(const Scales& found) const {
  std::vector<double> out(facts_.features, settings_.radius->size);
  if (settings_.radius->scaled)
    for (std::size_t k = 0; k < out.size(); ++k) out[k] /= std::sqrt(found.frame.smoothness[k] / found.curvature);
  return out;
}

double FrankWolfe::intercept_slope(SolverContext& context, Clip clip) const {
  Payment payment = context.permit.pay(kSlopes);
  const Coordinate last{facts_.features};
  if (few()) return context.laplace.release(context.oracle.laplace_slope(std::move(payment), clip, last)).value();
  return context.gaussian.release(context.oracle.slopes(std::move(payment), clip).slope(last)).value();
}

// Exact answers need no clipping: twice what the longest slope needs.
Clip FrankWolfe::unclipped(SolverContext& context) const {
  if (settings_.clip) return {*settings_.clip_rule, *settings_.clip};
  const Payment paid = context.permit.pay(Groundwork::kClipLine);
  const double longest = context.exactly(paid, context.reference.longest_slope());
  const double radius = longest > 0 && std::isfinite(2 * longest) ? 2 * longest : 1;
  return covering(*settings_.clip_rule, radius, context.oracle.frame());
}

// What the linear model of the risk promises at the best corner bounds what any point of the ball can gain.
bool FrankWolfe::good_enough(SolverContext& context, const Iterate& w, const std::vector<double>& reaches) const {
  const Payment paid = context.permit.pay(kLooks);
  const Eigen::VectorXd slopes = context.exactly(paid, context.reference.gradient());
  const double risk = context.exactly(paid, context.reference.risk());
  double gap = 0, best = 0;
  for (std::size_t k = 0; k < reaches.size(); ++k) {
    const double slope = slopes[static_cast<Eigen::Index>(k)];
    gap += w[Coordinate{k}] * slope;
    best = std::max(best, reaches[k] * std::abs(slope));
  }
  if (facts_.intercept) {
    const double slope = slopes[static_cast<Eigen::Index>(facts_.features)];
    gap += slope * slope / context.oracle.frame().smoothness.back();
  }
  return !(gap + best > kGap * std::abs(risk));
}

Solution FrankWolfe::run(SolverContext& context) const {
  const Scales found = groundwork_.scales_of_all(context);
  Oracle& oracle = context.oracle;
  oracle.set_frame(found.frame);
  Iterate w = starting_point(settings_, facts_, found);
  oracle.restart(w.weights());
  const std::vector<double> out = reaches(found);

  std::optional<Vertices> vertices;
  Clip clip = facts_.exact() ? Clip{} : groundwork_.clip(context, found, *settings_.clip_rule, kOfLongRuns);
  std::vector<double> distances(w.size(), 0.0);
  std::vector<Coordinate> support;  // the corners that were chosen, each once
  std::vector<bool> chosen(facts_.features, false);
  for (std::size_t t = 0; t < steps_; ++t) {
    if (facts_.exact()) clip = unclipped(context);
    if (facts_.exact() || !vertices) vertices.emplace(oracle, out, clip);
    const Vertex corner =
        (*vertices)[context.selection.release(vertices->choice(context.permit.pay(kChoices))).value()];
    const double part = 2 / static_cast<double>(t + 2);
    if (t == 0) leave(w, distances, facts_.features);
    if (!chosen[corner.j.value]) support.push_back(corner.j);
    chosen[corner.j.value] = true;
    for (const Coordinate j : support) distances[j.value] += w.set(j, (1 - part) * w[j]);
    distances[corner.j.value] += w.set(corner.j, w[corner.j] + part * corner.weight);
    oracle.move_all(distances);
    std::fill(distances.begin(), distances.end(), 0.0);
    if (facts_.intercept) {
      const Coordinate last{facts_.features};
      const double step = intercept_slope(context, clip) / oracle.frame().smoothness.back();
      oracle.move(last, w.set(last, w[last] - step));
    }
    context.progress.advance(t + 1, steps_, [&] { return w; });
    if (facts_.exact() && !settings_.passes && (t + 1) % kLookEvery == 0 && good_enough(context, w, out))
      return {std::move(w), {{"steps_run", static_cast<double>(t + 1)}}};
  }
  if (facts_.exact()) return {std::move(w), {}};
  return {std::move(w), {{"clip", clip.threshold}}};
}

Description FrankWolfe::description() const {
  Description text{{"name", std::string(name)}, {"radius", settings_.radius->size}};
  if (settings_.radius->scaled) text.emplace_back("radius_of", std::string("weight times spread"));
  if (settings_.passes || !facts_.exact()) text.emplace_back("passes", static_cast<double>(steps_));
  text.emplace_back("clip_rule", std::string(name_of(*settings_.clip_rule)));
  text.emplace_back("smoothness", std::string(name_of(settings_.smoothness)));
  return text;
}

}  // namespace discreet
