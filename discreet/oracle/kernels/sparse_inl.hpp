// The same walks over sparse columns: rows are gathered by their numbers, and only those that have a value. Each number
// goes through the same operations as in the dense walks, so both give the same margins and the same cells.
#if defined(DISCREET_ORACLE_SPARSE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DISCREET_ORACLE_SPARSE_INL
#undef DISCREET_ORACLE_SPARSE_INL
#else
#define DISCREET_ORACLE_SPARSE_INL
#endif

#include <algorithm>
#include <bit>

#include "discreet/base/aligned.hpp"
#include "discreet/base/fetch.hpp"
#include "discreet/oracle/kernels/cells_inl.hpp"
#include "discreet/oracle/kernels/slope_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Row numbers as a gather wants them: signed, and as wide as the numbers they point to. A block has fewer than 2^31
// rows.
template <class D>
HWY_INLINE hn::Vec<hn::RebindToSigned<D>> places(D, const std::uint32_t* rows) {
  const hn::RebindToSigned<D> integers;
  if constexpr (sizeof(hn::TFromD<D>) == 4)
    return hn::BitCast(integers, hn::LoadU(hn::RebindToUnsigned<D>(), rows));
  else
    return hn::BitCast(integers,
                       hn::PromoteTo(hn::RebindToUnsigned<D>(), hn::LoadU(hn::Rebind<std::uint32_t, D>(), rows)));
}

// Entries to be on their way to the cache while these are worked on. Asking for what is in the second cache already
// takes longer than waiting for it.
constexpr std::size_t kAhead = 64;

// The numbers of the next rows, zeros where there are no more.
template <class D>
HWY_INLINE hn::Vec<D> gathered(D d, const hn::TFromD<D>* from, const std::uint32_t* rows, std::size_t count, bool far) {
  if (far && count >= hn::MaxLanes(D()) + kAhead)
    for (std::size_t k = 0; k < hn::MaxLanes(D()); ++k) discreet::fetch<1>(from + rows[k + kAhead]);
  if (HWY_LIKELY(count >= hn::Lanes(d))) return hn::GatherIndex(d, from, places(d, rows));
  HWY_ALIGN hn::TFromD<D> lanes[hn::MaxLanes(D())] = {};
  for (std::size_t k = 0; k < count; ++k) lanes[k] = from[rows[k]];
  return hn::Load(d, lanes);
}
template <class D>
HWY_INLINE hn::Vec<D> loaded(D d, const hn::TFromD<D>* from, std::size_t count) {
  if (HWY_LIKELY(count >= hn::Lanes(d))) return hn::LoadU(d, from);
  HWY_ALIGN hn::TFromD<D> lanes[hn::MaxLanes(D())] = {};
  std::copy_n(from, count, lanes);
  return hn::Load(d, lanes);
}

// Row by row: instructions that scatter take as long or longer. Fused where the dense walks are.
template <class T>
HWY_NOINLINE void move_along(const Entries<T>& column, T distance, T* margins, bool far) {
  const hn::CappedTag<T, 1> one;
  const auto by = hn::Set(one, distance);
  for (std::size_t k = 0; k < column.count; ++k) {
    if (far && k + kAhead < column.count) discreet::fetch<1>(margins + column.rows[k + kAhead]);
    T& margin = margins[column.rows[k]];
    margin = hn::GetLane(hn::MulAdd(by, hn::Set(one, column.values[k]), hn::Set(one, margin)));
  }
}

// Which of the next rows have a label of -1, given one bit a row. The bits of a million rows fit into the second cache.
template <class D>
HWY_INLINE hn::Mask<D> gathered_negatives(D d, const std::uint8_t* negative, const std::uint32_t* rows,
                                          std::size_t count) {
  static_assert(std::endian::native == std::endian::little);
  const hn::RebindToUnsigned<D> bits;
  if (HWY_LIKELY(count >= hn::Lanes(d))) {
    const hn::Rebind<std::uint32_t, D> words;
    const hn::Rebind<std::int32_t, D> signed_words;
    const auto row = hn::LoadU(words, rows);
    // By bytes: a block's bits need not begin at a whole word.
    const auto place = hn::BitCast(signed_words, hn::ShiftLeft<2>(hn::ShiftRight<5>(row)));
    const auto word = hn::GatherOffset(signed_words, reinterpret_cast<const std::int32_t*>(negative), place);
    const auto bit = hn::And(hn::Shr(hn::BitCast(words, word), hn::And(row, hn::Set(words, 31))), hn::Set(words, 1));
    if constexpr (sizeof(hn::TFromD<D>) == 4)
      return hn::RebindMask(d, hn::Ne(hn::BitCast(bits, bit), hn::Zero(bits)));
    else
      return hn::RebindMask(d, hn::Ne(hn::PromoteTo(bits, bit), hn::Zero(bits)));
  }
  HWY_ALIGN hn::TFromD<hn::RebindToUnsigned<D>> lanes[hn::MaxLanes(D())] = {};
  for (std::size_t k = 0; k < count; ++k) lanes[k] = negative[rows[k] / 8] >> (rows[k] % 8) & 1;
  return hn::RebindMask(d, hn::Ne(hn::Load(bits, lanes), hn::Zero(bits)));
}

// x times the derivatives, which are clipped in between under the ball rule; zero for rows that do not count.
template <bool kBall, class D, class L>
HWY_INLINE hn::Vec<D> cells_gathered(D d, const L& loss, hn::Vec<D> margin, const SparseSweep<hn::TFromD<D>>& s,
                                     const std::uint32_t* rows, std::size_t count, hn::Vec<D> x) {
  hn::Vec<D> slope;
  if constexpr (L::label_role == LabelRole::shift) {
    slope = derivative(d, loss, margin, hn::Zero(d));
  } else if constexpr (L::label_role == LabelRole::apart) {
    slope = derivative(d, loss, margin, gathered(d, s.labels, rows, count, s.far));
  } else {
    const auto negative = gathered_negatives(d, s.negative, rows, count);
    if constexpr (!kBall)
      return hn::IfThenElseZero(counting(margin), times_slope_of_sign(d, loss, margin, negative, x));
    slope = slope_of_sign(d, loss, margin, negative);
  }
  if constexpr (!kBall) return hn::IfThenElseZero(counting(margin), hn::Mul(x, slope));
  const auto counts = counting(loss, margin, slope);
  return hn::IfThenElseZero(counts, hn::Mul(x, within(d, slope, gathered(d, s.thresholds, rows, count, s.far))));
}

// Adds up add(k, sum) over vectors of entries from k on, emptying the sum before it could overflow.
template <class Sum, class D, class F>
HWY_INLINE std::int64_t total_of(D d, std::size_t count, double limit, F&& add) {
  const std::size_t lanes = hn::Lanes(d), room = Sum::room(limit) * lanes;
  std::int64_t total = 0;
  for (std::size_t from = 0; from < count; from += room) {
    Sum sum(d);
    for (std::size_t k = from; k < std::min(from + room, count); k += lanes) add(k, sum);
    total += sum.total();
  }
  return total;
}

template <class Sum, bool kBall, class D, class L>
HWY_NOINLINE std::int64_t sweep_entries(D d, const L& loss, const SparseSweep<hn::TFromD<D>>& s) {
  const Entries<hn::TFromD<D>> asked = s.asked;
  const auto factor = hn::Set(d, s.factor), limit = hn::Set(d, s.limit);
  return total_of<Sum>(d, asked.count, double{s.limit}, [&](std::size_t k, Sum& sum) HWY_ATTR {
    const std::size_t count = asked.count - k;
    const std::uint32_t* rows = asked.rows + k;
    const auto margin = gathered(d, s.margins, rows, count, s.far);
    const auto x = hn::Mul(loaded(d, asked.values + k, count), factor);
    sum.add(clipped(d, cells_gathered<kBall>(d, loss, margin, s, rows, count, x), limit));
  });
}

// Every row's derivative, clipped under the ball rule; zero for a row that does not count. Slopes may take the margins'
// place.
template <class D, class L>
HWY_NOINLINE void evaluate_rows(D d, const L& loss, const SparseBlockSweep<hn::TFromD<D>>& s,
                                const hn::TFromD<D>* margins, hn::TFromD<D>* slopes) {
  for (std::size_t i = 0; i < s.block->rows; i += hn::Lanes(d)) {
    const std::size_t count = s.block->rows - i;
    const auto margin = loaded(d, margins + i, count);
    hn::Vec<D> slope;
    if constexpr (L::label_role == LabelRole::apart)
      slope = derivative(d, loss, margin, loaded(d, s.labels + i, count));
    else
      slope = slope_of(d, loss, margin, s.negative, static_cast<const hn::TFromD<D>*>(nullptr), i);
    const auto counts = counting(loss, margin, slope);
    if (s.thresholds) slope = within(d, slope, loaded(d, s.thresholds + i, count));
    hn::Store(hn::IfThenElseZero(counts, slope), d, slopes + i);
  }
}

template <class Sum, class D, class L>
void sweep_all_entries(D d, const L& loss, const SparseBlockSweep<hn::TFromD<D>>& s) {
  using T = hn::TFromD<D>;
  const std::size_t features = s.block->starts.size() - 1;
  const bool far = are_far<T>(s.block->rows, 1);
  AlignedVector<T> slopes(s.block->rows + hn::Lanes(d));
  T* margins = s.margins;
  if (s.still_owed) {
    margins = slopes.data();
    std::copy_n(s.margins, s.block->rows, margins);
  }
  for (std::size_t j = 0; s.distances && j < features; ++j)
    if (s.distances[j] != 0) move_along(s.block->column({j}), s.distances[j], margins, far);
  if (s.distances && s.intercept)
    for (std::size_t i = 0; i < s.block->rows; ++i) margins[i] += s.distances[*s.intercept];
  evaluate_rows(d, loss, s, margins, slopes.data());
  const auto limit = hn::Set(d, s.limit);
  for (std::size_t j = 0; j < features; ++j) {
    const Entries<T> column = s.block->column({j});
    const auto factor = hn::Set(d, s.factors[j]);
    s.sums[j] += total_of<Sum>(d, column.count, double{s.limit}, [&](std::size_t k, Sum& sum) HWY_ATTR {
      const std::size_t count = column.count - k;
      const auto slope = gathered(d, slopes.data(), column.rows + k, count, far);
      sum.add(clipped(d, hn::Mul(hn::Mul(loaded(d, column.values + k, count), factor), slope), limit));
    });
  }
  if (!s.intercept) return;
  const auto factor = hn::Set(d, s.factors[*s.intercept]);
  s.sums[*s.intercept] += total_of<Sum>(d, s.block->rows, double{s.limit}, [&](std::size_t i, Sum& sum) HWY_ATTR {
    sum.add(clipped(d, hn::Mul(factor, loaded(d, slopes.data() + i, s.block->rows - i)), limit));
  });
}

// Chooses the sum and with it the width of the vectors, as the dense walks do.
template <class T, class F>
HWY_INLINE auto with_sum(T limit, F&& walk) {
  using Half = hn::Rebind<T, hn::ScalableTag<double>>;
  if constexpr (std::is_same_v<T, float>) {
    using Full = hn::ScalableTag<float>;
    if (double{limit} <= NarrowSum<Full>::kFinest) return walk(std::type_identity<NarrowSum<Full>>(), Full());
  }
  return walk(std::type_identity<WideSum<Half>>(), Half());
}

template <class L, class T>
std::int64_t sparse_sweep(const L& loss, const SparseSweep<T>& s) {
  return with_sum(s.limit, [&]<class Sum, class D>(std::type_identity<Sum>, D d) {
    if (s.distance != 0) move_along(s.moved, s.distance, s.margins, s.far);
    return s.thresholds ? sweep_entries<Sum, true>(d, loss, s) : sweep_entries<Sum, false>(d, loss, s);
  });
}

template <class L, class T>
void sparse_block(const L& loss, const SparseBlockSweep<T>& s) {
  with_sum(s.limit, [&]<class Sum, class D>(std::type_identity<Sum>, D d) { sweep_all_entries<Sum>(d, loss, s); });
}

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
