// The public rules by which text becomes rows. They are total and fixed before the data is seen: a value outside its
// declared bounds moves to the nearer bound, a category outside the declared ones counts as none of them. What the
// rules cannot read makes the file malformed, and that is said before anything is sealed.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "discreet/base/aligned.hpp"
#include "discreet/base/result.hpp"
#include "discreet/base/task.hpp"
#include "discreet/data/dataset.hpp"
#include "discreet/data/schema.hpp"

namespace discreet {

class RowSink;

struct IngestRules {
  Task task = Task::regression;
  Precision precision = Precision::float64;
  std::string target;  // empty: the last column
  std::string labels;  // the file of the labels, for arrays, which have none of their own
  std::map<std::string, std::vector<std::string>> categories;
  std::map<std::string, Interval> bounds;
  std::set<std::string> dropped;
  std::optional<std::size_t> width;                   // declared number of features
  std::optional<double> row_norm;                     // longer rows are shrunk to this length
  bool standardise = false;                           // research: exact means and deviations, unpaid
  std::optional<std::array<std::string, 2>> classes;  // declared: what becomes -1 and what +1; otherwise 0 and 1
  bool classes_from_data = false;                     // research: the two names are read off the rows
  std::string positive;                               // which of two that are not declared becomes +1

  // For a model that exists: its features in its order, its units, and whether labels are needed at all.
  std::vector<std::string> features;
  std::optional<Standardisation> standardisation;
  bool labelled = true;

  RowSink* elsewhere = nullptr;  // rows go there, with labels as they are written, and none is kept
  // Whoever reads other rows of the same data at the same time; null for nobody.
  const Communicator* processes = nullptr;
};

// The rows from first on and before last, of so many, that this process keeps.
struct RowRange {
  std::size_t first, last;
  bool has(std::size_t row) const { return row >= first && row < last; }
};
RowRange own_rows(const IngestRules& rules, std::size_t rows);

// The bounds that were declared for the target, if any were. A class has none: its labels become -1 and +1, and moving
// those would make slopes larger than the losses of two classes say they are. Every reader asks here.
[[nodiscard]] Result<std::optional<Interval>> bounds_of_target(const IngestRules& rules, const std::string& target);

// Text without the spaces around it.
std::string_view trimmed(std::string_view text);

// Whether text is valid UTF-8, as everything that is written must be.
bool is_utf8(std::string_view text);

// The number a text stands for, if it is one that a double can hold.
std::optional<double> parse_number(std::string_view text);

}  // namespace discreet
