#include "discreet/fit/solver_options.hpp"

#include <cmath>
#include <map>

#include "discreet/data/ingest.hpp"
#include "discreet/fit/public_table.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/solver/block.hpp"
#include "discreet/solver/moments.hpp"

namespace discreet {
namespace {

Result<std::vector<std::size_t>> read_partition(const std::string& path, const PublicFacts& facts) {
  if (path.empty()) return wrong(Fault::usage, "--block partition needs a file", "write it as partition:FILE");
  const Result<PublicWords> table = read_public_words(path, "block");
  if (!table) return tl::unexpected(table.error());
  std::vector<std::string> names;
  bool numbered = true;
  for (const std::string& feature : facts.features) {
    // A line for a column of words is for all its categories that have none of their own.
    auto found = table->find(feature);
    if (found == table->end()) found = table->find(feature.substr(0, feature.find('=')));
    if (found == table->end())
      return wrong(Fault::data, fmt::format("{}: there is no line for feature '{}'", path, feature),
                   "write one for every feature, or for its column");
    const std::optional<double> number = parse_number(found->second);
    if (number && !(*number >= 0 && *number <= 1e15 && *number == std::floor(*number)))
      return wrong(Fault::data,
                   fmt::format("{}: the block of '{}' is a number, and not a whole one of at least 0", path, feature),
                   "blocks are words or whole numbers");
    numbered = numbered && number.has_value();
    names.push_back(found->second);
  }
  // Numbers say in which order blocks are visited; words are visited in the order of the columns.
  std::vector<std::size_t> block_of;
  std::map<std::string, std::size_t> places;
  for (const std::string& block : names)
    block_of.push_back(numbered ? static_cast<std::size_t>(*parse_number(block))
                                : places.emplace(block, places.size()).first->second);
  return block_of;
}

Result<BlockChoice> read_block(const std::string& text, const PublicFacts& facts) {
  using Kind = BlockChoice::Kind;
  const Spec spec = split_spec(text);
  BlockChoice choice;
  choice.text = text;
  if (text == "full") return choice;
  if (text == "importance") {
    choice.kind = Kind::importance;
    return choice;
  }
  if (spec.name == "size" || spec.name == "nice") {
    choice.kind = spec.name == "size" ? Kind::size : Kind::nice;
    const Result<std::size_t> size = read_count("block " + spec.name, spec.arguments, 1);
    if (!size) return tl::unexpected(size.error());
    choice.size = *size;
    return choice;
  }
  if (spec.name != "partition")
    return unknown_name("block", text, {"full", "size:K", "nice:K", "partition:FILE", "importance"});
  choice.kind = Kind::partition;
  Result<std::vector<std::size_t>> block_of = read_partition(spec.arguments, facts);
  if (!block_of) return tl::unexpected(block_of.error());
  choice.block_of = *std::move(block_of);
  return choice;
}

Result<std::optional<double>> read_momentum(const std::string& text) {
  const Spec spec = split_spec(text);
  if (text == "auto") return std::optional<double>();
  if (text == "nesterov") return std::optional(BlockDescent::kMomentum);
  if (text == "none") return std::optional(0.0);
  if (spec.name != "nesterov") return unknown_name("momentum", text, {"auto", "none", "nesterov", "nesterov:MOST"});
  const Result<double> most = read_number("momentum nesterov", spec.arguments, 0, 0.999);
  if (!most) return tl::unexpected(most.error());
  return std::optional(*most);
}

Result<double> read_growth(const std::string& text) {
  const Spec spec = split_spec(text);
  if (text == "constant") return 1.0;
  if (spec.name != "growing") return unknown_name("schedule", text, {"constant", "growing:RATIO"});
  return read_number("schedule growing", spec.arguments, 1, 1e6);
}

}  // namespace

Result<void> settle_blocks(const Options& options, const PublicFacts& facts, Problem& problem) {
  SolverSettings& settings = problem.settings;
  Result<BlockChoice> block = read_block(options.block, facts);
  if (!block) return tl::unexpected(block.error());
  settings.block = *std::move(block);
  if (settings.block.kind == BlockChoice::Kind::partition)
    problem.facts.push_back({"blocks", "user", split_spec(options.block).arguments});
  const Result<std::optional<double>> momentum = read_momentum(options.momentum);
  if (!momentum) return tl::unexpected(momentum.error());
  settings.momentum = *momentum;
  const Result<double> growth = read_growth(options.schedule);
  if (!growth) return tl::unexpected(growth.error());
  settings.budget_growth = *growth;
  if (options.sketch != "plain" && options.sketch != "unbiased")
    return unknown_name("sketch", options.sketch, {"plain", "unbiased"});
  settings.unbiased = options.sketch == "unbiased";
  return {};
}

Result<void> settle_batches(const Options& options, Problem& problem) {
  SolverSettings& settings = problem.settings;
  if (options.batch != "auto") {
    const Result<std::size_t> batch = read_count("batch", options.batch, 1);
    if (!batch) return tl::unexpected(batch.error());
    settings.batch = static_cast<double>(*batch);
  }
  if (options.sampling != "poisson" && options.sampling != "fixed")
    return unknown_name("sampling", options.sampling, {"poisson", "fixed"});
  settings.fixed_batches = options.sampling == "fixed";
  if (settings.fixed_batches && problem.neighbours != Neighbours::replace_one)
    return wrong(Fault::usage,
                 fmt::format("--sampling fixed hides a row that is replaced, not under --neighbours {}",
                             name(problem.neighbours)),
                 "use --sampling poisson");
  if (options.step_schedule != "auto" && options.step_schedule != "constant" && options.step_schedule != "decreasing")
    return unknown_name("step-schedule", options.step_schedule, {"auto", "constant", "decreasing"});
  if (options.step_schedule != "auto") settings.decreasing_steps = options.step_schedule == "decreasing";
  return {};
}

Result<void> settle_path(const Options& options, Problem& problem) {
  if (options.ridge != "auto") {
    const Result<double> ridge = read_number("ridge", options.ridge, 1e-100, 1e100);
    if (!ridge) return tl::unexpected(ridge.error());
    problem.settings.ridge = *ridge;
  }
  if (options.metric != "full" && options.metric != "diagonal")
    return unknown_name("metric", options.metric, {"full", "diagonal"});
  problem.settings.diagonal_metric = options.metric == "diagonal";
  if (options.path == "none") return {};
  const Spec spec = split_spec(options.path);
  const Result<std::size_t> models = read_count("path", spec.name, 2);
  if (!models) return tl::unexpected(models.error());
  if (*models > 10'000)
    return wrong(Fault::usage, fmt::format("--path: {} models are more than 10000", *models), "ask for fewer");
  problem.settings.path.models = *models;
  if (!spec.arguments.empty()) {
    const Result<double> ratio = read_number("path", spec.arguments, 1e-12, 0.999999);
    if (!ratio) return tl::unexpected(ratio.error());
    problem.settings.path.ratio = *ratio;
  }
  if (problem.solver != Moments::name)
    return wrong(Fault::usage, fmt::format("--path is for --solver moments, not {}", problem.solver),
                 "other solvers pay for each strength");
  // A path begins where the penalty leaves all weights zero, so it must be able to.
  const bool kink =
      std::isfinite(problem.penalty.value(0)) && problem.strength > 0 && problem.penalty.slopes(0).high > 0;
  if (!kink)
    return wrong(Fault::usage,
                 fmt::format("--path: no strength of --penalty {} leaves all weights zero", options.penalty),
                 "use l1:A, elastic-net:A,RATIO or l1-box:A,LO,HI with A above 0");
  return {};
}

}  // namespace discreet
