// What an oracle keeps of each row while it answers: its margin, and the threshold that its derivative is clipped to
// under the ball rule. Dense walks read them in order, as two streams. Sparse walks look rows up, each on a line of
// memory of its own, so there they stand side by side and a row is one line.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "discreet/base/aligned.hpp"
#include "discreet/oracle/sweep.hpp"

namespace discreet {

template <class T>
class RowStreams {
 public:
  explicit RowStreams(std::size_t rows) : margins_(rows, T{0}), thresholds_(rows, T{0}) {}

  std::size_t size() const { return margins_.size(); }
  T& margin(std::size_t row) { return margins_[row]; }
  T margin(std::size_t row) const { return margins_[row]; }
  T threshold(std::size_t row) const { return thresholds_[row]; }
  void set_threshold(std::size_t row, T threshold) { thresholds_[row] = threshold; }

  T* margins(std::size_t from) { return margins_.data() + from; }
  const T* thresholds(std::size_t from) const { return thresholds_.data() + from; }

 private:
  AlignedVector<T> margins_, thresholds_;
};

template <class T>
class RowPairs {
 public:
  // Whole large pages from half of one on: rows that fill a good part of a near cache are kept out of each other's way
  // there, which scattered small pages do not do.
  explicit RowPairs(std::size_t rows) {
    const std::size_t bytes = rows * sizeof(RowPair<T>), pages = (bytes + kLargePage / 2) / kLargePage;
    pairs_.reserve(std::max(rows, pages * kLargePage / sizeof(RowPair<T>)));
    pairs_.resize(rows);
  }

  std::size_t size() const { return pairs_.size(); }
  T& margin(std::size_t row) { return pairs_[row].margin; }
  T margin(std::size_t row) const { return pairs_[row].margin; }
  T threshold(std::size_t row) const { return std::abs(pairs_[row].allowed); }
  // The sign stays: it is the label's.
  void set_threshold(std::size_t row, T threshold) {
    pairs_[row].allowed = std::copysign(threshold, pairs_[row].allowed);
  }
  void set_negative(std::size_t row) { pairs_[row].allowed = -std::abs(pairs_[row].allowed); }

  RowPair<T>* pairs(std::size_t from) { return pairs_.data() + from; }

 private:
  AlignedVector<RowPair<T>> pairs_;
};

// Has some rows go by other thresholds, those of a part of the coordinates, as long as it lives.
template <class T>
class PartThresholds {
 public:
  PartThresholds(RowPairs<T>& state, AlignedVector<T>& others, std::size_t from, std::size_t count)
      : state_(state), others_(others), from_(from), count_(count) {
    exchange();
  }
  ~PartThresholds() { exchange(); }
  PartThresholds(const PartThresholds&) = delete;
  PartThresholds& operator=(const PartThresholds&) = delete;

 private:
  void exchange() {
    for (std::size_t i = from_; i < from_ + count_; ++i) {
      const T before = state_.threshold(i);
      state_.set_threshold(i, others_[i]);
      others_[i] = before;
    }
  }

  RowPairs<T>& state_;
  AlignedVector<T>& others_;
  std::size_t from_, count_;
};

}  // namespace discreet
