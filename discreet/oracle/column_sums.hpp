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

// The values of a column over a stretch of rows; the labels come after the features.
template <class C, class Stretch>
const typename C::Value* column_values(const Labelled<C>& rows, const Stretch& stretch, std::size_t number) {
  return number < rows.columns.coordinates() ? stretch.column(Coordinate{number}) : rows.labels.data() + stretch.first;
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
