// What a classifier does to groups, as numbers. Each notion of fairness gives a level to each of its groups, above zero
// where the group fares better than all together, and every level is a constant plus a weighted sum of the accuracies
// on the parts of the data that share a group and a label: whatever bounds those accuracies bounds every level.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "discreet/base/result.hpp"

namespace discreet {

enum class Notion { accuracy, accuracy_parity, demographic_parity, equality_of_opportunity, equalized_odds };

struct NamedNotion {
  std::string_view name;
  Notion notion;
  std::string_view help;
};
inline constexpr std::array<NamedNotion, 5> kNotions{{
    {"accuracy", Notion::accuracy, "P(H=Y)"},
    {"accuracy-parity", Notion::accuracy_parity, "P(H=Y | group) - P(H=Y)"},
    {"demographic-parity", Notion::demographic_parity, "P(H=y | group) - P(H=y)"},
    {"equality-of-opportunity", Notion::equality_of_opportunity,
     "P(H=y | y, group) - P(H=y | y) for the desirable label y, and 0 for others"},
    {"equalized-odds", Notion::equalized_odds, "P(H=y | y, group) - P(H=y | y)"},
}};
std::string_view name_of(Notion notion);

// All of them for an empty name.
[[nodiscard]] Result<std::vector<Notion>> notions_named(const std::string& name);

// How many rows each group has with each label.
struct GroupParts {
  std::size_t groups = 0, labels = 0;
  std::vector<double> rows;  // by group, then by label

  std::size_t index(std::size_t group, std::size_t label) const { return group * labels + label; }
  double at(std::size_t group, std::size_t label) const { return rows[index(group, label)]; }
  double of_group(std::size_t group) const;
  double of_label(std::size_t label) const;
  double all() const;
};

// The level of one group: constant + sum over parts of weight times accuracy.
struct FairnessLevel {
  std::optional<std::size_t> group, label;  // what it is about; neither for accuracy
  bool defined = true;                      // false where it would divide by no rows
  double constant = 0;
  std::vector<double> weights;  // one for each part

  double value(std::span<const double> accuracies) const;
};

// Demographic parity is for two labels.
std::vector<FairnessLevel> levels_of(Notion notion, const GroupParts& parts, std::size_t desirable);

// The mean size of the levels that are defined.
double aggregate(std::span<const double> levels);

}  // namespace discreet
