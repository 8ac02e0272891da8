// What is public about a table, as a ledger notes it before any fit.
#pragma once

#include <string>

#include "discreet/base/result.hpp"
#include "discreet/data/table_facts.hpp"

namespace discreet {

// Cells are not read as numbers: any column may hold words. Where the relation hides the number of rows, none is read.
[[nodiscard]] Result<TableFacts> read_facts(const std::string& data, Neighbours neighbours);

}  // namespace discreet
