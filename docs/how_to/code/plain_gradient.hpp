#pragma once

#include "discreet/solver/groundwork.hpp"

namespace discreet {

// Noisy slopes of all coordinates and a proximal step, again and again. Steps are so short that columns which move
// together cannot overshoot together.
class PlainGradient final : public Solver {
 public:
  static constexpr std::string_view name = "plain-gradient";
  static constexpr std::string_view summary = "short full steps, as plain as can be";

  static Result<std::unique_ptr<Solver>> make(const SolverSettings& settings, const SurveyFacts& facts) {
    if (const auto fine = refuse_cd_options(settings, name); !fine) return tl::unexpected(fine.error());
    return std::unique_ptr<Solver>(new PlainGradient(settings, facts));
  }

  // Everything that run() will ask, before anything is known about the rows.
  void plan(Outline& outline) const override {
    const double left = groundwork_.plan(outline, steps_);
    outline.lines.push_back({"slopes", steps_, groundwork_.coordinates(), left});
  }

  Solution run(SolverContext& context) const override {
    const Scales found = groundwork_.scales(context);
    context.oracle.set_frame(found.frame);
    Iterate w = starting_point(settings_, facts_, found);
    context.oracle.restart(w.weights());
    const Clip clip = groundwork_.clip(context, found, ClipRule::ball);
    for (std::size_t t = 0; t < steps_; ++t) {
      const auto slopes = context.gaussian.release(context.oracle.all_slopes(context.permit.pay("slopes"), clip));
      for (std::size_t k = 0; k < w.size(); ++k) {
        const Coordinate j{k};
        const double length = 1 / (static_cast<double>(w.size()) * found.frame.smoothness[k]);
        w.set(j, context.penalty.prox(j, w[j] - length * slopes.value()[k], length));
      }
      context.oracle.restart(w.weights());
      context.progress.advance(t + 1, steps_, [&] { return w; });
    }
    return {std::move(w), {{"clip", clip.threshold}}};
  }

  Description description() const override {
    return {{"name", std::string(name)}, {"steps", static_cast<double>(steps_)}};
  }

 private:
  PlainGradient(const SolverSettings& settings, const SurveyFacts& facts)
      : settings_(settings), facts_(facts), groundwork_(settings, facts), steps_(settings.passes.value_or(30)) {}

  SolverSettings settings_;
  SurveyFacts facts_;
  Groundwork groundwork_;
  std::size_t steps_;
};

}  // namespace discreet
