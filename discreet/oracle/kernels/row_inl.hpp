// The walk over a batch of rows. Margins of a few rows are taken one row at a time, their derivatives in one vector,
// and then each coordinate is added up over them. A row's contribution is a function of the row alone: it is the same
// wherever the row stands in the batch, and the same in both layouts, because both add up a margin in the same order.
// proof: docs/proofs/slopes.md
#if defined(DISCREET_ORACLE_ROW_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DISCREET_ORACLE_ROW_INL
#undef DISCREET_ORACLE_ROW_INL
#else
#define DISCREET_ORACLE_ROW_INL
#endif

#include <hwy/cache_control.h>

#include <algorithm>
#include <limits>

#include "discreet/oracle/kernels/cells_inl.hpp"
#include "discreet/oracle/kernels/sparse_inl.hpp"
#include "discreet/oracle/row_sweep.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Sums of which each lane is a coordinate. They take kMostTogether vectors and are then added to 64 bits.
template <class D>
class NarrowLanes {
  using Integers = hn::RebindToSigned<D>;

 public:
  HWY_INLINE explicit NarrowLanes(D) : sum_(hn::Zero(Integers())) {}
  HWY_INLINE void add(hn::Vec<D> cells) { sum_ = hn::Add(sum_, nearest_integers(cells)); }
  HWY_INLINE void add_to(std::int64_t* sums) const {
    HWY_ALIGN std::int32_t lanes[hn::MaxLanes(Integers())];
    hn::Store(sum_, Integers(), lanes);
    for (std::size_t k = 0; k < hn::Lanes(Integers()); ++k) sums[k] += lanes[k];
  }

 private:
  hn::Vec<Integers> sum_;
};

template <class D>
class WideLanes {
  using Doubles = hn::Rebind<double, D>;
  using Integers = hn::RebindToSigned<Doubles>;

 public:
  HWY_INLINE explicit WideLanes(D) : sum_(hn::Zero(Integers())) {}
  HWY_INLINE void add(hn::Vec<D> cells) {
    const auto shift = hn::Set(Doubles(), kToInteger);
    const auto shifts = hn::BitCast(Integers(), shift);
    if constexpr (std::is_same_v<hn::TFromD<D>, double>)
      sum_ = hn::Add(sum_, hn::Sub(hn::BitCast(Integers(), hn::Add(cells, shift)), shifts));
    else
      sum_ = hn::Add(sum_, hn::Sub(hn::BitCast(Integers(), hn::Add(hn::PromoteTo(Doubles(), cells), shift)), shifts));
  }
  HWY_INLINE void add_to(std::int64_t* sums) const {
    const Integers integers;
    hn::StoreU(hn::Add(hn::LoadU(integers, sums), sum_), integers, sums);
  }

 private:
  hn::Vec<Integers> sum_;
};

// A margin is added up in this many strands of vectors: coordinate j belongs to place j modulo their lanes.
constexpr std::size_t kStrands = 4;

template <class D>
HWY_INLINE hn::TFromD<D> added_strands(D d, const hn::Vec<D> (&strands)[kStrands]) {
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(strands[0], strands[1]), hn::Add(strands[2], strands[3]))));
}

template <class D>
HWY_INLINE hn::TFromD<D> margin_of(D d, const DenseRows<hn::TFromD<D>>& matrix, std::size_t i,
                                   const hn::TFromD<D>* point) {
  const hn::TFromD<D>* x = matrix.row(i);
  const std::size_t lanes = hn::Lanes(d), width = matrix.width();
  hn::Vec<D> strands[kStrands] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  std::size_t j = 0;
  for (; j + kStrands * lanes <= width; j += kStrands * lanes)
    for (std::size_t k = 0; k < kStrands; ++k)
      strands[k] = hn::MulAdd(hn::Load(d, x + j + k * lanes), hn::Load(d, point + j + k * lanes), strands[k]);
  for (std::size_t k = 0; j < width; ++k, j += lanes)
    strands[k] = hn::MulAdd(hn::Load(d, x + j), hn::Load(d, point + j), strands[k]);
  return added_strands(d, strands);
}

// Coordinates that are not there would add nothing to their place.
template <class D>
HWY_INLINE hn::TFromD<D> margin_of(D d, const SparseRows<hn::TFromD<D>>& matrix, std::size_t i,
                                   const hn::TFromD<D>* point) {
  using T = hn::TFromD<D>;
  const hn::CappedTag<T, 1> one;
  const auto row = matrix.row(i);
  const std::size_t lanes = hn::Lanes(d), mask = kStrands * lanes - 1;
  HWY_ALIGN T places[kStrands * hn::MaxLanes(D())] = {};
  for (std::size_t k = 0; k < row.count; ++k) {
    T& place = places[row.coordinates[k] & mask];
    place = hn::GetLane(
        hn::MulAdd(hn::Set(one, row.values[k]), hn::Set(one, point[row.coordinates[k]]), hn::Set(one, place)));
  }
  hn::Vec<D> strands[kStrands] = {hn::Load(d, places), hn::Load(d, places + lanes), hn::Load(d, places + 2 * lanes),
                                  hn::Load(d, places + 3 * lanes)};
  return added_strands(d, strands);
}

template <class T>
HWY_INLINE void fetch(const DenseRows<T>& matrix, std::size_t i) {
  constexpr std::size_t kLine = kAlignment / sizeof(T), kMostLines = 8;  // the machine fetches the rest by itself
  for (std::size_t j = 0; j < std::min(matrix.width(), kMostLines * kLine); j += kLine)
    hwy::Prefetch(matrix.row(i) + j);
}
template <class T>
HWY_INLINE void fetch(const SparseRows<T>& matrix, std::size_t i) {
  hwy::Prefetch(matrix.row(i).coordinates);
  hwy::Prefetch(matrix.row(i).values);
}

template <class Lanes, class D, class L, class Rows>
class RowWalk {
  using T = hn::TFromD<D>;
  using V = hn::Vec<D>;
  static constexpr std::size_t kMostTogether = 64;             // rows: lanes of 32 bits have room for 126
  static constexpr std::size_t kCache = std::size_t{1} << 14;  // bytes of them
  static constexpr std::size_t kAheadRows = 8;

 public:
  RowWalk(const L& loss, const RowSweep<Rows>& sweep) : loss_(loss), s_(sweep) {
    const std::size_t fitting = kCache / (sizeof(T) * std::max<std::size_t>(s_.matrix->width(), 1));
    together_ = std::clamp<std::size_t>(fitting / kLeast * kLeast, kLeast, kMostTogether);
  }

  void run() {
    for (std::size_t first = 0; first < s_.batch.size(); first += together_) {
      const std::size_t count = std::min(together_, s_.batch.size() - first);
      evaluate(first, count);
      add_up(*s_.matrix, first, count);
    }
  }

 private:
  static constexpr std::size_t kLeast = 16;  // whole vectors of any width

  void take_margins(std::size_t first, std::size_t count, const T* point, T* margins) const {
    for (std::size_t i = 0; i < count; ++i) {
      if (first + i + kAheadRows < s_.batch.size()) fetch(*s_.matrix, s_.batch[first + i + kAheadRows]);
      margins[i] = margin_of(d_, *s_.matrix, s_.batch[first + i], point);
    }
    std::fill(margins + count, margins + hwy::RoundUpTo(count, hn::Lanes(d_)), T{0});
  }

  HWY_INLINE V less_label(V margin, V label) const {
    return L::label_role == LabelRole::shift ? hn::Sub(margin, label) : margin;
  }

  // Slopes, clipped. A row counts for nothing if a margin is not a number.
  void evaluate(std::size_t first, std::size_t count) {
    take_margins(first, count, s_.point, margins_);
    if (s_.other) take_margins(first, count, s_.other, other_margins_);
    for (std::size_t i = 0; i < count; i += hn::Lanes(d_)) {
      const V label = hn::LoadU(d_, s_.labels + first + i);
      const V margin = less_label(hn::Load(d_, margins_ + i), label);
      V slope = slope_with(d_, loss_, margin, label);
      auto counts = counting(loss_, margin, slope);
      if (s_.other) {
        const V there = less_label(hn::Load(d_, other_margins_ + i), label);
        const V less = slope_with(d_, loss_, there, label);
        counts = hn::And(counts, counting(loss_, there, less));
        slope = hn::Sub(slope, less);
        counts = hn::And(counts, counting(slope));  // infinity less itself
      }
      slope = within(d_, slope, hn::LoadU(d_, s_.thresholds + first + i));
      hn::Store(hn::IfThenElseZero(counts, slope), d_, slopes_ + i);
    }
  }

  void add_up(const DenseRows<T>& matrix, std::size_t first, std::size_t count) const {
    const V limit = hn::Set(d_, s_.limit);
    for (std::size_t j = 0; j < matrix.width(); j += hn::Lanes(d_)) {
      const V factor = hn::Load(d_, s_.factors + j);
      Lanes sum(d_);
      for (std::size_t i = 0; i < count; ++i) {
        const V x = hn::Load(d_, matrix.row(s_.batch[first + i]) + j);
        sum.add(clipped(d_, hn::Mul(hn::Mul(x, factor), hn::Set(d_, slopes_[i])), limit));
      }
      sum.add_to(s_.sums + j);
    }
  }

  void add_up(const SparseRows<T>& matrix, std::size_t first, std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i) {
      const auto row = matrix.row(s_.batch[first + i]);
      for (std::size_t k = 0; k < row.count; ++k) {
        const std::uint32_t j = row.coordinates[k];
        const T cells = row.values[k] * s_.factors[j] * slopes_[i];
        if (std::abs(cells) <= std::numeric_limits<T>::max())
          s_.sums[j] += to_integer(static_cast<double>(std::clamp(cells, -s_.limit, s_.limit)));
      }
    }
  }

  const D d_{};
  const L loss_;
  const RowSweep<Rows>& s_;
  std::size_t together_;
  HWY_ALIGN T margins_[kMostTogether];
  HWY_ALIGN T other_margins_[kMostTogether];
  HWY_ALIGN T slopes_[kMostTogether];
};

template <class L, class Rows>
void walk_rows(const L& loss, const RowSweep<Rows>& s) {
  using T = typename Rows::Value;
  using Half = hn::Rebind<T, hn::ScalableTag<double>>;
  if constexpr (std::is_same_v<T, float>) {
    using Full = hn::ScalableTag<float>;
    if (double{s.limit} <= NarrowSum<Full>::kFinest) return RowWalk<NarrowLanes<Full>, Full, L, Rows>(loss, s).run();
  }
  RowWalk<WideLanes<Half>, Half, L, Rows>(loss, s).run();
}

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
