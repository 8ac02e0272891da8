#include "discreet/fit/descent_options.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "discreet/base/mistake.hpp"
#include "discreet/fit/public_table.hpp"
#include "discreet/fit/publications.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/io/model_file.hpp"
#include "discreet/solver/all.hpp"
#include "discreet/solver/order.hpp"

namespace discreet {
namespace {

constexpr double kLeast = 1e-100, kMost = 1e100;
constexpr double kUnitRadius = 1;  // of --passes theory, in the units that docs/solvers/cd.md names

// A weight for each feature, and for the intercept, which gets the mean unless a line names it.
Result<std::vector<double>> read_weights(const std::string& path, const PublicFacts& facts, bool intercept) {
  const Result<PublicTable> table = read_public_table(path, 1, 1);
  if (!table) return tl::unexpected(table.error());
  std::vector<std::string> names = facts.features;
  if (intercept && table->contains(std::string(kIntercept))) names.emplace_back(kIntercept);
  std::vector<double> weights;
  for (const std::string& feature : names) {
    const auto found = table->find(feature);
    if (found == table->end())
      return wrong(Fault::data, fmt::format("{}: there is no line for feature '{}'", path, feature),
                   "write one for every feature");
    if (!(found->second[0] >= kLeast && found->second[0] <= kMost))
      return wrong(Fault::data,
                   fmt::format("{}: the weight of '{}' is not a number from {} to {}", path, feature, kLeast, kMost),
                   "weights are above 0; only their ratios matter");
    weights.push_back(found->second[0]);
  }
  if (intercept && names.size() == facts.features.size())
    weights.push_back(weights.empty()
                          ? 1
                          : std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(weights.size()));
  return weights;
}

Result<void> settle_order(const Options& options, const PublicFacts& facts, Problem& problem) {
  SolverSettings& settings = problem.settings;
  const Spec spec = split_spec(options.order);
  settings.order = spec.name;
  if (options.order == "auto") settings.order = Cyclic::name;
  if (options.order == "auto" && problem.recipe)
    if (const auto published = problem.publications->order(problem.solver); !published.empty())
      settings.order = published;
  const bool weighted = settings.order == Weighted::name;
  bool known = false;
  AllOrders::each([&]<class O>(std::type_identity<O>) { known = known || O::name == settings.order; });
  if (!known || (!spec.arguments.empty() && !weighted)) return unknown_name("order", options.order, AllOrders::names());
  if (weighted && spec.arguments.empty())
    return wrong(Fault::usage, "--order weighted needs a file", "write it as weighted:FILE, a table feature,weight");
  if (weighted) {
    Result<std::vector<double>> weights = read_weights(spec.arguments, facts, problem.intercept);
    if (!weights) return tl::unexpected(weights.error());
    settings.order_weights = *std::move(weights);
    problem.facts.push_back({"order weights", "user", spec.arguments});
  }
  return {};
}

Result<void> settle_passes(const Options& options, Problem& problem) {
  if (options.passes == "auto") return {};
  const Spec spec = split_spec(options.passes);
  if (spec.name == "theory") {
    const bool given = options.passes != "theory";
    const Result<double> radius = given ? read_number("passes theory", spec.arguments, kLeast, kMost) : kUnitRadius;
    if (!radius) return tl::unexpected(radius.error());
    problem.settings.theory_radius = *radius;
    problem.facts.push_back(
        {"distance to the optimum", given ? "user" : "program", fmt::format("--passes theory: at most {}", *radius)});
    return {};
  }
  const Result<std::size_t> passes = read_count("passes", options.passes, 1);
  if (!passes) return tl::unexpected(passes.error());
  problem.settings.passes = *passes;
  return {};
}

Result<void> settle_budget_weights(const Options& options, const PublicFacts& facts, Problem& problem) {
  using Kind = BudgetWeights::Kind;
  BudgetWeights& chosen = problem.settings.budget_weights;
  chosen.text = options.budget_weights;
  if (chosen.text == "uniform") return {};
  if (chosen.text == "smoothness") {
    chosen.kind = Kind::smoothness;
    return {};
  }
  chosen.kind = Kind::declared;
  Result<std::vector<double>> weights = read_weights(chosen.text, facts, problem.intercept);
  if (!weights) return tl::unexpected(weights.error());
  chosen.declared = *std::move(weights);
  problem.facts.push_back({"budget weights", "user", chosen.text});
  return {};
}

// The start shows in what comes out, whatever is paid for the steps: one that is private has cost what its own label
// says, and any other must be declared public.
void note_start(const Options& options, const PrivacyLabel& label, Problem& problem) {
  const std::string& file = options.start;
  if (options.start_is_public) return;
  problem.notices.push_back(
      fmt::format("--start {}: its weights are declared public; if it was trained on the same rows, its epsilon {:.6g} "
                  "at delta {:.3g} adds to what this model cost",
                  file, label.spent.value, label.budget.delta.value));
}

// The weights of a model in the units of the data, feature by feature; those it does not know are zero.
Result<void> settle_start(const Options& options, const PublicFacts& facts, Problem& problem) {
  if (options.start.empty()) {
    if (!options.start_is_public) return {};
    return wrong(Fault::usage, "--start-is-public says something of a model to start from, and there is none",
                 "give --start MODEL, or leave it out");
  }
  if (options.standardise != "none")
    return wrong(Fault::usage, "--start and --standardise from-data do not go together: the start is in other units",
                 "leave one of them out");
  const Result<Model> model = read_model(options.start);
  if (!model) return tl::unexpected(model.error());
  if (!model->privacy.is_private() && !options.start_is_public && !planted(Mistake::undeclared_start))
    return wrong(Fault::precondition,
                 fmt::format("--start {}: that model is not private, and what starts from it shows it", options.start),
                 "give --start-is-public if it was made without the rows of this fit or is published, or start from a "
                 "private model");
  if (model->task != problem.loss.task)
    return wrong(Fault::data,
                 fmt::format("{}: the model has {} loss, not one for this target", options.start, model->loss),
                 "start from a model of the same kind of target, or leave out --start");
  std::map<std::string, double> weights;
  double intercept = model->intercept + model->target_mean;
  for (std::size_t k = 0; k < model->features.size(); ++k) {
    double weight = model->weights[k];
    if (!model->means.empty()) {
      weight /= model->deviations[k];
      intercept -= weight * model->means[k];
    }
    weights[model->features[k]] = weight;
  }
  std::vector<double> point;
  std::size_t known = 0;
  for (const std::string& feature : facts.features) {
    const auto found = weights.find(feature);
    known += found != weights.end();
    point.push_back(found == weights.end() ? 0 : found->second);
  }
  if (known == 0)
    return wrong(Fault::data, fmt::format("{}: the model has none of the features of the data", options.start),
                 "features go by their names: check them, or leave out --start");
  point.push_back(intercept);
  if (!std::all_of(point.begin(), point.end(), [](double w) { return std::abs(w) <= kMost; }))
    return wrong(Fault::data,
                 fmt::format("{}: a weight of the model is not a number from {} to {}", options.start, -kMost, kMost));
  problem.settings.start = std::move(point);
  problem.start_classes = model->classes;
  problem.facts.push_back(
      {"start", "user",
       fmt::format("{} ({} of {} features), {}", options.start, known, facts.features.size(),
                   options.start_is_public ? "declared public by --start-is-public" : "private by its own label")});
  note_start(options, model->privacy, problem);
  return {};
}

Result<void> settle_radius(const Options& options, Problem& problem) {
  if (options.radius.empty()) return {};
  if (problem.solver != FrankWolfe::name)
    return wrong(Fault::usage, fmt::format("--radius is for --solver frank-wolfe, not for {}", problem.solver),
                 "leave out --radius, or use --penalty l1:A");
  const Spec spec = split_spec(options.radius);
  const bool scaled = spec.name == "scaled";
  const Result<double> size = read_number("radius", scaled ? spec.arguments : options.radius, kLeast, kMost);
  if (!size) return tl::unexpected(size.error());
  problem.settings.radius = {*size, scaled};
  return {};
}

Result<void> settle_recipe(const Options& options, Problem& problem) {
  if (options.recipe != "sound" && options.recipe != "paper")
    return unknown_name(
        "recipe", options.recipe,
        publications() ? std::vector<std::string_view>{"sound", "paper"} : std::vector<std::string_view>{"sound"});
  for (const auto& [option, asked] :
       {std::pair{"--recipe paper", options.recipe == "paper"}, {"--accounting paper", options.accounting == "paper"}})
    if (asked && !publications()) return without_research(option);
  if (options.recipe == "paper" || options.accounting == "paper") {
    problem.publications = publications();
    problem.settings.pure_choices = true;
  }
  if (options.recipe == "sound") return {};
  const std::vector<std::string_view> recipes = publications()->recipes();
  if (std::find(recipes.begin(), recipes.end(), problem.solver) == recipes.end())
    return wrong(
        Fault::usage,
        fmt::format("--recipe paper is there for {} and {}, not for {}",
                    fmt::join(std::span(recipes).first(recipes.size() - 1), ", "), recipes.back(), problem.solver),
        "leave out --recipe");
  if (options.accounting != "tight" && options.accounting != "paper")
    return wrong(
        Fault::usage,
        fmt::format("--recipe paper has its own accounting, --accounting {} does not go with it", options.accounting),
        "leave out --accounting");
  problem.recipe = true;
  return {};
}

}  // namespace

Result<void> settle_descent(const Options& options, const PublicFacts& facts, Problem& problem) {
  if (const auto recipe = settle_recipe(options, problem); !recipe) return recipe;
  for (const auto& part : {settle_order(options, facts, problem), settle_passes(options, problem),
                           settle_budget_weights(options, facts, problem), settle_start(options, facts, problem),
                           settle_radius(options, problem)})
    if (!part) return part;
  return {};
}

std::vector<std::string> declared_tables(const Options& options) {
  std::vector<std::string> paths;
  for (const auto& [text, name] : {std::pair{options.smoothness, "public"}, {options.order, "weighted"}})
    if (const Spec spec = split_spec(text); spec.name == name && !spec.arguments.empty())
      paths.push_back(spec.arguments);
  if (options.budget_weights != "uniform" && options.budget_weights != "smoothness")
    paths.push_back(options.budget_weights);
  return paths;
}

Result<Averaging> read_averaging(const std::string& text) {
  const Spec spec = split_spec(text);
  if (spec.name == "none" && spec.arguments.empty()) return Averaging{};
  if (spec.name == "tail") {
    const Result<double> fraction = read_number("average tail", spec.arguments, 0, 1);
    if (!fraction) return tl::unexpected(fraction.error());
    return Averaging{Averaging::Kind::tail, *fraction, 1};
  }
  if (spec.name == "periodic") {
    const Result<std::size_t> periods = read_count("average periodic", spec.arguments, 1);
    if (!periods) return tl::unexpected(periods.error());
    return Averaging{Averaging::Kind::periodic, 1, *periods};
  }
  return unknown_name("average", text, {"none", "tail:FRACTION", "periodic:T"});
}

}  // namespace discreet
