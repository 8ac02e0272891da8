// Looks rows up by their numbers, or in order, a vector of them at a time.
#if defined(DISCREET_ORACLE_LOOKUP_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DISCREET_ORACLE_LOOKUP_INL
#undef DISCREET_ORACLE_LOOKUP_INL
#else
#define DISCREET_ORACLE_LOOKUP_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "discreet/base/fetch.hpp"
#include "discreet/oracle/sweep.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The next numbers, zeros where there are no more.
template <class D>
HWY_INLINE hn::Vec<D> loaded(D d, const hn::TFromD<D>* from, std::size_t count) {
  if (HWY_LIKELY(count >= hn::Lanes(d))) return hn::LoadU(d, from);
#if HWY_MEM_OPS_MIGHT_FAULT
  HWY_ALIGN hn::TFromD<D> lanes[hn::MaxLanes(D())] = {};
  std::copy_n(from, count, lanes);
  return hn::Load(d, lanes);
#else
  return hn::MaskedLoad(hn::FirstN(d, count), d, from);
#endif
}

// Row numbers as a gather wants them: signed, and as wide as the numbers they point to; the first row where there are
// no more.
template <class D>
HWY_INLINE hn::Vec<hn::RebindToSigned<D>> places(D, const std::uint32_t* rows, std::size_t count) {
  const hn::RebindToSigned<D> integers;
  const auto numbers = loaded(hn::Rebind<std::uint32_t, D>(), rows, count);
  if constexpr (sizeof(hn::TFromD<D>) == 4)
    return hn::BitCast(integers, numbers);
  else
    return hn::BitCast(integers, hn::PromoteTo(hn::RebindToUnsigned<D>(), numbers));
}

// Entries to be on their way to the cache while these are worked on. Asking for what is in the second cache already
// takes longer than waiting for it.
constexpr std::size_t kAhead = 64;

// Margins and what is allowed, of a vector of rows. What a loss or rule does not use is not looked up.
template <class D>
struct Seen {
  hn::Vec<D> margin, allowed;
};
template <class T>
HWY_INLINE T* numbers_of(RowPair<T>* rows) {
  static_assert(sizeof(RowPair<T>) == 2 * sizeof(T));
  return reinterpret_cast<T*>(rows);
}
template <class T>
HWY_INLINE const T* numbers_of(const RowPair<T>* rows) {
  return reinterpret_cast<const T*>(rows);
}

// Of the next rows by their numbers; something where there are no more, for it is multiplied by zero.
template <bool kAllowed, class D>
HWY_INLINE Seen<D> looked_up(D d, const RowPair<hn::TFromD<D>>* rows, const std::uint32_t* numbers, std::size_t count,
                             bool far) {
  if (far && count >= hn::MaxLanes(D()) + kAhead)
    for (std::size_t k = 0; k < hn::MaxLanes(D()); ++k) discreet::fetch<1>(rows + numbers[k + kAhead]);
  const auto at = hn::ShiftLeft<1>(places(d, numbers, count));  // blocks have fewer than 2^30 rows
  const auto margin = hn::GatherIndex(d, numbers_of(rows), at);
  if constexpr (kAllowed)
    return {margin, hn::GatherIndex(d, numbers_of(rows) + 1, at)};
  else
    return {margin, hn::Zero(d)};
}
// Of rows in order.
template <class D>
HWY_INLINE Seen<D> seen_in_order(D d, const RowPair<hn::TFromD<D>>* rows, std::size_t count) {
  Seen<D> seen;
  if (HWY_LIKELY(count >= hn::Lanes(d))) {
    hn::LoadInterleaved2(d, numbers_of(rows), seen.margin, seen.allowed);
    return seen;
  }
  HWY_ALIGN hn::TFromD<D> lanes[2 * hn::MaxLanes(D())] = {};
  std::copy_n(numbers_of(rows), 2 * count, lanes);
  hn::LoadInterleaved2(d, lanes, seen.margin, seen.allowed);
  return seen;
}

template <class D>
HWY_INLINE hn::Vec<D> gathered(D d, const hn::TFromD<D>* from, const std::uint32_t* rows, std::size_t count, bool far) {
  if (far && count >= hn::MaxLanes(D()) + kAhead)
    for (std::size_t k = 0; k < hn::MaxLanes(D()); ++k) discreet::fetch<1>(from + rows[k + kAhead]);
  return hn::GatherIndex(d, from, places(d, rows, count));
}

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
