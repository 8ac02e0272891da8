#include "discreet/fairness/measures.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "discreet/base/contract.hpp"
#include "discreet/fit/spec.hpp"

namespace discreet {
namespace {

using Level = FairnessLevel;

double over(double part, double whole) { return whole > 0 ? part / whole : 0; }

Level empty_level(const GroupParts& parts, std::optional<std::size_t> group, std::optional<std::size_t> label) {
  Level level;
  level.group = group;
  level.label = label;
  level.weights.assign(parts.rows.size(), 0.0);
  return level;
}

Level accuracy(const GroupParts& parts) {
  Level level = empty_level(parts, {}, {});
  for (std::size_t k = 0; k < parts.rows.size(); ++k) level.weights[k] = over(parts.rows[k], parts.all());
  level.defined = parts.all() > 0;
  return level;
}

Level accuracy_parity(const GroupParts& parts, std::size_t group) {
  Level level = accuracy(parts);
  for (double& weight : level.weights) weight = -weight;
  for (std::size_t y = 0; y < parts.labels; ++y)
    level.weights[parts.index(group, y)] += over(parts.at(group, y), parts.of_group(group));
  level.group = group;
  level.defined = parts.of_group(group) > 0;
  return level;
}

Level equal_odds(const GroupParts& parts, std::size_t group, std::size_t label) {
  Level level = empty_level(parts, group, label);
  for (std::size_t r = 0; r < parts.groups; ++r)
    level.weights[parts.index(r, label)] = (r == group) - over(parts.at(r, label), parts.of_label(label));
  level.defined = parts.at(group, label) > 0;
  return level;
}

// Who is predicted `label`: those of the label who are judged right and those of the other who are judged wrong.
Level demographic_parity(const GroupParts& parts, std::size_t group, std::size_t label) {
  Level level = empty_level(parts, group, label);
  const double n = parts.all();
  for (std::size_t r = 0; r < parts.groups; ++r)
    for (std::size_t y = 0; y < 2; ++y) {
      const double within = r == group ? over(parts.at(r, y), parts.of_group(r)) : 0;
      level.weights[parts.index(r, y)] = (y == label ? 1 : -1) * (within - over(parts.at(r, y), n));
    }
  level.constant = over(parts.of_label(label), n) - over(parts.at(group, label), parts.of_group(group));
  level.defined = parts.of_group(group) > 0;
  return level;
}

}  // namespace

std::string_view name_of(Notion notion) {
  return std::find_if(kNotions.begin(), kNotions.end(), [&](const NamedNotion& n) { return n.notion == notion; })->name;
}

Result<std::vector<Notion>> notions_named(const std::string& name) {
  std::vector<Notion> found;
  std::vector<std::string_view> names;
  for (const NamedNotion& each : kNotions) {
    names.push_back(each.name);
    if (name.empty() || each.name == name) found.push_back(each.notion);
  }
  if (found.empty()) return unknown_name("measure", name, names);
  return found;
}

double GroupParts::of_group(std::size_t group) const {
  double sum = 0;
  for (std::size_t y = 0; y < labels; ++y) sum += at(group, y);
  return sum;
}

double GroupParts::of_label(std::size_t label) const {
  double sum = 0;
  for (std::size_t r = 0; r < groups; ++r) sum += at(r, label);
  return sum;
}

double GroupParts::all() const { return std::accumulate(rows.begin(), rows.end(), 0.0); }

double FairnessLevel::value(std::span<const double> accuracies) const {
  double sum = constant;
  for (std::size_t k = 0; k < weights.size(); ++k)
    if (weights[k] != 0) sum += weights[k] * accuracies[k];
  return sum;
}

std::vector<FairnessLevel> levels_of(Notion notion, const GroupParts& parts, std::size_t desirable) {
  std::vector<Level> levels;
  if (notion == Notion::accuracy) return {accuracy(parts)};
  require(notion != Notion::demographic_parity || parts.labels == 2, "demographic parity is about two labels");
  for (std::size_t r = 0; r < parts.groups; ++r) {
    if (notion == Notion::accuracy_parity) {
      levels.push_back(accuracy_parity(parts, r));
      continue;
    }
    for (std::size_t y = 0; y < parts.labels; ++y)
      if (notion == Notion::demographic_parity)
        levels.push_back(demographic_parity(parts, r, y));
      else if (notion == Notion::equalized_odds || y == desirable)
        levels.push_back(equal_odds(parts, r, y));
      else
        levels.push_back(empty_level(parts, r, y));
  }
  return levels;
}

double aggregate(std::span<const double> levels) {
  double sum = 0;
  for (const double level : levels) sum += std::abs(level);
  return levels.empty() ? 0 : sum / static_cast<double>(levels.size());
}

}  // namespace discreet
