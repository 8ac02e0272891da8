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

// What the data is called: folders are nobody's business.
std::string source_name(const std::string& data);
// What the name of a file ends in, in small letters and without .gz; .dcols for a column file, whatever it is called.
std::string ending_of(const std::string& data);

}  // namespace discreet
