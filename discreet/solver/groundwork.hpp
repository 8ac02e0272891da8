// What every descent buys before its first step: the frame, and the threshold at which slopes are clipped.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <utility>

#include "discreet/solver/solver.hpp"

namespace discreet {

class Groundwork {
 public:
  // The target's level and spread are bought with a declared frame too if they are needed whatever the threshold is.
  Groundwork(const SolverSettings& settings, const SurveyFacts& facts, bool needs_target = false)
      : settings_(settings), facts_(facts), survey_(facts_), needs_target_(needs_target) {}

  std::size_t coordinates() const { return facts_.features + facts_.intercept; }

  // Adds what will be asked, and returns the share of the budget that is left. Without noise every pass may look twice.
  double plan(Outline& outline, std::size_t passes) const;
  double plan_scales(Outline& outline) const;  // the same for the frame alone

  Scales scales(SolverContext& context) const;
  // The same for solvers whose noise is not divided by the smoothness: a column of which nothing was seen is taken to
  // be as large as the largest that was, instead of being held at zero by a smoothness beyond reason.
  Scales scales_of_all(SolverContext& context) const;
  // How a threshold is found: the size of slope vector that a share of the rows exceeds, times a factor.
  struct Threshold {
    double beyond, times;
  };
  // Few rows are clipped at the start; the slopes of a classification can double on the way, hence the factor.
  static constexpr double kClassificationGrowth = 1.7;
  Threshold usual_threshold() const { return {0.03, facts_.regression ? 1 : kClassificationGrowth}; }
  // The threshold: as given, or searched for at the oracle's current point and adapted to the rule.
  Clip clip(SolverContext& context, const Scales& found, ClipRule rule, Threshold wanted) const;
  Clip clip(SolverContext& context, const Scales& found, ClipRule rule, double scaled = 1) const {
    return clip(context, found, rule, Threshold{usual_threshold().beyond, scaled * usual_threshold().times});
  }

  // The radius of the ball rule by whoever knows how many rows are beyond one: ask(size), the noisy share of them, paid
  // from the same line.
  double radius(const Scales& found, Threshold wanted, RunFacts& facts, const std::function<double(double)>& ask) const;

  // More passes come closer to the optimum of the data at hand and add noise to every slope: how many are worth it, for
  // a pass whose steps are `step` of a coordinate's own, and not more than `most`.
  std::size_t worthwhile_passes(double step, double most) const;

  // The radius of the ball that few rows' slope vectors leave, as it is for a target of unit spread; and what a box of
  // the same bias is of it, in each coordinate.
  double typical_radius() const;
  double typical_box() const;

  static constexpr std::string_view kClipLine = "clip", kSmoothnessLine = "smoothness";

 private:
  bool searches_clip() const { return !settings_.clip; }
  // A declared frame says nothing about the target, whose spread the search for a threshold starts from.
  bool asks_target() const {
    const bool declared = settings_.smoothness == SmoothnessSource::declared;
    const bool bare = settings_.smoothness == SmoothnessSource::bought && settings_.purchase;
    return (declared || bare) && (needs_target_ || (searches_clip() && !facts_.exact()));
  }
  Scales with_target(Frame frame, SolverContext& context) const;
  Scales found_scales(SolverContext& context) const;

  SolverSettings settings_;
  SurveyFacts facts_;
  Survey survey_;
  bool needs_target_;
};

// What solvers that begin so have in common.
class GroundedSolver : public Solver {
 protected:
  GroundedSolver(SolverSettings settings, SurveyFacts facts, bool needs_target = false)
      : settings_(std::move(settings)), facts_(std::move(facts)), groundwork_(settings_, facts_, needs_target) {}

  SolverSettings settings_;
  SurveyFacts facts_;
  Groundwork groundwork_;
};

// Refuses what only cd understands.
[[nodiscard]] Result<void> refuse_cd_options(const SolverSettings& settings, std::string_view solver);

// And what only descents understand.
[[nodiscard]] Result<void> refuse_descent_options(const SolverSettings& settings, std::string_view solver);

// Where a descent starts: at the public point that the user gave, otherwise at zero with the intercept at the level of
// the target.
Iterate starting_point(const SolverSettings& settings, const SurveyFacts& facts, const Scales& found);

// Of a solver that stays at its start because the noise hides how large columns or target are: weights in units that
// nobody knows could be anything.
Solution at_its_start(Iterate start, SolverContext& context);

// Names for descriptions.
std::string_view name_of(ClipRule rule);
std::string_view name_of(SmoothnessSource source);

}  // namespace discreet
