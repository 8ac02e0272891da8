// Small problems to be solved without noise, and how well a model solves them.
#pragma once

#include <string>
#include <string_view>

#include "discreet/fit/evaluate.hpp"
#include "tests/support/losses.hpp"
#include "tests/support/make.hpp"

namespace discreet::testing {

inline double objective(const Released<Model>& model, const Dataset& data) {
  return metric_of(*evaluate(model.value(), data), "objective");
}

inline std::string example_of(std::string_view name) {
  if (name == "l1") return "l1:0.05";
  if (name == "l2") return "l2:0.1";
  if (name == "elastic-net") return "elastic-net:0.05,0.5";
  if (name == "box") return "box:-0.3,0.5";
  if (name == "l1-box") return "l1-box:0.02,-0.3,0.5";
  return std::string(name);
}

inline Dataset labelled(const Random& made, bool classes) {
  Dataset data = make_dataset(made.rows, made.labels);
  if (classes) data.schema.classes = {"-1", "1"};
  return data;
}

// Five columns: alike, or two of them correlated and one off centre, or on very different scales; and for a
// classification labels that cannot be separated.
enum class Columns { alike, crooked, unequal };
inline constexpr Columns kEveryKindOfColumns[] = {Columns::alike, Columns::crooked, Columns::unequal};
inline Dataset five(Columns kind, Task task) {
  const bool classes = task == Task::classification;
  Random made = random_rows(400, 5, 3 + static_cast<std::uint64_t>(kind), task);
  for (std::size_t i = 0; i < made.rows.size(); ++i) {
    if (kind == Columns::crooked) made.rows[i][1] += 0.7 * made.rows[i][0] + 3;
    if (kind == Columns::unequal) made.rows[i][2] *= 100;
    if (classes && i % 10 == 0) made.labels[i] *= -1;
  }
  return labelled(made, classes);
}
inline Dataset crooked(Task task) { return five(Columns::crooked, task); }
inline Dataset crooked(bool classes) { return crooked(classes ? Task::classification : Task::regression); }

}  // namespace discreet::testing
