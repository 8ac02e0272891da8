// What a label means: the number that stands for it, and the two class names in the schema. The names are fixed before
// a row is read, by what was declared or else by the rule "0 and 1", so that no row decides what a model calls its
// classes. Only with IngestRules::classes_from_data are they read off the rows, and the schema says so.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "discreet/base/aligned.hpp"
#include "discreet/base/result.hpp"
#include "discreet/data/ingest.hpp"
#include "discreet/data/schema.hpp"

namespace discreet {

// The value of --classes for names that are read off the rows.
inline constexpr std::string_view kClassesFromData = "from-data";

// What becomes -1 and what +1, where the rows have no say in it. An error where --positive alone names another label
// than 0 and 1.
[[nodiscard]] Result<std::array<std::string, 2>> class_names(const IngestRules& rules);

// Turns label texts into numbers: themselves for regression and counts, -1 and +1 for two classes. Where the classes
// are 0 and 1, -1 is another way of writing 0. What a row becomes depends on this row alone.
// proof: docs/proofs/schema.md
class LabelReader {
 public:
  explicit LabelReader(const IngestRules& rules);

  // The label as it can be stored now, or what rule the text breaks.
  Result<double> read(std::string_view text);

  // Gives the stored numbers their final meaning and fills in the schema's classes. All processes do it together.
  template <class T>
  [[nodiscard]] Result<void> finish(AlignedVector<T>& labels, Schema& schema);

 private:
  Result<double> read_class(std::string_view text);
  Result<double> read_new_class(std::string_view text);
  Result<double> number_of_seen(const std::string& name);
  Result<std::vector<std::string>> seen_everywhere() const;
  Result<bool> positive_is_second(const std::vector<std::string>& both) const;

  const IngestRules* rules_;
  bool from_data_;
  Result<std::array<std::string, 2>> names_;  // as they are declared
  std::array<std::string, 2> spelled_;        // in the one way in which numbers are compared
  std::vector<std::string> seen_;             // with from_data_: the distinct names here, in order of appearance
  std::vector<std::pair<std::string, double>> spellings_;  // of classes, as far as they are few: 1, +1, 1.0
};

}  // namespace discreet
