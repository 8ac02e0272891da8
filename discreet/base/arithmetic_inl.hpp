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
// By classes of numbers, four bits each: 8 makes a zero of both kinds of NaN and of both infinities, 0 leaves the rest.
constexpr int kZeroUnlessFinite = 0x00880088;
HWY_INLINE hn::Vec512<float> zero_unless_finite(hn::Vec512<float> x) {
  return hn::Vec512<float>{_mm512_fixupimm_ps(x.raw, x.raw, _mm512_set1_epi32(kZeroUnlessFinite), 0)};
}
HWY_INLINE hn::Vec512<double> zero_unless_finite(hn::Vec512<double> x) {
  return hn::Vec512<double>{_mm512_fixupimm_pd(x.raw, x.raw, _mm512_set1_epi64(kZeroUnlessFinite), 0)};
}
HWY_INLINE hn::Vec256<float> zero_unless_finite(hn::Vec256<float> x) {
  return hn::Vec256<float>{_mm256_fixupimm_ps(x.raw, x.raw, _mm256_set1_epi32(kZeroUnlessFinite), 0)};
}
// x times 2 to the power of the whole number below k; nothing or infinity where that is beyond all numbers. A k that is
// not a number makes none.
HWY_INLINE hn::Vec512<float> scaled(hn::Vec512<float> x, hn::Vec512<float> k) {
  return {_mm512_scalef_ps(x.raw, k.raw)};
}
HWY_INLINE hn::Vec512<double> scaled(hn::Vec512<double> x, hn::Vec512<double> k) {
  return {_mm512_scalef_pd(x.raw, k.raw)};
}
HWY_INLINE hn::Vec256<float> scaled(hn::Vec256<float> x, hn::Vec256<float> k) {
  return {_mm256_scalef_ps(x.raw, k.raw)};
}
// What x has beyond the multiple of 2^-kBits below it; nothing for an infinity.
template <int kBits>
constexpr int kDown = kBits << 4 | _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
template <int kBits>
HWY_INLINE hn::Vec512<float> beyond(hn::Vec512<float> x) {
  return {_mm512_reduce_ps(x.raw, kDown<kBits>)};
}
template <int kBits>
HWY_INLINE hn::Vec512<double> beyond(hn::Vec512<double> x) {
  return {_mm512_reduce_pd(x.raw, kDown<kBits>)};
}
template <int kBits>
HWY_INLINE hn::Vec256<float> beyond(hn::Vec256<float> x) {
  return {_mm256_reduce_ps(x.raw, kDown<kBits>)};
}
// Sums rounded towards minus infinity.
HWY_INLINE hn::Vec512<float> sum_below(hn::Vec512<float> x, hn::Vec512<float> y) {
  return {_mm512_add_round_ps(x.raw, y.raw, kDown<0>)};
}
HWY_INLINE hn::Vec512<double> sum_below(hn::Vec512<double> x, hn::Vec512<double> y) {
  return {_mm512_add_round_pd(x.raw, y.raw, kDown<0>)};
}
HWY_INLINE hn::Vec256<float> sum_below(hn::Vec256<float> x, hn::Vec256<float> y) {
  const hn::Vec512<float> wide =
      sum_below(hn::Vec512<float>{_mm512_castps256_ps512(x.raw)}, hn::Vec512<float>{_mm512_castps256_ps512(y.raw)});
  return {_mm512_castps512_ps256(wide.raw)};
}
// Numbers of a table that fits into two registers, chosen by the low bits of `which`.
HWY_INLINE hn::Vec512<float> looked_up(const float (&table)[32], hn::Vec512<float> which) {
  return {_mm512_permutex2var_ps(_mm512_load_ps(table), _mm512_castps_si512(which.raw), _mm512_load_ps(table + 16))};
}
HWY_INLINE hn::Vec512<double> looked_up(const double (&table)[16], hn::Vec512<double> which) {
  return {_mm512_permutex2var_pd(_mm512_load_pd(table), _mm512_castpd_si512(which.raw), _mm512_load_pd(table + 8))};
}
HWY_INLINE hn::Vec256<float> looked_up(const float (&table)[32], hn::Vec256<float> which) {
  const hn::Vec512<float> wide = looked_up(table, hn::Vec512<float>{_mm512_castps256_ps512(which.raw)});
  return {_mm512_castps512_ps256(wide.raw)};
}
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

// The same, and zero where x is not a finite number.
template <class D>
HWY_INLINE hn::Vec<D> finite_within(D d, hn::Vec<D> x, hn::Vec<D> limit) {
#if HWY_TARGET == HWY_AVX3
  return within(d, zero_unless_finite(x), limit);
#else
  const auto finite = hn::Le(hn::Abs(x), hn::Set(d, hwy::HighestValue<hn::TFromD<D> >()));
  return hn::IfThenElseZero(finite, within(d, x, limit));
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

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
