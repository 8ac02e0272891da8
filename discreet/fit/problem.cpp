#include "discreet/fit/problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/accounting/accountants.hpp"
#include "discreet/data/label_reader.hpp"
#include "discreet/fit/automatic.hpp"
#include "discreet/fit/delta.hpp"
#include "discreet/fit/descent_options.hpp"
#include "discreet/fit/penalty_options.hpp"
#include "discreet/fit/processes.hpp"
#include "discreet/fit/public_table.hpp"
#include "discreet/fit/purse.hpp"
#include "discreet/fit/solver_options.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/solver/all.hpp"

namespace discreet {
namespace {

constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kSmallest = std::numeric_limits<double>::min();
constexpr double kUseful =
    1e100;  // no threshold, step or constant of use to anybody is larger, or smaller than its inverse

Result<std::optional<double>> read_choice(std::string_view option, const std::string& text) {
  if (text == "auto") return std::optional<double>();
  const Result<double> number = read_number(option, text, 1 / kUseful, kUseful);
  if (!number) return tl::unexpected(number.error());
  return std::optional(*number);
}

Result<void> settle_budget(const Options& options, const PublicFacts& facts, Problem& problem) {
  const Result<Neighbours> neighbours = read_neighbours(options.neighbours);
  if (!neighbours) return tl::unexpected(neighbours.error());
  problem.neighbours = *neighbours;
  problem.normaliser = static_cast<double>(facts.rows);
  if (!options.normaliser.empty()) {
    const Result<double> normaliser = read_number("normaliser", options.normaliser, 1, 1e18);
    if (!normaliser) return tl::unexpected(normaliser.error());
    problem.normaliser = *normaliser;
    problem.facts.push_back({"normaliser", "user", fmt::format("{}", *normaliser)});
  } else if (problem.neighbours == Neighbours::add_remove) {
    return wrong(Fault::usage, "--neighbours add-remove needs --normaliser: the number of rows is itself private then",
                 "give a public number near the number of rows");
  } else {
    problem.facts.push_back(
        {"number of rows", "program", fmt::format("public under {} neighbours", name(problem.neighbours))});
  }

  const bool reference = options.solver == ExactSolver::name;
  if (options.epsilon.empty() && !reference)
    return wrong(
        Fault::usage, "--epsilon is needed: it says how much one row may show in the model",
        "1 is a common choice, 0.1 is strong, 10 is weak; --epsilon inf trains without privacy and stamps the model");
  if (options.epsilon.empty() || options.epsilon == "inf") {
    problem.budget.epsilon = {std::numeric_limits<double>::infinity()};
    problem.caveats.push_back("no noise: epsilon is infinite");
  } else {
    const Result<double> epsilon = read_number("epsilon", options.epsilon, kSmallest, 1e6);
    if (!epsilon)
      return wrong(Fault::usage, epsilon.error().message,
                   "1 is a common choice, 0.1 is strong, 10 is weak; inf trains without privacy and stamps the model");
    if (reference)
      return wrong(Fault::usage, "--solver exact gives no privacy at any epsilon",
                   "leave out --epsilon, or choose another solver");
    problem.budget.epsilon = {*epsilon};
  }
  const Result<Delta> delta = read_delta("delta", options.delta, public_number_of_rows(problem, facts));
  if (!delta) return tl::unexpected(delta.error());
  problem.budget.delta = *delta;
  auto accountant = accountant_named(options.accounting);
  if (!accountant) return unknown_name("accounting", options.accounting, {"tight", "rdp", "zcdp", "paper"});
  problem.accountant = *std::move(accountant);
  return {};
}

Result<void> settle_noise(const Options& options, Problem& problem) {
  const Spec spec = split_spec(options.noise);
  if (spec.name == "secure" && spec.arguments.empty()) return {};
  if (spec.name != "seeded") return unknown_name("noise", options.noise, {"secure", "seeded:N"});
  const Result<std::size_t> seed = read_count("noise seeded", spec.arguments, 0);
  if (!seed) return tl::unexpected(seed.error());
  problem.noise_seed = *seed;
  problem.caveats.push_back("seeded noise: not private");
  return {};
}

Result<Frame> read_declared_frame(const std::string& path, const PublicFacts& facts, bool intercept,
                                  double loss_smoothness) {
  const Result<PublicTable> table = read_public_table(path, 1, 2);
  if (!table) return tl::unexpected(table.error());
  Frame frame;
  for (const std::string& feature : facts.features) {
    const auto found = table->find(feature);
    if (found == table->end())
      return wrong(Fault::data, fmt::format("{}: there is no line for feature '{}'", path, feature),
                   "write one for every feature");
    if (!(found->second[0] >= 1 / kUseful && found->second[0] <= kUseful))
      return wrong(Fault::data, fmt::format("{}: the smoothness of '{}' is not a number from {} to {}", path, feature,
                                            1 / kUseful, kUseful));
    frame.smoothness.push_back(found->second[0]);
    frame.centres.push_back(intercept && found->second.size() > 1 ? found->second[1] : 0);
    if (facts.sparse && frame.centres.back() != 0)
      return wrong(Fault::data, fmt::format("{}: '{}' has a centre, and sparse columns are not centred", path, feature),
                   "leave the third column out");
  }
  if (intercept) {
    frame.smoothness.push_back(loss_smoothness);
    frame.centres.push_back(0);
  }
  return frame;
}

Result<void> settle_smoothness(const Options& options, const PublicFacts& facts, Problem& problem) {
  const Spec spec = split_spec(options.smoothness);
  SolverSettings& settings = problem.settings;
  if (spec.name == "private") {
    settings.smoothness = SmoothnessSource::bought;
  } else if (spec.name == "from-data") {
    settings.smoothness = SmoothnessSource::from_data;  // whoever asks for them stamps the model
  } else if (spec.name == "public" && spec.arguments.empty()) {
    return wrong(Fault::usage, "--smoothness public needs a file", "write it as public:FILE");
  } else if (spec.name == "public") {
    settings.smoothness = SmoothnessSource::declared;
    Result<Frame> frame = read_declared_frame(spec.arguments, facts, problem.intercept, problem.loss.smoothness);
    if (!frame) return tl::unexpected(frame.error());
    settings.declared = std::move(*frame);
    problem.facts.push_back({"smoothness", "user", spec.arguments});
  } else {
    return unknown_name("smoothness", options.smoothness, {"private", "public:FILE", "from-data"});
  }
  return {};
}

Result<void> settle_solver(const Options& options, const PublicFacts& facts, Problem& problem) {
  problem.solver = options.solver;
  if (options.solver == "auto") settle_automatic(options, facts, problem);
  SolverSettings& settings = problem.settings;
  const auto step = read_choice("step", options.step);
  if (!step) return tl::unexpected(step.error());
  settings.step = *step;
  const auto clip = read_choice("clip", options.clip);
  if (!clip) return tl::unexpected(clip.error());
  settings.clip = *clip;
  if (*clip) problem.facts.push_back({"clipping threshold", "user", options.clip});
  if (options.clip_rule == "ball")
    settings.clip_rule = ClipRule::ball;
  else if (options.clip_rule == "smoothness")
    settings.clip_rule = ClipRule::smoothness;
  else if (options.clip_rule == "uniform")
    settings.clip_rule = ClipRule::uniform;
  else if (options.clip_rule != "auto")
    return unknown_name("clip-rule", options.clip_rule, {"auto", "ball", "smoothness", "uniform"});

  const auto rule = std::find(kScoreRules.begin(), kScoreRules.end(), options.rule);
  if (rule == kScoreRules.end()) return unknown_name("rule", options.rule, {kScoreRules.begin(), kScoreRules.end()});
  settings.rule = static_cast<ScoreRule>(rule - kScoreRules.begin());
  const Result<std::size_t> seed = read_count("order-seed", options.order_seed, 0);
  if (!seed) return tl::unexpected(seed.error());
  settings.order_seed = *seed;
  const Result<Averaging> averaging = read_averaging(options.average);
  if (!averaging) return tl::unexpected(averaging.error());
  settings.averaging = *averaging;
  if (options.threads != "all") {
    const Result<std::size_t> threads = read_count("threads", options.threads, 1);
    if (!threads) return tl::unexpected(threads.error());
    if (*threads > 1024)
      return wrong(Fault::usage, fmt::format("--threads: {} is more than 1024", options.threads),
                   "all takes every core");
    problem.threads = *threads;
  }
  return {};
}

void note_classes(const Options& options, const PublicFacts& facts, Problem& problem) {
  if (options.classes == kClassesFromData || facts.classes_from_data) {
    problem.facts.push_back({"class labels", "file", "the names that occur"});
    problem.caveats.push_back(
        "class names are read off the rows (--classes from-data): a name that one row alone has shows in the model");
    return;
  }
  const std::string rule = "0,1",
                    names = facts.classes.empty() ? options.classes : fmt::format("{}", fmt::join(facts.classes, ","));
  if (options.classes.empty() && (names.empty() || names == rule))
    problem.facts.push_back({"class labels", "program", "0 and 1, where -1 counts as 0"});
  else
    problem.facts.push_back({"class labels", "user", names});
}

void note_declarations(const Options& options, const PublicFacts& facts, Problem& problem) {
  if (options.standardise == "from-data")
    problem.caveats.push_back("standardised by exact means and deviations: not accounted");
  if (!options.row_norm.empty()) problem.facts.push_back({"largest length of a row", "user", options.row_norm});
  for (const std::string& text : options.bound) problem.facts.push_back({"bounds", "user", text});
  if (!options.bounds.empty()) problem.facts.push_back({"bounds", "user", options.bounds});
  for (const std::string& text : options.categorical) problem.facts.push_back({"categories", "user", text});
  if (problem.loss.task == Task::classification) note_classes(options, facts, problem);
  if (!options.features.empty()) problem.facts.push_back({"number of features", "user", options.features});
  if (!facts.sparse) problem.facts.push_back({"feature names", "file", "the header"});
  if (facts.width_from_data)
    problem.caveats.push_back(
        "the number of features is the largest index that occurs and --features does not declare it: the row that has "
        "it would show in the model");
}

}  // namespace

Result<Problem> settle(const Options& options, const PublicFacts& facts) {
  const Result<ChosenLoss> loss = choose_loss(options.loss);
  if (!loss) return tl::unexpected(loss.error());
  Problem problem;
  problem.loss = *loss;
  problem.intercept = options.intercept;
  for (const auto& part : {settle_budget(options, facts, problem), settle_noise(options, problem),
                           settle_smoothness(options, facts, problem), settle_solver(options, facts, problem),
                           settle_descent(options, facts, problem), settle_blocks(options, facts, problem),
                           settle_batches(options, problem), settle_penalty(options, facts, problem)})
    if (!part) return tl::unexpected(part.error());
  // Values are moved into bought limits before rows would be shrunk, and bounds are not in the units of rows that were
  // standardised.
  const Options usual;
  if (problem.solver == Bayes::name && (options.row_norm != usual.row_norm || options.standardise != usual.standardise))
    return wrong(Fault::usage, "--solver bayes finds the scales of columns by itself",
                 "leave out --row-norm and --standardise, or use newton");
  if (const auto path = settle_path(options, problem); !path) return tl::unexpected(path.error());
  if (const auto spread = spreads(options, facts, problem); !spread) return tl::unexpected(spread.error());
  note_declarations(options, facts, problem);
  if (options.strict) {
    std::vector<std::string> reasons = problem.caveats;
    if (problem.settings.smoothness == SmoothnessSource::from_data)
      reasons.push_back("smoothness from the data is not accounted");
    if (!reasons.empty())
      return wrong(Fault::precondition, fmt::format("--strict refuses this fit: {}", fmt::join(reasons, "; ")),
                   "leave out the setting that causes it, or --strict");
  }
  return problem;
}

}  // namespace discreet
