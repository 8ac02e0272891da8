#include "discreet/research/reproduce/laboratory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "discreet/accounting/accountants.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/privacy/gdp.hpp"
#include "discreet/research/compare/settings.hpp"
#include "discreet/research/moments_noise.hpp"

namespace discreet {

namespace {

// Letters and digits of a text, for the name of a file.
std::string plain(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool kept = std::isalnum(static_cast<unsigned char>(c)) || c == '.';
    if (kept)
      name += c;
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  return name;
}

}  // namespace

Result<Runner> open_runner(const ReproduceRequest& request, const Study& study, const Workplace& place) {
  if (request.journal.empty()) return Runner(study, place);
  const std::string data = study.name().substr(study.name().find_last_of('/') + 1);
  return Runner::open(study,
                      fmt::format("{}/{}-{}.csv", request.journal, request.name,
                                  plain(data + " " + text_of(problem_settings(study.problem())))),
                      place);
}

Seeds fresh_seeds(Extent extent) { return {2001, extent == Extent::quick ? std::size_t{10} : std::size_t{20}}; }

Result<std::optional<Tuned>> tune(Runner& runner, const std::vector<Options>& candidates, Seeds tuning, Seeds fresh,
                                  bool curve) {
  std::optional<Tuned> none;
  if (runner.stopped()) return none;
  const auto tried = race(runner, candidates, tuning);
  if (!tried) return tl::unexpected(tried.error());
  const auto best = best_of(*tried, tuning);
  if (!best || runner.stopped()) return none;
  auto tuned = measure(runner, (*tried)[*best].options, fresh, curve);
  if (tuned && *tuned) (**tuned).tuning = summarise((*tried)[*best].errors());
  return tuned;
}

Result<std::optional<Tuned>> measure(Runner& runner, const Options& options, Seeds seeds, bool curve) {
  Runner anew(runner.study(), runner.place());
  auto tried = try_all(anew, {options}, seeds, curve);
  if (!tried) return tl::unexpected(tried.error());
  Candidate& candidate = tried->front();
  if (!candidate.complete(seeds)) return std::optional<Tuned>();
  const Summary errors = summarise(candidate.errors());
  return std::optional(Tuned{options, errors, errors, std::move(candidate.runs)});
}

Options published_cd(Options problem, std::size_t rows) {
  // K releases of multiplier s have K/(2 s^2) + sqrt(2 K log(1/delta))/s = epsilon; together they are sqrt(K)/s-GDP.
  const double n = static_cast<double>(rows), logs = 2 * std::log(n * n), claimed = std::stod(problem.epsilon);
  const Mu mu{std::sqrt(logs + 2 * claimed) - std::sqrt(logs)};
  problem.epsilon = fmt::format("{:.6g}", epsilon_of(mu, {1 / (n * n)}).value);
  problem.solver = "cd";
  problem.order = "uniform";
  problem.clip_rule = "smoothness";
  problem.smoothness = "from-data";
  return problem;
}

Options theorem_cd(Options problem) {
  problem.solver = "cd";
  problem.recipe = "paper";
  problem.smoothness = "from-data";
  return problem;
}

Options published_greedy(Options problem) {
  problem.solver = "greedy";
  problem.recipe = "paper";
  problem.smoothness = "from-data";
  return problem;
}

Options published_sgd(Options problem, std::string batch) {
  problem.solver = "sgd";
  problem.smoothness = "from-data";
  problem.clip_rule = "uniform";
  problem.step_schedule = "constant";
  problem.batch = std::move(batch);
  problem.neighbours = "zero-out";
  problem.accounting = "rdp";
  return problem;
}

Result<double> epsilon_when_replaced(const Study& study, const Options& options) {
  const auto drawn = draw(options, public_facts(study.data()));
  if (!drawn) return tl::unexpected(drawn.error());
  // Batches are told by their chance and the size of one contribution, whatever the relation.
  Plan plan = drawn->plan;
  plan.neighbours = Neighbours::replace_one;
  return TightAccountant().epsilon(plan, drawn->problem.budget.delta).value;
}

Result<double> epsilon_of_revealed_batches(Budget claimed, double batch, double rows, double epochs) {
  const double sampling = std::min(1.0, batch / rows), steps = std::ceil(epochs / sampling);
  const auto noise = moments_noise(claimed, sampling, static_cast<std::uint64_t>(steps));
  if (!noise) return tl::unexpected(noise.error());
  // Given how many batches it is in, a row shows in that many Gaussian releases; that number is as good as Poisson.
  const auto delta_at = [&](double epsilon) {
    double delta = 0;
    for (int times = 1; times < 4 * epochs + 60; ++times)
      delta += std::exp(times * std::log(epochs) - epochs - std::lgamma(times + 1) +
                        log_delta_of({std::sqrt(times) / noise->value}, {epsilon}));
    return delta;
  };
  double least = 0, most = 1e4;
  while (most - least > 1e-6 * most) {
    const double middle = (least + most) / 2;
    (delta_at(middle) <= claimed.delta.value ? most : least) = middle;
  }
  return most;
}

Json run_json(const std::string& problem, const std::string& method, const Tuned& tuned) {
  ComparedRun run = compared({tuned.options, tuned.runs});
  run.solver = fmt::format("{}, {}", problem, method);
  return to_json(run);
}

}  // namespace discreet
