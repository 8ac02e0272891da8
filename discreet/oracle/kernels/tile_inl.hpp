// What a full-gradient walk does along columns for a tile of rows: applies their moves and adds up their contributions,
// some columns at a time. Knows nothing of the loss.
#if defined(DISCREET_ORACLE_TILE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DISCREET_ORACLE_TILE_INL
#undef DISCREET_ORACLE_TILE_INL
#else
#define DISCREET_ORACLE_TILE_INL
#endif

#include <algorithm>
#include <vector>

#include "discreet/base/aligned.hpp"
#include "discreet/base/fetch.hpp"
#include "discreet/oracle/kernels/cells_inl.hpp"
#include "discreet/oracle/kernels/lookup_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The last numbers, fewer than a vector has, and the filling.
template <class D>
HWY_INLINE hn::Vec<D> filled(D d, const hn::TFromD<D>* from, std::size_t count, hn::TFromD<D> filling) {
  return hn::IfThenElse(hn::FirstN(d, count), loaded(d, from, count), hn::Set(d, filling));
}

template <class Sum, class D>
class TileColumns {
  using T = hn::TFromD<D>;
  using V = hn::Vec<D>;
  static constexpr std::size_t kTogether = 4;
  // Bytes of the matrix in a tile. Of few columns two tiles are about what a first cache holds. Many columns have runs
  // of kRun rows each, while the second cache has room for them: shorter runs are over before memory has answered.
  static constexpr std::size_t kFirstCache = std::size_t{1} << 14, kSecondCache = std::size_t{1} << 18, kRun = 256;

 public:
  static constexpr std::size_t kMostRows = 4096;

  explicit TileColumns(const BlockSweep<T>& sweep)
      : s_(sweep), sums_(sweep.columns.size(), Sum(D())), room_(Sum::room(double{s_.limit})) {
    for (std::size_t j = 0; j < s_.columns.size(); ++j) {
      asked_.push_back(j);
      if (s_.distances && s_.distances[j] != 0) moved_.push_back(j);
    }
    const std::size_t row = sizeof(T) * std::max<std::size_t>(s_.columns.size(), 1);
    const std::size_t fitting = std::max(kFirstCache / row, std::min(kRun, kSecondCache / row));
    // Whole bytes of sign bits and whole vectors; 64 rows are both.
    rows_ = std::min(std::clamp<std::size_t>(fitting, 64, kMostRows), room_ * hn::Lanes(d_)) / 64 * 64;
  }

  std::size_t rows() const { return rows_; }  // of a tile
  bool any_move() const { return !moved_.empty(); }

  // One tile's margins are brought up to date while another's contributions are added up: so memory, which the first
  // waits for, has something to do all the time. Either may be absent; together they are whole tiles.
  struct Moves {
    std::size_t first = 0, rows = 0;
    T* margins = nullptr;
  };
  struct Adds {
    std::size_t first = 0, rows = 0;
    const T* slopes = nullptr;
  };
  void walk(const Moves& moves, const Adds& adds) {
    reserve(adds.rows);
    const std::size_t moving = moves.rows == 0 ? 0 : moved_.size(), adding = adds.rows == 0 ? 0 : asked_.size();
    for (std::size_t k = 0; k < std::max(moving, adding); k += kTogether) {
      const bool all_move = k + kTogether <= moving, all_add = k + kTogether <= adding;
      if (all_move && all_add) {
        columns<kTogether, kTogether>(k, moves, adds);
        continue;
      }
      if (all_move) columns<kTogether, 0>(k, moves, adds);
      for (std::size_t j = k; !all_move && j < moving; ++j) columns<1, 0>(j, moves, adds);
      if (all_add) columns<0, kTogether>(k, moves, adds);
      for (std::size_t j = k; !all_add && j < adding; ++j) columns<0, 1>(j, moves, adds);
    }
  }

  // What was added up goes to where it was asked for.
  void empty() {
    for (std::size_t j = 0; j < sums_.size(); ++j) {
      s_.sums[j] += sums_[j].total();
      sums_[j] = Sum(D());
    }
    added_ = 0;
  }

 private:
  void reserve(std::size_t rows) {
    const std::size_t vectors = (rows + hn::Lanes(d_) - 1) / hn::Lanes(d_);
    if (added_ + vectors > room_) empty();
    added_ += vectors;
  }

  // Where a column that comes later in a list has its first row: on the same rows, or on the next tile's where the list
  // begins again and there is a whole one.
  const T* next_of(const std::vector<std::size_t>& list, std::size_t k, std::size_t first) const {
    if (k < list.size()) return s_.columns[list[k]].at(first);
    const bool more = first + 2 * rows_ <= s_.rows;
    return s_.columns[list[k % list.size()]].at(more ? first + rows_ : first);
  }

  // Columns of each list from k on. Margins are read and written once for all that move: one column after the other
  // for each row, so that the result does not depend on how many.
  template <std::size_t kMoves, std::size_t kAdds>
  HWY_NOINLINE void columns(std::size_t k, const Moves& moves, const Adds& adds) {
    constexpr std::size_t kMost = std::max(kMoves, kAdds);
    Strand<T> moved[kMost], asked[kMost];
    V distance[kMost], centre_moved[kMost], factor[kMost], centre_asked[kMost];
    Sum sum[kMost];
    const T* next[kMost];
    for (std::size_t c = 0; c < kMost; ++c) {
      if constexpr (kMoves != 0) {
        moved[c] = s_.columns[moved_[k + c]];
        distance[c] = hn::Set(d_, s_.distances[moved_[k + c]]);
        centre_moved[c] = hn::Set(d_, moved[c].centre);
        next[c] = next_of(moved_, k + c + kTogether, moves.first);
      } else {
        next[c] = next_of(asked_, k + c + kTogether, adds.first);
      }
      if constexpr (kAdds != 0) {
        asked[c] = s_.columns[asked_[k + c]];
        factor[c] = hn::Set(d_, s_.factors[asked_[k + c]]);
        centre_asked[c] = hn::Set(d_, asked[c].centre);
        sum[c] = sums_[asked_[k + c]];
      }
    }
    const V limit = hn::Set(d_, s_.limit);
    const auto step = [&](std::size_t i, auto&& load) HWY_ATTR {
      if constexpr (kMoves != 0) {
        V margin = hn::Load(d_, moves.margins + i);
        for (std::size_t c = 0; c < kMost; ++c)
          margin = hn::MulAdd(distance[c], hn::Sub(load(moved[c], moves.first + i), centre_moved[c]), margin);
        hn::Store(margin, d_, moves.margins + i);
      }
      if constexpr (kAdds != 0) {
        const V slope = hn::Load(d_, adds.slopes + i);
        for (std::size_t c = 0; c < kMost; ++c) {
          const V x = hn::Sub(load(asked[c], adds.first + i), centre_asked[c]);
          sum[c].add(clipped(d_, hn::Mul(hn::Mul(x, factor[c]), slope), limit));
        }
      }
    };
    const std::size_t rows = kMoves != 0 ? moves.rows : adds.rows, lanes = hn::Lanes(d_), whole = rows / lanes * lanes;
    for (std::size_t i = 0; i < whole; i += lanes) {
      for (std::size_t c = 0; c < kMost; ++c) fetch<2>(next[c], i * sizeof(T));
      step(i, [&](const Strand<T>& x, std::size_t row) HWY_ATTR { return hn::LoadU(d_, x.at(row)); });
    }
    if (whole < rows)
      step(whole,
           [&](const Strand<T>& x, std::size_t row) HWY_ATTR { return filled(d_, x.at(row), rows - whole, x.centre); });
    if constexpr (kAdds != 0)
      for (std::size_t c = 0; c < kMost; ++c) sums_[asked_[k + c]] = sum[c];
  }

  const D d_{};
  const BlockSweep<T>& s_;
  AlignedVector<Sum> sums_;
  std::vector<std::size_t> moved_, asked_;
  std::size_t room_, rows_, added_ = 0;  // in vectors, rows, vectors
};

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
