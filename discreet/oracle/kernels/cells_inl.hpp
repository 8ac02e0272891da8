// Contributions become integers here: clipped after the last floating-point step, rounded, added up exactly.
// proof: docs/proofs/slopes.md
#if defined(DISCREET_ORACLE_CELLS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DISCREET_ORACLE_CELLS_INL
#undef DISCREET_ORACLE_CELLS_INL
#else
#define DISCREET_ORACLE_CELLS_INL
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <type_traits>

#include "discreet/base/arithmetic_inl.hpp"
#include "discreet/oracle/sweep.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// What is not a finite number counts as zero: failing here would tell that the row is there. Min and Max may drop a
// NaN, so the question is asked before them.
template <class D>
HWY_INLINE hn::Vec<D> clipped(D d, hn::Vec<D> cells, hn::Vec<D> limit) {
  return finite_within(d, cells, limit);
}

// Likewise for what does not count at all.
template <class D>
HWY_INLINE hn::Vec<D> clipped(D d, hn::Vec<D> cells, hn::Vec<D> limit, hn::Mask<D> counts) {
  return hn::IfThenElseZero(counts, clipped(d, cells, limit));
}

// A sum takes `room` vectors before it could overflow, then its total is moved elsewhere. This one is of 64 bits, for
// doubles and for grids too fine for 32. Adding the shift rounds to the nearest integer and leaves it in the low bits;
// the shift's own bits are taken off at the end, modulo 2^64.
template <class D>
class WideSum {
  using Doubles = hn::Rebind<double, D>;
  using Integers = hn::RebindToUnsigned<Doubles>;

 public:
  explicit WideSum(D = D()) : sum_(hn::Zero(Integers())) {}
  static std::size_t room(double) { return std::size_t{1} << 32; }
  HWY_INLINE void add(hn::Vec<D> cells) {
    const Doubles doubles;
    const auto shift = hn::Set(doubles, kToInteger);
    if constexpr (std::is_same_v<hn::TFromD<D>, double>)
      sum_ = hn::Add(sum_, hn::BitCast(Integers(), hn::Add(cells, shift)));
    else
      sum_ = hn::Add(sum_, hn::BitCast(Integers(), hn::Add(hn::PromoteTo(doubles, cells), shift)));
    ++vectors_;
  }
  std::int64_t total() const {
    HWY_ALIGN std::uint64_t lanes[hn::MaxLanes(Integers())];
    hn::Store(sum_, Integers(), lanes);
    const std::uint64_t shifts = vectors_ * hn::Lanes(D()) * std::bit_cast<std::uint64_t>(kToInteger);
    return static_cast<std::int64_t>(std::accumulate(lanes, lanes + hn::Lanes(Integers()), -shifts));
  }

 private:
  hn::Vec<Integers> sum_;
  std::uint64_t vectors_ = 0;
};

// Sums of floats in lanes of 32 bits.
template <class D>
class NarrowSum {
  using Integers = hn::RebindToSigned<D>;

 public:
  static constexpr double kFinest = 0x1p24;  // a lane then takes 126 vectors or more

  explicit NarrowSum(D = D()) : sum_(hn::Zero(Integers())) {}
  static std::size_t room(double limit) { return static_cast<std::size_t>(0x1p31 / (limit + 1)) - 1; }
  HWY_INLINE void add(hn::Vec<D> cells) { sum_ = hn::Add(sum_, nearest_integers(cells)); }
  std::int64_t total() const {
    HWY_ALIGN std::int32_t lanes[hn::MaxLanes(Integers())];
    hn::Store(sum_, Integers(), lanes);
    return std::accumulate(lanes, lanes + hn::Lanes(Integers()), std::int64_t{0});
  }

 private:
  hn::Vec<Integers> sum_;
};

// Chooses the sum, and with it the width of the vectors.
template <class T, class F>
HWY_INLINE auto with_sum(T limit, F&& walk) {
  using Half = hn::Rebind<T, hn::ScalableTag<double>>;
  if constexpr (std::is_same_v<T, float>) {
    using Full = hn::ScalableTag<float>;
    if (double{limit} <= NarrowSum<Full>::kFinest) return walk(std::type_identity<NarrowSum<Full>>(), Full());
  }
  return walk(std::type_identity<WideSum<Half>>(), Half());
}

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
