// One walk over some rows of a column or of all columns: apply the move that is still owed, evaluate each row's
// derivative, clip it, put the contribution on the grid and add it up. Margins are read and written once for each
// coordinate update. This is what a walk is told; kernels/column_inl.hpp is how it is done.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "discreet/base/aligned.hpp"
#include "discreet/base/to_integer.hpp"
#include "discreet/data/sparse_columns.hpp"

namespace discreet {

// A column as a sweep sees it: values less their centre, or the intercept's ones, which are the same few over and over.
template <class T>
struct Strand {
  static constexpr std::size_t kOnes = 64;  // as many as any vector register holds
  alignas(kAlignment) static constexpr auto ones = [] {
    std::array<T, kOnes> all{};
    all.fill(1);
    return all;
  }();

  const T* values = ones.data();
  T centre = 0;
  std::size_t mask = 0;  // of the row's number: none of it for the ones, all of it for values

  Strand() = default;
  Strand(const T* column, T centre_of) : values(column), centre(centre_of), mask(~std::size_t{0}) {}
  const T* at(std::size_t i) const { return values + (i & mask); }
  T operator()(std::size_t i) const { return *at(i) - centre; }
};

template <class T>
struct Sweep {
  std::size_t rows = 0;
  T* margins = nullptr;  // less the labels, where the loss sees only their difference
  // The labels, as the loss's role for them has it: none, a bit for each that is negative, or the numbers.
  const std::uint8_t* negative = nullptr;
  const T* labels = nullptr;
  Strand<T> moved;  // margins += distance * moved, first
  T distance = 0;   // 0: nothing is owed
  Strand<T> asked;
  T factor = 0;                   // cells in one unit of derivative times column
  T limit = 0;                    // no contribution is larger, in cells
  const T* thresholds = nullptr;  // ball rule: what each row's derivative is clipped to first
  bool far = false;               // the rows are asked for in time, for no near cache has them
};

// Whether so many numbers a row are more than a second cache holds: margins and two columns, or only margins.
template <class T>
constexpr bool are_far(std::size_t rows, std::size_t numbers = 3) {
  return rows * numbers * sizeof(T) > std::size_t{1} << 20;
}

// All slopes in one walk: what a sweep does, with a move along every column and a question for every column.
template <class T>
struct BlockSweep {
  std::size_t rows = 0;
  T* margins = nullptr;
  const std::uint8_t* negative = nullptr;  // readable for eight bytes more than the rows need
  const T* labels = nullptr;
  std::span<const Strand<T>> columns;
  const T* distances = nullptr;  // one a column, or null: nothing is owed
  const T* factors = nullptr;    // one a column
  T limit = 0;
  const T* thresholds = nullptr;
  std::int64_t* sums = nullptr;  // one a column; what is found is added
  bool still_owed = false;       // moves are done for this walk alone: margins are read and not written
};

// What a sparse walk looks up of a row, on one line of memory.
template <class T>
struct RowPair {
  T margin = 0;  // less the label, where the loss sees only their difference
  T allowed =
      0;  // ball rule: what the derivative is clipped to. Its sign is the label's, where that is all that counts
};

// A sweep of a sparse column: only rows that it has a value for are looked at. Rows and labels are those of a block.
template <class T>
struct SparseSweep {
  RowPair<T>* rows = nullptr;
  const T* labels = nullptr;
  Entries<T> moved;
  T distance = 0;
  Entries<T> asked;
  std::size_t ones = 0;  // instead of `asked`: the intercept, which has a one in each of so many rows
  T factor = 0;
  T limit = 0;
  bool ball = false;
  bool far = false;  // of the rows alone: a column's own numbers are read in order
};

// All slopes of a sparse block.
template <class T>
struct SparseBlockSweep {
  const typename SparseColumns<T>::Block* block = nullptr;
  std::optional<std::size_t> intercept;  // its number, if there is one
  RowPair<T>* rows = nullptr;
  const T* labels = nullptr;
  const T* distances = nullptr;
  const T* factors = nullptr;
  T limit = 0;
  bool ball = false;
  std::int64_t* sums = nullptr;
  bool still_owed = false;
};

}  // namespace discreet
