#include "discreet/solver/output.hpp"

#include <fmt/format.h>

#include <cmath>

#include "discreet/privacy/lattice.hpp"
#include "discreet/solver/exact.hpp"
#include "discreet/solver/groundwork.hpp"
#include "discreet/solver/plan_noise.hpp"

namespace discreet {

Result<std::unique_ptr<Solver>> OutputPerturbation::make(const SolverSettings& settings, const SurveyFacts& facts) {
  if (const auto fine = refuse_descent_options(settings, name); !fine) return tl::unexpected(fine.error());
  if (const Result<void> fine = PublicRows::check(name, settings, facts); !fine) return tl::unexpected(fine.error());
  if (!(facts.bend > 0) && !settings.ridge)
    return wrong(Fault::usage, "--solver output needs a penalty that is strongly convex",
                 "use --penalty l2:A, elastic-net:A,RATIO with a RATIO below 1, or --ridge R");
  std::unique_ptr<Solver> without_noise;
  if (facts.exact()) without_noise = *ExactSolver::make(settings, facts);
  return std::unique_ptr<Solver>(new OutputPerturbation(settings, facts, std::move(without_noise)));
}

OutputPerturbation::OutputPerturbation(const SolverSettings& settings, const SurveyFacts& facts,
                                       std::unique_ptr<Solver> without_noise)
    : settings_(settings), facts_(facts), rows_(settings, facts), without_noise_(std::move(without_noise)) {}

void OutputPerturbation::plan(Outline& outline) const {
  if (without_noise_) return without_noise_->plan(outline);
  outline.lines.push_back({std::string(kLine), 1, facts_.features + facts_.intercept, 1});
}

// The norm is the penalty's own, in the features' own units, and leaves out the intercept, which is bent as much as the
// rest; or that of a ridge, in units in which every column is as large as one.
double OutputPerturbation::longest(const PublicRows::Shape& shape) const {
  double full = 0;
  for (const double size : shape.sizes) full += settings_.ridge ? 1 : size * size;
  return settings_.clip.value_or(rows_.fullness() * std::sqrt(full));
}

Result<void> OutputPerturbation::check(const Plan& plan) const {
  if (without_noise_) return {};
  const auto shape = rows_.declared_shape();
  if (!shape) return {};
  if (const auto fine = rows_.check_search(name, strength(), longest(*shape), 0); !fine) return fine;
  const RowBound row = Perturbation::bound(rows_.risk(), longest(*shape) / std::sqrt(strength()));
  if (!Lattice::exists({deviation_of(plan, kLine)}, plan.neighbours, row)) return no_grid(plan.lines[0]);
  return {};
}

Solution OutputPerturbation::run(SolverContext& context) const {
  if (without_noise_) return without_noise_->run(context);
  const PublicRows::Shape shape = rows_.shape(context);
  const bool own = !settings_.ridge;
  Frame frame{{}, shape.centres};
  std::vector<double> ridge;
  for (std::size_t k = 0; k < shape.sizes.size(); ++k) {
    const double size = own ? 1 : shape.sizes[k];
    ridge.push_back(own && k < facts_.features ? 0 : strength() * size * size);
    frame.smoothness.push_back(context.penalty.bend(Coordinate{k}) + ridge.back());
  }
  // Where the data itself says how long rows are, in research, the settings could not be checked beforehand.
  double clip = longest(shape);
  while (!rows_.searchable(strength(), clip, 0)) clip /= 2;
  context.oracle.set_frame(frame);
  const Minimum what{context.penalty, std::move(ridge), clip / std::sqrt(strength()), facts_.steepest};
  const auto noisy =
      context.gaussian.release(context.perturbation.output(context.permit.pay(kLine), context.reference, what));
  Iterate point = tidied(noisy.value(), std::vector<double>(frame.smoothness.size(), 0.0), context.penalty);
  return {std::move(point), {{"clip", clip}}, {}, {}, spread(context, what)};
}

// The noise is on the weights themselves. Moving them into the penalty's box afterwards brings them nearer to any point
// in it, so what holds of the noise holds of what is left of it.
NoiseSpread OutputPerturbation::spread(const SolverContext& context, const Minimum& what) const {
  const double multiplier = deviation_of(context.permit.plan(), kLine);
  const double n = context.oracle.normaliser(), apart = facts_.apart();
  const double certified = n * Perturbation::certified(rows_.risk(), what.radius, 0);
  const double unit = multiplier * (apart + 2 * certified) * what.steepest * what.radius / n;
  const Frame& frame = context.oracle.frame();
  NoiseSpread noise{{}, 0, "exact: the noise was added to the weights themselves"};
  double square = 0;
  for (std::size_t k = 0; k < frame.smoothness.size(); ++k) {
    const double deviation = unit / std::sqrt(frame.smoothness[k]);
    const bool weight = k < facts_.features;
    if (weight) noise.weights.push_back(deviation);
    const double pull = !weight ? 1 : facts_.intercept ? frame.centres[k] : 0;
    square += pull * pull * deviation * deviation;
    if (!weight) noise.intercept_at_centres = deviation;
  }
  noise.intercept = std::sqrt(square);
  if (facts_.intercept && noise.intercept > noise.intercept_at_centres)
    noise.centres.assign(frame.centres.begin(), frame.centres.begin() + static_cast<std::ptrdiff_t>(facts_.features));
  return noise;
}

Description OutputPerturbation::description() const {
  return {{"name", std::string(name)}, {"smoothness", std::string(name_of(settings_.smoothness))}};
}

}  // namespace discreet
