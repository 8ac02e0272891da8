// Any data as a column file, in bounded memory: rows are written as they are read.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "discreet/base/result.hpp"
#include "discreet/data/ingest.hpp"
#include "discreet/io/column_header.hpp"

namespace discreet {

struct Conversion {
  ColumnLayout layout;
  std::string target;
  std::uint64_t bytes = 0;  // of the file
};

// `reading` is what was typed to make the rules. `progress` is told now and then how much has been read.
[[nodiscard]] Result<Conversion> convert(const std::string& data, const std::string& out, IngestRules rules,
                                         const Reading& reading, const std::function<void(double)>& progress);

}  // namespace discreet
