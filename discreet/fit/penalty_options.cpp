#include "discreet/fit/penalty_options.hpp"

#include <algorithm>
#include <cmath>

#include "discreet/base/split.hpp"
#include "discreet/fit/public_table.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/penalty/all.hpp"

namespace discreet {
namespace {

constexpr double kLargest = 1e100;  // no larger weight is of use to anybody

// COLUMN,COLUMN,... unless the whole of it is the name of a feature.
std::vector<std::string> names_in(const std::string& text, const std::vector<std::string>& features) {
  if (std::find(features.begin(), features.end(), text) != features.end()) return {text};
  std::vector<std::string> names;
  for (const std::string_view part : split(text, ',')) names.emplace_back(trimmed(part));
  return names;
}

// Gives a feature, or every category of a column, a weight; false if there is none of that name.
bool set_weight(const std::string& name, double weight, const PublicFacts& facts, std::vector<double>& weights) {
  bool found = false;
  for (std::size_t k = 0; k < facts.features.size(); ++k)
    if (facts.features[k] == name) {
      weights[k] = weight;
      return true;
    }
  for (std::size_t k = 0; k < facts.features.size(); ++k)
    if (facts.features[k].starts_with(name + "=")) {
      weights[k] = weight;
      found = true;
    }
  return found;
}

std::string what_there_is(const PublicFacts& facts) {
  constexpr std::size_t kShown = 20;
  const std::span<const std::string> all(facts.features);
  return fmt::format("the features are: {}{}", fmt::join(all.first(std::min(all.size(), kShown)), ", "),
                     all.size() > kShown ? ", ..." : "");
}

Result<void> read_weights(const std::string& path, const PublicFacts& facts, std::vector<double>& weights) {
  const Result<PublicTable> table = read_public_table(path, 1, 1);
  if (!table) return tl::unexpected(table.error());
  for (const auto& [name, values] : *table)
    if (!(values[0] >= 0 && values[0] <= kLargest))
      return wrong(Fault::data,
                   fmt::format("{}: the weight of '{}' is not a number from 0 to {}", path, name, kLargest));
  if (facts.features.empty()) return {};
  // A line for a column's category says more than one for the whole column, whichever comes first.
  for (const bool categories : {false, true})
    for (const auto& [name, values] : *table) {
      const bool is_feature = std::find(facts.features.begin(), facts.features.end(), name) != facts.features.end();
      if (is_feature == categories && !set_weight(name, values[0], facts, weights))
        return wrong(Fault::data, fmt::format("{}: there is no feature '{}'", path, name), what_there_is(facts));
    }
  return {};
}

}  // namespace

Result<void> settle_penalty(const Options& options, const PublicFacts& facts, Problem& problem) {
  const Result<void> penalty =
      with_named<AllPenalties>("penalty", options.penalty, problem.normaliser, [&](const auto& chosen) {
        problem.penalty = AnyPenalty(chosen);
        problem.settings.penalised = chosen.name != None::name;
        problem.settings.only_l2 = chosen.name == L2::name;
        problem.settings.strong_convexity = problem.penalty.bend();
        if constexpr (requires { chosen.strength; }) problem.strength = chosen.strength;
      });
  if (!penalty) return penalty;
  problem.penalty_text = worked_out(options.penalty, problem.normaliser);
  std::vector<double> weights(facts.features.size(), 1.0);
  if (!options.penalty_weights.empty()) {
    if (const Result<void> read = read_weights(options.penalty_weights, facts, weights); !read) return read;
    problem.facts.push_back({"penalty weights", "user", options.penalty_weights});
  }
  for (const std::string& text : options.unpenalised) {
    for (const std::string& name : names_in(text, facts.features)) {
      if (name.empty())
        return wrong(Fault::usage, fmt::format("--unpenalised: '{}' has an empty name in it", text),
                     "write COLUMN,COLUMN,... without blanks");
      if (!facts.features.empty() && !set_weight(name, 0, facts, weights))
        return wrong(Fault::usage, fmt::format("--unpenalised: there is no feature '{}'", name), what_there_is(facts));
    }
    problem.facts.push_back({"unpenalised features", "user", text});
  }
  if (!weights.empty())
    problem.settings.strong_convexity *= std::min(*std::min_element(weights.begin(), weights.end()), 1.0);
  if (std::any_of(weights.begin(), weights.end(), [](double weight) { return weight != 1; }))
    problem.penalty_weights = std::move(weights);
  return {};
}

Result<std::vector<std::string>> weighted_features(const Options& options) {
  std::vector<std::string> names;
  if (!options.penalty_weights.empty()) {
    const Result<PublicTable> table = read_public_table(options.penalty_weights, 1, 1);
    if (!table) return tl::unexpected(table.error());
    for (const auto& [name, values] : *table) names.push_back(name);
  }
  for (const std::string& text : options.unpenalised)
    for (const std::string& name : names_in(text, {})) names.push_back(name);
  return names;
}

}  // namespace discreet
