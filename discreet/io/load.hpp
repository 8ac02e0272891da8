// A dataset by the name a user gives it: a file of a known kind, standard input, or a synthetic one.
#pragma once

#include <string>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/data/dataset.hpp"
#include "discreet/data/ingest.hpp"

namespace discreet {

[[nodiscard]] Result<Dataset> load(const std::string& data, const IngestRules& rules);
// Parts of one table, one after the other. A name may also be a pattern that parts have in common.
[[nodiscard]] Result<Dataset> load(const std::vector<std::string>& data, const IngestRules& rules);

}  // namespace discreet
