// The derivatives of a vector of rows, whatever the label is to the loss.
#if defined(DISCREET_ORACLE_SLOPE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DISCREET_ORACLE_SLOPE_INL
#undef DISCREET_ORACLE_SLOPE_INL
#else
#define DISCREET_ORACLE_SLOPE_INL
#endif

#include <cstddef>
#include <cstdint>

#include "discreet/loss/all_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The rows from i on whose label is -1, given one bit a row.
template <class D>
HWY_INLINE hn::Mask<D> negatives(D d, const std::uint8_t* negative, std::size_t i) {
  if constexpr (hn::MaxLanes(D()) >= 8) {
    return hn::LoadMaskBits(d, negative + i / 8);
  } else {
    const std::uint8_t bits[8] = {static_cast<std::uint8_t>(negative[i / 8] >> (i % 8))};
    return hn::LoadMaskBits(d, bits);
  }
}

// x times the derivative where labels are -1 or 1 and that is all they are.
template <class D, class L>
HWY_INLINE hn::Vec<D> times_slope_of_sign(D d, const L& loss, hn::Vec<D> margin, hn::Mask<D> negative, hn::Vec<D> x) {
  if constexpr (requires { L::label_adds_one; }) {
    return times_derivative(d, loss, margin, negative, x);
  } else {
    const auto sign = hn::IfThenElseZero(negative, hn::SignBit(d));
    const auto one = hn::Set(d, hn::TFromD<D>{1});
    return hn::Mul(x, hn::Xor(derivative(d, loss, hn::Xor(margin, sign), one), sign));
  }
}
template <class D, class L>
HWY_INLINE hn::Vec<D> slope_of_sign(D d, const L& loss, hn::Vec<D> margin, hn::Mask<D> negative) {
  return times_slope_of_sign(d, loss, margin, negative, hn::Set(d, hn::TFromD<D>{1}));
}

template <class D, class L>
HWY_INLINE hn::Vec<D> slope_of(D d, const L& loss, hn::Vec<D> margin, const std::uint8_t* negative,
                               const hn::TFromD<D>* labels, std::size_t i) {
  if constexpr (L::label_role == LabelRole::shift) {
    return derivative(d, loss, margin, hn::Zero(d));
  } else if constexpr (L::label_role == LabelRole::sign) {
    return slope_of_sign(d, loss, margin, negatives(d, negative, i));
  } else {
    return derivative(d, loss, margin, hn::LoadU(d, labels + i));
  }
}

// x times that, for walks that do nothing to the derivative in between. Where the sign of the label is all, it may be
// rounded once less than the product.
template <class D, class L>
HWY_INLINE hn::Vec<D> times_slope_of(D d, const L& loss, hn::Vec<D> margin, const std::uint8_t* negative,
                                     const hn::TFromD<D>* labels, std::size_t i, hn::Vec<D> x) {
  if constexpr (L::label_role == LabelRole::sign)
    return times_slope_of_sign(d, loss, margin, negatives(d, negative, i), x);
  else
    return hn::Mul(x, slope_of(d, loss, margin, negative, labels, i));
}

// The derivatives, given the labels as numbers.
template <class D, class L>
HWY_INLINE hn::Vec<D> slope_with(D d, const L& loss, hn::Vec<D> margin, hn::Vec<D> label) {
  if constexpr (L::label_role == LabelRole::shift) {
    return derivative(d, loss, margin, hn::Zero(d));
  } else if constexpr (L::label_role == LabelRole::sign) {
    return slope_of_sign(d, loss, margin, hn::Lt(label, hn::Zero(d)));
  } else {
    return derivative(d, loss, margin, label);
  }
}

// The rows that count: a margin that is not a number makes a row count as nothing, whatever the derivative makes of it.
// So does a derivative that is none; asked only where a clipping follows that could hide it.
template <class V>
HWY_INLINE auto counting(V margin) {
  return hn::Eq(margin, margin);
}
template <class L, class V>
HWY_INLINE auto counting(const L&, V margin, V slope) {
  if constexpr (carries_nan(L{}))  // then one question is enough
    return hn::Eq(slope, slope);
  else
    return hn::And(hn::Eq(margin, margin), hn::Eq(slope, slope));
}

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
