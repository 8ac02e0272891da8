// What is public about a table besides its schema. A ledger notes it beside a dataset, so that another table is not
// charged to that dataset by mistake. There is no hash of the values: it would confirm a guess of a row.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "discreet/data/dataset.hpp"
#include "discreet/privacy/units.hpp"

namespace discreet {

struct TableFacts {
  std::vector<std::string> columns = {};  // in any order; empty where columns have no names of their own
  bool whole = true;                      // all columns of the table, or some of them
  std::optional<std::size_t> rows = {};   // empty where the number of rows is not public
  std::string source = {};                // the name of the file, without folders; empty for rows in memory
};

// Whether the relation hides how many rows there are: then the number is neither noted nor compared.
bool hides_rows(Neighbours neighbours);

// The columns are features and, in a file, the target; rows in memory may have names for neither. They are some of the
// table's columns.
TableFacts facts_of(const Dataset& data, Neighbours neighbours);

// Whether columns are called x1, x2, ... or 1, 2, ..., as rows without names have them.
bool only_numbered(const std::vector<std::string>& columns);

// How a table differs from one of which all columns were noted, in the facts that both have, each as "the number of
// rows is 90, not 100".
std::vector<std::string> differences(const TableFacts& noted, const TableFacts& found);

}  // namespace discreet
