// One column of a file, told row by row by randomised response.
#pragma once

#include <string>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/data/group_column.hpp"
#include "discreet/fit/options.hpp"
#include "discreet/privacy/units.hpp"

namespace discreet {

struct RandomisedColumn {
  std::vector<std::uint32_t> answers;  // for each row the number of a value
  Epsilon epsilon;
  double lie = 0;              // the probability of one
  std::vector<double> shares;  // of the rows that have each value, estimated without bias
  std::string caveat;          // why it is not private; empty when it is
};

// Of the options: epsilon, neighbours, noise and those of a ledger, which is told the `source` of the column.
// Everything is paid before a row is looked at.
[[nodiscard]] Result<RandomisedColumn> randomised(const GroupColumn& column, const Options& options,
                                                  const std::string& source);

}  // namespace discreet
