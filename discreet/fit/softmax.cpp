#include "discreet/fit/softmax.hpp"

#include <fmt/format.h>

#include "discreet/fit/survey_facts.hpp"
#include "discreet/solver/newton.hpp"
#include "discreet/solver/softmax.hpp"

namespace discreet {

Result<Blueprint> draw_softmax(const Options& options, const PublicFacts& facts, std::size_t classes) {
  Options plain = options;
  if (plain.loss != "logistic")
    return wrong(Fault::usage, fmt::format("--loss {}: softmax is the logistic loss of several classes", plain.loss));
  if (plain.solver != "auto" && plain.solver != Newton::name)
    return wrong(Fault::usage, fmt::format("--solver {}: several classes at once are for newton", plain.solver),
                 "use auto or newton, or fit one class against the rest");
  plain.solver = std::string(Newton::name);
  auto problem = settle(plain, facts);
  if (!problem) return tl::unexpected(problem.error());
  auto solver = SoftmaxNewton::make(problem->settings, survey_facts(*problem, facts), classes);
  if (!solver) return tl::unexpected(solver.error());
  problem->loss.text = std::string(Softmax::name);
  return strictly(options, facts, draw_with(*std::move(problem), facts, *std::move(solver)));
}

Result<std::vector<Released<Model>>> fit_softmax(const Dataset& data, const Options& options,
                                                 const std::vector<std::string>& classes, Progress& progress) {
  PublicFacts facts = public_facts(data);
  facts.classes = classes;
  auto blueprint = draw_softmax(options, facts, classes.size());
  if (!blueprint) return tl::unexpected(blueprint.error());
  auto paid = pay(data, options, *blueprint);
  if (!paid) return tl::unexpected(paid.error());
  const Problem& problem = blueprint->problem;
  const std::unique_ptr<NoiseSource> source = noise_for(problem);

  Gaussian gaussian(*source);
  Laplace laplace(*source);
  Selection selection(*source);
  Perturbation perturbation(*source);
  const SingleProcess alone;
  Workers workers(problem.threads);
  Lots lots(*source);
  const Machinery machinery{&alone, &workers, &lots};
  const Census census(data, problem.normaliser, machinery);
  // What buys scales and the metric takes a context with an oracle in it, of which it asks nothing.
  const std::unique_ptr<DualOracle> margins =
      problem.loss.oracle(data.sealed, problem.intercept, problem.normaliser, machinery);
  SoftmaxOracle oracle(data, classes.size(), problem.intercept, problem.normaliser, machinery);
  std::vector<double> weights = problem.penalty_weights;
  weights.resize(oracle.coordinates(), 1.0);
  if (problem.intercept) weights.back() = 0;
  const WeightedPenalty penalty(problem.penalty, std::move(weights));
  SolverContext context{
      *margins, census,  penalty,   gaussian,    paid->permit, paid->unpaid ? &*paid->unpaid : nullptr,
      progress, laplace, selection, perturbation};
  SoftmaxNewton::Found found = dynamic_cast<const SoftmaxNewton&>(*blueprint->solver).run(context, oracle);

  Description description = description_of(*blueprint);
  description.insert(description.end(), found.notes.begin(), found.notes.end());
  std::vector<Released<Model>> models;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    Model model = outlined(problem, data, found.limits, as_arguments(options));
    model.classes = {"not " + classes[k], classes[k]};
    model.privacy = blueprint->label;
    stamp_noise(model.privacy, *source);
    stamp_exposure(model.privacy, context.exposure);
    model.solver = description;
    const std::vector<std::size_t> points = point_columns(data.schema, oracle.frame().centres);
    for (const auto& columns : {context.facts.dropped, context.facts.outlying, points})
      for (const std::size_t j : columns) found.weights[k].set({j}, 0);
    warn(model, found.weights[k], context.facts, problem, data.schema);
    models.push_back(std::move(found.weights[k]).finish(std::move(model), problem.intercept, oracle.frame().centres));
  }
  return models;
}

}  // namespace discreet
