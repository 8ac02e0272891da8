// The column that says which group a row belongs to, read by itself: a model need not use it, and what a model makes of
// it (categories, units) must not change who is in a group.
#pragma once

#include <string>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/data/group_column.hpp"

namespace discreet {

struct GroupRules {
  std::string column;
  std::vector<std::string> values;  // declared; rows with others are in no group. Empty: those that occur
  std::vector<double> edges;        // cut a column of numbers here instead
  // Values that occur may not be told: without declared ones, those in the names of columns are public, and where there
  // are none they are 0 and 1, and a file with others breaks that rule.
  bool only_public = false;
};

// A table may also have one column of zeros and ones for each value, called column=value.
[[nodiscard]] Result<GroupColumn> read_groups(const std::string& data, const GroupRules& rules);

// The same for values that are in memory.
[[nodiscard]] Result<GroupColumn> group_column(const std::vector<std::string>& texts, const GroupRules& rules);

}  // namespace discreet
