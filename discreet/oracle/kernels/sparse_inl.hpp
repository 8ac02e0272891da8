// The same walks over sparse columns: rows are gathered by their numbers, and only those that have a value. Each number
// goes through the same operations as in the dense walks, so both give the same margins and the same cells.
#if defined(DISCREET_ORACLE_SPARSE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DISCREET_ORACLE_SPARSE_INL
#undef DISCREET_ORACLE_SPARSE_INL
#else
#define DISCREET_ORACLE_SPARSE_INL
#endif

#include <algorithm>
#include <span>

#include "discreet/base/aligned.hpp"
#include "discreet/oracle/kernels/cells_inl.hpp"
#include "discreet/oracle/kernels/lookup_inl.hpp"
#include "discreet/oracle/kernels/slope_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Margins that stand kStride numbers apart. Row by row: instructions that scatter take as long or longer. Fused where
// the dense walks are. Rows that are looked up soon are asked for in turn with the moves: asked for all at once, they
// have to wait for each other, and the moves for them.
template <std::size_t kStride, class T>
HWY_NOINLINE void move_along(const Entries<T>& column, T distance, T* margins, bool far,
                             std::span<const std::uint32_t> soon = {}) {
  const hn::CappedTag<T, 1> one;
  const auto by = hn::Set(one, distance);
  const auto move = [&](std::size_t k) HWY_ATTR {
    T& margin = margins[kStride * column.rows[k]];
    margin = hn::GetLane(hn::MulAdd(by, hn::Set(one, column.values[k]), hn::Set(one, margin)));
  };
  std::size_t k = 0;
  for (; k < std::min(soon.size(), column.count); ++k) {
    discreet::fetch<1>(margins + kStride * soon[k]);
    move(k);
  }
  for (std::size_t m = k; m < soon.size(); ++m) discreet::fetch<1>(margins + kStride * soon[m]);
  for (; k < column.count; ++k) {
    if (far && k + kAhead < column.count) discreet::fetch<1>(margins + kStride * column.rows[k + kAhead]);
    move(k);
  }
}

// Rows whose label is -1: the sign that `allowed` has, also where it is zero.
template <class D>
HWY_INLINE hn::Mask<D> negatives_of(D d, hn::Vec<D> allowed) {
  const hn::RebindToSigned<D> integers;
  return hn::RebindMask(d, hn::Lt(hn::BitCast(integers, allowed), hn::Zero(integers)));
}

// The derivatives. Labels are asked for only where they are apart.
template <class D, class L, class Labels>
HWY_INLINE hn::Vec<D> slope_seen(D d, const L& loss, const Seen<D>& seen, Labels&& labels) {
  if constexpr (L::label_role == LabelRole::shift)
    return derivative(d, loss, seen.margin, hn::Zero(d));
  else if constexpr (L::label_role == LabelRole::apart)
    return derivative(d, loss, seen.margin, labels());
  else
    return slope_of_sign(d, loss, seen.margin, negatives_of(d, seen.allowed));
}

// x times the derivatives, which are clipped in between under the ball rule; zero for rows that do not count.
template <bool kBall, class D, class L, class Labels>
HWY_INLINE hn::Vec<D> cells_seen(D d, const L& loss, const Seen<D>& seen, Labels&& labels, hn::Vec<D> x) {
  if constexpr (kBall) {
    const auto slope = slope_seen(d, loss, seen, labels);
    return hn::IfThenElseZero(counting(loss, seen.margin, slope), hn::Mul(x, within(d, slope, hn::Abs(seen.allowed))));
  } else if constexpr (L::label_role == LabelRole::sign) {
    const auto cells = times_slope_of_sign(d, loss, seen.margin, negatives_of(d, seen.allowed), x);
    return hn::IfThenElseZero(counting(seen.margin), cells);
  } else {
    return hn::IfThenElseZero(counting(seen.margin), hn::Mul(x, slope_seen(d, loss, seen, labels)));
  }
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
HWY_NOINLINE std::int64_t sweep_entries(D d, const L& loss, const SparseSweep<hn::TFromD<D>>& s,
                                        const Entries<hn::TFromD<D>> asked) {
  constexpr bool kAllowed = kBall || L::label_role == LabelRole::sign;
  const auto factor = hn::Set(d, s.factor), limit = hn::Set(d, s.limit);
  return total_of<Sum>(d, asked.count, double{s.limit}, [&](std::size_t k, Sum& sum) HWY_ATTR {
    const std::size_t count = asked.count - k;
    const std::uint32_t* rows = asked.rows + k;
    const auto seen = looked_up<kAllowed>(d, s.rows, rows, count, s.far);
    const auto labels = [&]() HWY_ATTR { return gathered(d, s.labels, rows, count, s.far); };
    const auto x = hn::Mul(loaded(d, asked.values + k, count), factor);
    sum.add(clipped(d, cells_seen<kBall>(d, loss, seen, labels, x), limit));
  });
}

// Columns are asked for in turn more often than not, and the numbers of the next one follow.
template <class T>
HWY_INLINE void fetch_next_column(const Entries<T>& column) {
  constexpr std::size_t kLine = 64, kMost = 128;
  const std::size_t count = std::min(column.count, kMost);
  for (std::size_t k = 0; k < count; k += kLine / sizeof(T))
    discreet::fetch<1>(column.values + column.count, k * sizeof(T));
  for (std::size_t k = 0; k < count; k += kLine / sizeof(std::uint32_t))
    discreet::fetch<1>(column.rows + column.count, k * sizeof(std::uint32_t));
}

// The move and the question go on in turn, so many entries at a time: what they have in common is still near then.
constexpr std::size_t kWindow = 2048;

template <class Sum, bool kBall, class D, class L>
std::int64_t sweep_by_windows(D d, const L& loss, const SparseSweep<hn::TFromD<D>>& s) {
  fetch_next_column(s.asked);
  std::int64_t total = 0;
  std::size_t moved = s.distance != 0 ? 0 : s.moved.count, asked = 0;
  do {
    const auto window = s.asked.part(asked, std::min(kWindow, s.asked.count - asked));
    asked += window.count;
    const std::uint32_t *from = s.moved.rows + moved, *end = s.moved.rows + s.moved.count;
    if (asked < s.asked.count) end = std::upper_bound(from, end, window.rows[window.count - 1]);
    const auto passed = static_cast<std::size_t>(end - from);
    // While rows are moved, most of which were asked for last, the first ones of the question are on their way.
    const std::span soon(window.rows, std::min(window.count, kAhead));
    move_along<2>(s.moved.part(moved, passed), s.distance, numbers_of(s.rows), s.far, soon);
    moved += passed;
    total += sweep_entries<Sum, kBall>(d, loss, s, window);
  } while (asked < s.asked.count);
  return total;
}

template <class Sum, bool kBall, class D, class L>
HWY_NOINLINE std::int64_t sweep_ones(D d, const L& loss, const SparseSweep<hn::TFromD<D>>& s) {
  const auto factor = hn::Set(d, s.factor), limit = hn::Set(d, s.limit);
  return total_of<Sum>(d, s.ones, double{s.limit}, [&](std::size_t i, Sum& sum) HWY_ATTR {
    const std::size_t count = s.ones - i;
    const auto labels = [&]() HWY_ATTR { return loaded(d, s.labels + i, count); };
    const auto x = count >= hn::Lanes(d) ? factor : hn::IfThenElseZero(hn::FirstN(d, count), factor);
    sum.add(clipped(d, cells_seen<kBall>(d, loss, seen_in_order(d, s.rows + i, count), labels, x), limit));
  });
}

// Every row's derivative, clipped under the ball rule; zero for a row that does not count. Slopes take the margins'
// place.
template <class D, class L>
HWY_NOINLINE void evaluate_rows(D d, const L& loss, const SparseBlockSweep<hn::TFromD<D>>& s, hn::TFromD<D>* slopes) {
  for (std::size_t i = 0; i < s.block->rows; i += hn::Lanes(d)) {
    const std::size_t count = s.block->rows - i;
    Seen<D> seen = seen_in_order(d, s.rows + i, count);
    seen.margin = hn::Load(d, slopes + i);
    auto slope = slope_seen(d, loss, seen, [&]() HWY_ATTR { return loaded(d, s.labels + i, count); });
    const auto counts = counting(loss, seen.margin, slope);
    if (s.ball) slope = within(d, slope, hn::Abs(seen.allowed));
    hn::Store(hn::IfThenElseZero(counts, slope), d, slopes + i);
  }
}

template <class Sum, class D, class L>
void sweep_all_entries(D d, const L& loss, const SparseBlockSweep<hn::TFromD<D>>& s) {
  using T = hn::TFromD<D>;
  const std::size_t features = s.block->starts.size() - 1;
  const bool far = are_far<T>(s.block->rows, 1);
  AlignedVector<T> slopes(s.block->rows + hn::Lanes(d));  // margins, at first
  for (std::size_t i = 0; i < s.block->rows; ++i) slopes[i] = s.rows[i].margin;
  for (std::size_t j = 0; s.distances && j < features; ++j)
    if (s.distances[j] != 0) move_along<1>(s.block->column({j}), s.distances[j], slopes.data(), far);
  if (s.distances && s.intercept)
    for (std::size_t i = 0; i < s.block->rows; ++i) slopes[i] += s.distances[*s.intercept];
  if (s.distances && !s.still_owed)
    for (std::size_t i = 0; i < s.block->rows; ++i) s.rows[i].margin = slopes[i];
  evaluate_rows(d, loss, s, slopes.data());
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

template <class L, class T>
std::int64_t sparse_sweep(const L& loss, const SparseSweep<T>& s) {
  return with_sum(s.limit, [&]<class Sum, class D>(std::type_identity<Sum>, D d) {
    if (s.ones == 0) return s.ball ? sweep_by_windows<Sum, true>(d, loss, s) : sweep_by_windows<Sum, false>(d, loss, s);
    if (s.distance != 0) move_along<2>(s.moved, s.distance, numbers_of(s.rows), s.far);
    return s.ball ? sweep_ones<Sum, true>(d, loss, s) : sweep_ones<Sum, false>(d, loss, s);
  });
}

template <class L, class T>
void sparse_block(const L& loss, const SparseBlockSweep<T>& s) {
  with_sum(s.limit, [&]<class Sum, class D>(std::type_identity<Sum>, D d) { sweep_all_entries<Sum>(d, loss, s); });
}

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
