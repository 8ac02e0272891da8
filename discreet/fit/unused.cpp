#include "discreet/fit/unused.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "discreet/solver/all.hpp"
#include "discreet/solver/order.hpp"

namespace discreet {
namespace {

// Options that the solver uses, but not beside the others that were given.
std::vector<std::string> words_about_idle(const Options& options, const Problem& problem) {
  std::vector<std::string> all;
  const bool by_blocks = problem.solver == BlockDescent::name || problem.solver == PrimalNewton::name;
  using Kind = BlockChoice::Kind;
  const Kind kind = problem.settings.block.kind;
  const bool partition = kind == Kind::size || kind == Kind::partition;
  if (by_blocks && !partition && options.order != "auto")
    all.push_back(fmt::format("--order is not used with --block {}: it is for --block size:K and partition:FILE",
                              problem.settings.block.text));
  const bool drawn = by_blocks && kind != Kind::full && !partition;
  const bool ordered = problem.solver == CoordinateDescent::name || (by_blocks && partition);
  const bool cyclic = problem.settings.order == Cyclic::name;
  if (options.order_seed != Options().order_seed && ((by_blocks && !drawn && !ordered) || (ordered && cyclic)))
    all.push_back(fmt::format("--order-seed is not used with {}: nothing is drawn",
                              ordered ? "--order cyclic" : "--block " + problem.settings.block.text));
  const bool dual = problem.solver == DualAscent::name && !problem.recipe,
             noise = !std::isinf(problem.budget.epsilon.value);
  if (dual && noise && options.order_seed != Options().order_seed)
    all.push_back("--order-seed is not used by dual with noise: which rows come next is drawn in secret");
  // Without noise all rows come at once, the steps end by themselves, and a ridge that is measured by it is none.
  if (noise) return all;
  constexpr std::string_view kOfNoise[] = {"batch", "sampling", "step-schedule"};
  const std::vector<const OptionRow*> unused = unused_by(problem.solver, options);
  for (const OptionRow& row : option_table()) {
    const bool of_solver = (row.name == "ridge" && problem.solver == Moments::name) ||
                           (row.name == "recipe" && problem.solver == DualAscent::name);
    if (!of_solver && std::find(std::begin(kOfNoise), std::end(kOfNoise), row.name) == std::end(kOfNoise)) continue;
    const auto field = std::get<std::string Options::*>(row.field);
    if (options.*field != Options().*field && std::find(unused.begin(), unused.end(), &row) == unused.end())
      all.push_back(fmt::format("--{} is not used by {} without noise", row.name, problem.solver));
  }
  return all;
}

}  // namespace

std::vector<std::string> words_about_unused(const Options& options, const Problem& problem,
                                            const std::function<bool(std::string_view option)>& counts) {
  std::vector<std::string> all;
  for (const OptionRow* row : unused_by(problem.solver, options))
    if (!counts || counts(row->name))
      all.push_back(fmt::format("--{} is not used by {}: it is for {}", row->name, problem.solver, row->solvers));
  if (problem.loss.task != Task::classification)
    for (const auto& [option, text] : {std::pair{"positive", options.positive}, {"classes", options.classes}})
      if (!text.empty())
        all.push_back(
            fmt::format("--{} is not used by --loss {}, which is for numbers: did you forget --loss logistic?", option,
                        problem.loss.text));
  for (std::string& words : words_about_idle(options, problem))
    if (!counts || counts(std::string_view(words).substr(2, words.find(' ') - 2))) all.push_back(std::move(words));
  return all;
}

}  // namespace discreet
