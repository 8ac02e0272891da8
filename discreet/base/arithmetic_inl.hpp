// What kernels do most often and Highway spells out for all machines alike, in fewer instructions where a machine has
// them. Compiled once for each instruction set.
#if defined(DISCREET_BASE_ARITHMETIC_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DISCREET_BASE_ARITHMETIC_INL
#undef DISCREET_BASE_ARITHMETIC_INL
#else
#define DISCREET_BASE_ARITHMETIC_INL
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_AVX3
// The smaller magnitude with the sign of the first: one instruction instead of two that compete with multiplications.
constexpr int kSmallerSize = 2;
HWY_INLINE hn::Vec512<float> range(hn::Vec512<float> x, hn::Vec512<float> limit) {
  return hn::Vec512<float>{_mm512_range_ps(x.raw, limit.raw, kSmallerSize)};
}
HWY_INLINE hn::Vec512<double> range(hn::Vec512<double> x, hn::Vec512<double> limit) {
  return hn::Vec512<double>{_mm512_range_pd(x.raw, limit.raw, kSmallerSize)};
}
HWY_INLINE hn::Vec256<float> range(hn::Vec256<float> x, hn::Vec256<float> limit) {
  return hn::Vec256<float>{_mm256_range_ps(x.raw, limit.raw, kSmallerSize)};
}
constexpr int kNanOrInfinite = 0x99;
HWY_INLINE hn::Mask512<float> not_finite(hn::Vec512<float> x) {
  return hn::Mask512<float>{_mm512_fpclass_ps_mask(x.raw, kNanOrInfinite)};
}
HWY_INLINE hn::Mask512<double> not_finite(hn::Vec512<double> x) {
  return hn::Mask512<double>{_mm512_fpclass_pd_mask(x.raw, kNanOrInfinite)};
}
HWY_INLINE hn::Mask256<float> not_finite(hn::Vec256<float> x) {
  return hn::Mask256<float>{_mm256_fpclass_ps_mask(x.raw, kNanOrInfinite)};
}
HWY_INLINE hn::Vec512<float> inverse_guess(hn::Vec512<float> x) { return {_mm512_rcp14_ps(x.raw)}; }
HWY_INLINE hn::Vec512<double> inverse_guess(hn::Vec512<double> x) { return {_mm512_rcp14_pd(x.raw)}; }
HWY_INLINE hn::Vec256<float> inverse_guess(hn::Vec256<float> x) { return {_mm256_rcp14_ps(x.raw)}; }
#endif

// x moved into [-limit, limit]. A NaN may become any number of that interval.
template <class D>
HWY_INLINE hn::Vec<D> within([[maybe_unused]] D d, hn::Vec<D> x, hn::Vec<D> limit) {
#if HWY_TARGET == HWY_AVX3
  return range(x, limit);
#else
  return hn::Min(hn::Max(x, hn::Neg(limit)), limit);
#endif
}

template <class D>
HWY_INLINE hn::Mask<D> finite(D d, hn::Vec<D> x) {
#if HWY_TARGET == HWY_AVX3
  (void)d;
  return hn::Not(not_finite(x));
#else
  return hn::Le(hn::Abs(x), hn::Set(d, hwy::HighestValue<hn::TFromD<D> >()));
#endif
}

// The nearest integers of numbers below 2^31 in size. Highway's own would first see to larger ones.
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR
HWY_INLINE hn::Vec128<std::int32_t> nearest_integers(hn::Vec128<float> x) {
  return hn::Vec128<std::int32_t>{_mm_cvtps_epi32(x.raw)};
}
#if HWY_TARGET <= HWY_AVX2
HWY_INLINE hn::Vec256<std::int32_t> nearest_integers(hn::Vec256<float> x) {
  return hn::Vec256<std::int32_t>{_mm256_cvtps_epi32(x.raw)};
}
#endif
#if HWY_TARGET <= HWY_AVX3
HWY_INLINE hn::Vec512<std::int32_t> nearest_integers(hn::Vec512<float> x) {
  return hn::Vec512<std::int32_t>{_mm512_cvtps_epi32(x.raw)};
}
#endif
#else
template <class V>
HWY_INLINE auto nearest_integers(V x) {
  return hn::NearestInt(x);
}
#endif

// 1 / x for x of at least 1 whose inverse is a normal number. Where dividing is slow,
// from a guess that is good to 14 bits by Newton's steps; makes of processors may guess differently in the bits after
// those.
template <class D>
HWY_INLINE hn::Vec<D> inverse(D d, hn::Vec<D> x) {
  const auto one = hn::Set(d, hn::TFromD<D>{1});
#if HWY_TARGET == HWY_AVX3
  auto y = inverse_guess(x);
  for (std::size_t bits = 14; bits < 6 * sizeof(hn::TFromD<D>); bits *= 2)
    y = hn::MulAdd(y, hn::NegMulAdd(x, y, one), y);
  return y;
#else
  return hn::Div(one, x);
#endif
}

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
