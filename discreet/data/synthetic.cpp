#include "discreet/data/synthetic.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "discreet/base/nearest.hpp"
#include "discreet/data/sealing.hpp"

namespace discreet {
namespace {

constexpr SyntheticKind kKinds[] = {
    {"clinic",
     "readmission after a hospital stay: named columns on very different scales and a group column (n, seed)"},
    {"regression", "y = Xw + noise (n, p, informative, noise, scale=balanced|lognormal:SIGMA, seed)"},
    {"classification", "y = sign(Xw + noise), some labels flipped (n, p, informative, noise, flip, scale, seed)"},
    {"counts", "y Poisson with mean exp(Xw + noise), w of norm about 1/2 (n, p, informative, noise, scale, seed)"},
    {"sparse-lasso", "1000 x 1000, 10 informative features (n, p, informative, noise, seed)"},
    {"square", "the same with normal weights, as the greedy publication has it (n, p, informative, noise, seed)"},
    {"log1", "1000 x 100 classification, log-normal(0, 1) weights (n, p, noise, seed)"},
    {"log2", "1000 x 100 classification, log-normal(0, 2) weights (n, p, noise, seed)"},
    {"dominant", "regression in which one column is far larger than the others (n, p, ratio, noise, seed)"},
};

template <class T>
Result<Dataset> collect(SyntheticTable table, const IngestRules& rules) {
  const auto at = rules.target.empty() ? table.columns.end() - 1
                                       : std::find(table.columns.begin(), table.columns.end(), rules.target);
  if (at == table.columns.end())
    return wrong(Fault::usage, fmt::format("there is no column '{}' to be the target", rules.target),
                 fmt::format("the columns are: {}", fmt::join(table.columns, ", ")));
  const auto target = static_cast<std::size_t>(at - table.columns.begin());
  Schema schema;
  schema.target = table.columns[target];
  std::vector<std::size_t> kept;
  const auto keep = [&](std::size_t k) {
    const auto bounds = rules.bounds.find(table.columns[k]);
    schema.features.push_back(table.columns[k]);
    schema.bounds.push_back(bounds == rules.bounds.end() ? std::nullopt : std::optional(bounds->second));
    kept.push_back(k);
  };
  if (rules.features.empty()) {
    for (std::size_t k = 0; k < table.columns.size(); ++k)
      if (k != target && !rules.dropped.contains(table.columns[k])) keep(k);
  } else {
    for (const std::string& feature : rules.features) {
      const auto found = std::find(table.columns.begin(), table.columns.end(), feature);
      if (found == table.columns.end())
        return wrong(Fault::data, fmt::format("the model's feature '{}' is not among the columns", feature),
                     "take the synthetic dataset that the model was fitted to");
      keep(static_cast<std::size_t>(found - table.columns.begin()));
    }
  }
  const auto of_target = bounds_of_target(rules, schema.target);
  if (!of_target) return tl::unexpected(of_target.error());
  schema.target_bounds = *of_target;
  if (kept.empty()) return wrong(Fault::usage, "no column is left to learn from", "leave out a --drop");

  DenseTable<T> sealed(std::move(schema), rules);
  std::vector<double> row(table.columns.size()), features(kept.size());
  const RowRange own = own_rows(rules, table.rows);
  for (std::size_t i = 0; i < own.last; ++i) {
    table.next(row);
    if (!own.has(i)) continue;
    for (std::size_t j = 0; j < kept.size(); ++j) features[j] = row[kept[j]];
    if (const Result<void> added = sealed.add(features, fmt::format("{}", row[target])); !added)
      return wrong(Fault::data,
                   fmt::format("synthetic data, column '{}': {}", table.columns[target], added.error().message),
                   added.error().hint);
  }
  return std::move(sealed).seal();
}

}  // namespace

std::span<const SyntheticKind> synthetic_kinds() { return kKinds; }

Result<SyntheticSettings> SyntheticSettings::parse(std::string_view text) {
  SyntheticSettings settings;
  while (!text.empty()) {
    const std::string_view pair = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(pair.size() + 1, text.size()));
    const std::size_t equals = pair.find('=');
    if (equals == pair.npos || equals == 0)
      return wrong(Fault::usage, fmt::format("synthetic data: '{}' is not of the form key=value", pair),
                   "as in synthetic:regression?n=1000&p=5");
    if (!settings.given_.emplace(pair.substr(0, equals), pair.substr(equals + 1)).second)
      return wrong(Fault::usage, fmt::format("synthetic data: '{}' is given twice", pair.substr(0, equals)),
                   "keep one of them");
  }
  return settings;
}

double SyntheticSettings::number(const std::string& key, double fallback, double least, double most) {
  known_[key] = true;
  const auto found = given_.find(key);
  if (found == given_.end()) return fallback;
  const std::optional<double> value = parse_number(found->second);
  if (value && *value >= least && *value <= most) return *value;
  problem_ = fmt::format("{}={}: a number from {} to {} is needed", key, found->second, least, most);
  return fallback;
}

std::size_t SyntheticSettings::count(const std::string& key, std::size_t fallback, std::size_t least,
                                     std::size_t most) {
  const double value =
      number(key, static_cast<double>(fallback), static_cast<double>(least), static_cast<double>(most));
  if (value != std::floor(value)) problem_ = fmt::format("{}: a whole number is needed", key);
  return static_cast<std::size_t>(value);
}

std::string SyntheticSettings::word(const std::string& key, const std::string& fallback) {
  known_[key] = true;
  const auto found = given_.find(key);
  return found == given_.end() ? fallback : found->second;
}

Result<void> SyntheticSettings::check(std::string_view name) const {
  if (!problem_.empty())
    return wrong(Fault::usage, fmt::format("synthetic:{}: {}", name, problem_),
                 "discreet generate --help tells what each has");
  for (const auto& [key, value] : given_)
    if (!known_.contains(key)) {
      std::vector<std::string> keys;
      for (const auto& [known, yes] : known_) keys.push_back(known);
      return wrong(Fault::usage, fmt::format("synthetic:{} has no setting '{}'", name, key),
                   suggesting(key, {keys.begin(), keys.end()}, fmt::format("it has: {}", fmt::join(keys, ", "))));
    }
  return {};
}

Result<SyntheticTable> synthesise(std::string_view spec) {
  constexpr std::string_view kPrefix = "synthetic:";
  if (spec.starts_with(kPrefix)) spec.remove_prefix(kPrefix.size());
  const std::string_view name = spec.substr(0, spec.find('?'));
  const auto kind =
      std::find_if(std::begin(kKinds), std::end(kKinds), [&](const SyntheticKind& k) { return k.name == name; });
  if (kind == std::end(kKinds)) {
    std::vector<std::string_view> names;
    for (const SyntheticKind& k : kKinds) names.push_back(k.name);
    return wrong(Fault::usage, fmt::format("there is no synthetic dataset '{}'", name),
                 suggesting(name, names, fmt::format("there are: {}", fmt::join(names, ", "))));
  }
  auto settings = SyntheticSettings::parse(spec.size() > name.size() ? spec.substr(name.size() + 1) : "");
  if (!settings) return tl::unexpected(settings.error());
  SyntheticTable table = name == "clinic" ? make_clinic(*settings) : make_linear(name, *settings);
  if (const Result<void> good = settings->check(name); !good) return tl::unexpected(good.error());
  return table;
}

Result<Dataset> synthetic_dataset(std::string_view spec, const IngestRules& rules) {
  auto table = synthesise(spec);
  if (!table) return tl::unexpected(table.error());
  return rules.precision == Precision::float32 ? collect<float>(*std::move(table), rules)
                                               : collect<double>(*std::move(table), rules);
}

}  // namespace discreet
