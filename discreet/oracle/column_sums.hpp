// Integer sums over the rows of a sealed dataset, column by column. The caller brings the key: nothing is opened here
// that it could not open by itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "discreet/data/dataset.hpp"
#include "discreet/oracle/stretches.hpp"

namespace discreet {

// Calls visit(i, x) for the rows of a stretch that have a value in the column, as numbers; the labels come after the
// features. Returns how many rows have none: theirs is zero.
template <class C, class Stretch, class F>
std::size_t each_value(const Labelled<C>& rows, const Stretch& stretch, std::size_t number, F&& visit) {
  if (number < rows.columns.coordinates())
    return stretch.each_value(Coordinate{number}, [&](std::size_t i, auto x) { visit(i, static_cast<double>(x)); });
  for (std::size_t i = 0; i < stretch.rows; ++i) visit(i, static_cast<double>(rows.labels[stretch.first + i]));
  return 0;
}

// The same where only the value counts: visit(x, times).
template <class C, class Stretch, class F>
void count_values(const Labelled<C>& rows, const Stretch& stretch, std::size_t number, F&& visit) {
  const std::size_t zeros =
      each_value(rows, stretch, number, [&](std::size_t, double x) { visit(x, std::int64_t{1}); });
  if (zeros > 0) visit(0.0, static_cast<std::int64_t>(zeros));
}

// What add(stretch, sums) adds up for each stretch, over all stretches and processes.
template <class F>
std::vector<std::int64_t> sums_over(const SealedRows& sealed, OpenKey key, const Machinery& machinery,
                                    std::size_t numbers, F&& add) {
  return std::visit(
      [&]<class C>(const Sensitive<Labelled<C>>& rows) {
        const Labelled<C>& opened = rows.open(key);
        const Stretches<C> stretches(opened.columns, machinery);
        return stretches.sums(numbers, [&](const auto& stretch, std::int64_t* part) { add(opened, stretch, part); });
      },
      sealed);
}

}  // namespace discreet
