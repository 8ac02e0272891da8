// The coordinate sweep: everything that one update does to a vector of rows, between one load and one store of them.
#if defined(DISCREET_ORACLE_COLUMN_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DISCREET_ORACLE_COLUMN_INL
#undef DISCREET_ORACLE_COLUMN_INL
#else
#define DISCREET_ORACLE_COLUMN_INL
#endif

#include <algorithm>

#include "discreet/base/fetch.hpp"
#include "discreet/oracle/kernels/cells_inl.hpp"
#include "discreet/oracle/kernels/slope_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// What is the same for all rows is copied out of the sweep: the compiler cannot know that writing margins leaves it be.
template <class D, class L, bool kMoves, bool kBall>
class ColumnStep {
  using T = hn::TFromD<D>;
  using V = hn::Vec<D>;

 public:
  HWY_INLINE ColumnStep(D d, const L& loss, const Sweep<T>& s)
      : loss_(loss),
        margins_(s.margins),
        labels_(s.labels),
        thresholds_(s.thresholds),
        negative_(s.negative),
        moved_(s.moved),
        asked_(s.asked),
        distance_(hn::Set(d, s.distance)),
        moved_centre_(hn::Set(d, s.moved.centre)),
        asked_centre_(hn::Set(d, s.asked.centre)),
        factor_(hn::Set(d, s.factor)),
        limit_(hn::Set(d, s.limit)) {}

  // Asks for rows to come. The processor's own guesses end with every page and, where a loss takes long, come too late;
  // such losses have room for more questions.
  HWY_INLINE void fetch_ahead(std::size_t i) const {
    fetch_rows<1>(i, 1024);
    if constexpr (L::label_role != LabelRole::shift) fetch_rows<2>(i, 8192);
  }

  template <class Sum>
  HWY_INLINE void operator()(D d, std::size_t i, Sum& sum) const {
    V margin = hn::LoadU(d, margins_ + i);
    if constexpr (kMoves) {
      margin = hn::MulAdd(distance_, hn::Sub(hn::LoadU(d, moved_.at(i)), moved_centre_), margin);
      hn::StoreU(margin, d, margins_ + i);
    }
    const V x = hn::Mul(hn::Sub(hn::LoadU(d, asked_.at(i)), asked_centre_), factor_);
    if constexpr (kBall) {
      V slope = slope_of(d, loss_, margin, negative_, labels_, i);
      const auto counts = counting(loss_, margin, slope);
      slope = within(d, slope, hn::LoadU(d, thresholds_ + i));
      sum.add(clipped(d, hn::Mul(x, slope), limit_, counts));
    } else {
      const V cells = times_slope_of(d, loss_, margin, negative_, labels_, i, x);
      if constexpr (carries_nan(L{}))
        sum.add(clipped(d, cells, limit_));
      else
        sum.add(clipped(d, cells, limit_, counting(margin)));
    }
  }

 private:
  template <int kLevel>
  HWY_INLINE void fetch_rows(std::size_t i, std::size_t bytes) const {
    fetch<kLevel>(margins_ + i, bytes);
    if constexpr (kMoves) fetch<kLevel>(moved_.at(i), bytes);
    fetch<kLevel>(asked_.at(i), bytes);
    if constexpr (kBall) fetch<kLevel>(thresholds_ + i, bytes);
  }

  L loss_;
  T* margins_;
  const T* labels_;
  const T* thresholds_;
  const std::uint8_t* negative_;
  Strand<T> moved_, asked_;
  V distance_, moved_centre_, asked_centre_, factor_, limit_;
};

// The rows that do not fill a vector are done in a full one whose other lanes contribute nothing.
template <class Sum, bool kMoves, bool kBall, class D, class L>
HWY_NOINLINE std::int64_t sweep_last(D d, const L& loss, const Sweep<hn::TFromD<D>>& s, std::size_t from) {
  using T = hn::TFromD<D>;
  constexpr std::size_t kLanes = hn::MaxLanes(D());
  const std::size_t rows = s.rows - from;
  T margins[kLanes] = {}, labels[kLanes] = {}, moved[kLanes] = {}, asked[kLanes], thresholds[kLanes] = {};
  std::fill_n(asked, kLanes, s.asked.centre);
  std::uint8_t negative[kLanes / 8 + 1] = {};
  Sweep<T> last = s;
  for (std::size_t i = 0; i < rows; ++i) {
    margins[i] = s.margins[from + i];
    moved[i] = *s.moved.at(from + i);
    asked[i] = *s.asked.at(from + i);
    if (s.labels) labels[i] = s.labels[from + i];
    if (kBall) thresholds[i] = s.thresholds[from + i];
    if (s.negative && (s.negative[(from + i) / 8] >> ((from + i) % 8) & 1))
      negative[i / 8] = static_cast<std::uint8_t>(negative[i / 8] | 1 << (i % 8));
  }
  last.margins = margins;
  last.labels = labels;
  last.negative = negative;
  last.thresholds = thresholds;
  last.moved = {moved, s.moved.centre};
  last.asked = {asked, s.asked.centre};
  Sum sum(d);
  ColumnStep<D, L, kMoves, kBall>(d, loss, last)(d, 0, sum);
  if (kMoves) std::copy_n(margins, rows, s.margins + from);
  return sum.total();
}

template <class Sum, bool kMoves, bool kBall, class D, class L>
HWY_NOINLINE std::int64_t sweep_rows(D d, const L& loss, const Sweep<hn::TFromD<D>>& s) {
  const ColumnStep<D, L, kMoves, kBall> step(d, loss, s);
  const std::size_t lanes = hn::Lanes(d), whole = s.rows / lanes * lanes;
  const std::size_t room = Sum::room(static_cast<double>(s.limit)) * lanes;
  std::int64_t total = 0;
  for (std::size_t from = 0; from < whole; from += room) {
    Sum sum(d);
    const std::size_t end = std::min(from + room, whole);
    if (kMoves && s.far)
      for (std::size_t i = from; i < end; i += lanes) step.fetch_ahead(i), step(d, i, sum);
    else
      for (std::size_t i = from; i < end; i += lanes) step(d, i, sum);
    total += sum.total();
  }
  if (whole < s.rows) total += sweep_last<Sum, kMoves, kBall>(d, loss, s, whole);
  return total;
}

template <class Sum, class D, class L>
std::int64_t sweep_on(D d, const L& loss, const Sweep<hn::TFromD<D>>& s) {
  if (s.thresholds)
    return s.distance != 0 ? sweep_rows<Sum, true, true>(d, loss, s) : sweep_rows<Sum, false, true>(d, loss, s);
  return s.distance != 0 ? sweep_rows<Sum, true, false>(d, loss, s) : sweep_rows<Sum, false, false>(d, loss, s);
}

// Chooses the loop once for all rows.
template <class L, class T>
std::int64_t sweep(const L& loss, const Sweep<T>& s) {
  return with_sum(s.limit, [&]<class Sum, class D>(std::type_identity<Sum>, D d) { return sweep_on<Sum>(d, loss, s); });
}

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
