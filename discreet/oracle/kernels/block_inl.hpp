// The full-gradient sweep. Rows are taken in tiles that stay in the first cache: all moves are applied to a tile, its
// derivatives are evaluated once, then each column is added up against them. The matrix is read from memory once for
// all of it, and while a tile is worked on the next one is fetched: into the second cache, for in the first it was in
// the way.
#if defined(DISCREET_ORACLE_BLOCK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DISCREET_ORACLE_BLOCK_INL
#undef DISCREET_ORACLE_BLOCK_INL
#else
#define DISCREET_ORACLE_BLOCK_INL
#endif

#include <algorithm>
#include <vector>

#include "discreet/base/aligned.hpp"
#include "discreet/base/fetch.hpp"
#include "discreet/oracle/kernels/cells_inl.hpp"
#include "discreet/oracle/kernels/slope_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class Sum, class D, class L>
class BlockWalk {
  using T = hn::TFromD<D>;
  using V = hn::Vec<D>;
  static constexpr std::size_t kMostRows = 4096;
  static constexpr std::size_t kTogether = 4;
  // Bytes of the matrix in a tile: of few columns the second look finds it in the first cache. Many columns have runs
  // of kRun rows each, while the second cache has room for them: shorter runs are over before memory has answered.
  static constexpr std::size_t kFirstCache = std::size_t{1} << 14, kSecondCache = std::size_t{1} << 18, kRun = 512;

 public:
  BlockWalk(const L& loss, const BlockSweep<T>& sweep)
      : loss_(loss), s_(sweep), sums_(sweep.columns.size(), Sum(D())), room_(Sum::room(double{s_.limit})) {
    for (std::size_t j = 0; s_.distances && j < s_.columns.size(); ++j)
      if (s_.distances[j] != 0) moved_.push_back(j);
    const std::size_t row = sizeof(T) * std::max<std::size_t>(s_.columns.size(), 1);
    const std::size_t fitting = std::max(kFirstCache / row, std::min(kRun, kSecondCache / row));
    // Whole bytes of sign bits and whole vectors; 64 rows are both.
    tile_ = std::min(std::clamp<std::size_t>(fitting, 64, kMostRows), room_ * hn::Lanes(d_)) / 64 * 64;
  }

  void run() {
    for (std::size_t first = 0; first < s_.rows; first += tile_) {
      const std::size_t rows = std::min(tile_, s_.rows - first);
      const std::size_t vectors = (rows + hn::Lanes(d_) - 1) / hn::Lanes(d_);
      if (added_ + vectors > room_) empty();
      added_ += vectors;
      next_ = first + 2 * tile_ <= s_.rows ? first + tile_ : first;
      take_margins(first, rows);
      evaluate(first, rows);
      for (std::size_t j = 0; j < s_.columns.size(); ++j) add_up(j, first, rows);
    }
    empty();
  }

 private:
  // A whole vector, or what there is of one and the filling.
  HWY_INLINE V some(const T* from, std::size_t count, T filling) const {
    if (count >= hn::Lanes(d_)) return hn::LoadU(d_, from);
    HWY_ALIGN T lanes[hn::MaxLanes(D())];
    std::fill_n(lanes, hn::Lanes(d_), filling);
    std::copy_n(from, count, lanes);
    return hn::Load(d_, lanes);
  }

  // Brings a tile's margins up to date.
  void take_margins(std::size_t first, std::size_t rows) {
    std::copy_n(s_.margins + first, rows, margins_);
    std::fill(margins_ + rows, margins_ + hwy::RoundUpTo(rows, hn::Lanes(d_)), T{0});
    if (moved_.empty()) return;
    std::size_t j = 0;
    for (; j + kTogether <= moved_.size(); j += kTogether) apply_moves<kTogether>(&moved_[j], first, rows);
    for (; j < moved_.size(); ++j) apply_moves<1>(&moved_[j], first, rows);
    if (!s_.still_owed) std::copy_n(margins_, rows, s_.margins + first);
  }

  // Along some columns at once, so that margins are read and written once for all of them; one column after the other
  // for each row, so that the result does not depend on how many.
  template <std::size_t kColumns>
  void apply_moves(const std::size_t* moved, std::size_t first, std::size_t rows) {
    Strand<T> x[kColumns];
    V distance[kColumns], centre[kColumns];
    for (std::size_t k = 0; k < kColumns; ++k) {
      x[k] = s_.columns[moved[k]];
      distance[k] = hn::Set(d_, s_.distances[moved[k]]);
      centre[k] = hn::Set(d_, x[k].centre);
    }
    const std::size_t lanes = hn::Lanes(d_), whole = rows / lanes * lanes;
    for (std::size_t i = 0; i < whole; i += lanes) {
      for (std::size_t k = 0; k < kColumns; ++k) fetch<2>(x[k].at(next_ + i));
      V margin = hn::Load(d_, margins_ + i);
      for (std::size_t k = 0; k < kColumns; ++k)
        margin = hn::MulAdd(distance[k], hn::Sub(hn::LoadU(d_, x[k].at(first + i)), centre[k]), margin);
      hn::Store(margin, d_, margins_ + i);
    }
    if (whole == rows) return;
    V margin = hn::Load(d_, margins_ + whole);
    for (std::size_t k = 0; k < kColumns; ++k) {
      const V values = some(x[k].at(first + whole), rows - whole, x[k].centre);
      margin = hn::MulAdd(distance[k], hn::Sub(values, centre[k]), margin);
    }
    hn::Store(margin, d_, margins_ + whole);
  }

  // Derivatives, clipped under the ball rule. A row whose margin is not a number has none.
  void evaluate(std::size_t first, std::size_t rows) {
    const std::uint8_t* negative = s_.negative ? s_.negative + first / 8 : nullptr;
    for (std::size_t i = 0; i < rows; i += hn::Lanes(d_)) {
      fetch<2>(s_.margins + next_ + i);
      if (s_.thresholds) fetch<2>(s_.thresholds + next_ + i);
      const V margin = hn::Load(d_, margins_ + i);
      V slope;
      if constexpr (L::label_role == LabelRole::apart)
        slope = derivative(d_, loss_, margin, some(s_.labels + first + i, rows - i, T{0}));
      else
        slope = slope_of(d_, loss_, margin, negative, static_cast<const T*>(nullptr), i);
      const auto counts = counting(loss_, margin, slope);
      if (s_.thresholds) slope = within(d_, slope, some(s_.thresholds + first + i, rows - i, T{0}));
      hn::Store(hn::IfThenElseZero(counts, slope), d_, slopes_ + i);
    }
  }

  void add_up(std::size_t j, std::size_t first, std::size_t rows) {
    const Strand<T> x = s_.columns[j];
    const V factor = hn::Set(d_, s_.factors[j]), limit = hn::Set(d_, s_.limit), centre = hn::Set(d_, x.centre);
    Sum sum = sums_[j];
    const auto step = [&](std::size_t i, V values) HWY_ATTR {
      const V slope = hn::Load(d_, slopes_ + i);
      sum.add(clipped(d_, hn::Mul(hn::Mul(hn::Sub(values, centre), factor), slope), limit));
    };
    const std::size_t lanes = hn::Lanes(d_), whole = rows / lanes * lanes;
    for (std::size_t i = 0; i < whole; i += lanes) {
      fetch<2>(x.at(next_ + i));
      step(i, hn::LoadU(d_, x.at(first + i)));
    }
    if (whole < rows) step(whole, some(x.at(first + whole), rows - whole, x.centre));
    sums_[j] = sum;
  }

  void empty() {
    for (std::size_t j = 0; j < sums_.size(); ++j) {
      s_.sums[j] += sums_[j].total();
      sums_[j] = Sum(D());
    }
    added_ = 0;
  }

  const D d_{};
  const L loss_;
  const BlockSweep<T>& s_;
  AlignedVector<Sum> sums_;
  std::vector<std::size_t> moved_;       // the columns that are moved along
  std::size_t room_, tile_, added_ = 0;  // in vectors, rows, vectors
  std::size_t next_ = 0;                 // the first row of the next tile; of this one where no whole one follows
  HWY_ALIGN T margins_[kMostRows];
  HWY_ALIGN T slopes_[kMostRows];
};

template <class L, class T>
void block(const L& loss, const BlockSweep<T>& s) {
  using Half = hn::Rebind<T, hn::ScalableTag<double>>;
  if constexpr (std::is_same_v<T, float>) {
    using Full = hn::ScalableTag<float>;
    if (static_cast<double>(s.limit) <= NarrowSum<Full>::kFinest)
      return BlockWalk<NarrowSum<Full>, Full, L>(loss, s).run();
  }
  BlockWalk<WideSum<Half>, Half, L>(loss, s).run();
}

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
