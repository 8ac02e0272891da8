// The exponential function of many numbers at once. How exact it is shows in the losses that use it:
// tests/property/vector_loss_test.cpp. Beyond 87 in size (708 in double precision) it may stay at its value there or go
// on to nothing and infinity: instruction sets differ. Compiled once for each of them.
#if defined(DISCREET_BASE_EXPONENTIAL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DISCREET_BASE_EXPONENTIAL_INL
#undef DISCREET_BASE_EXPONENTIAL_INL
#else
#define DISCREET_BASE_EXPONENTIAL_INL
#endif

#include <hwy/highway.h>

#include <cstddef>

#include "discreet/base/arithmetic_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Pairs of coefficients first, then by powers of the square: half the waiting of Horner's rule. Highest power first.
template <class D, std::size_t kTerms>
HWY_INLINE hn::Vec<D> polynomial(D d, hn::Vec<D> r, const hn::TFromD<D> (&terms)[kTerms]) {
  const auto pair = [&](std::size_t m)
                        HWY_ATTR { return hn::MulAdd(hn::Set(d, terms[m]), r, hn::Set(d, terms[m + 1])); };
  auto power = pair(0);
  if constexpr (kTerms > 2) {
    const auto square = hn::Mul(r, r);
    for (std::size_t m = 2; m < kTerms; m += 2) power = hn::MulAdd(power, square, pair(m));
  }
  return power;
}

#if HWY_TARGET == HWY_AVX3
// 2 to the power r, less 1, over r for |r| up to half a step of the table: Chebyshev fits, which put the power off by
// 6e-8 and 1e-17. The shift leaves multiples of a step when it is added, with their number in the low bits.
template <class T>
struct ExpNumbers;

template <>
struct ExpNumbers<float> {
  static constexpr float kStep = 0x1p-5f;
  static constexpr float kShift = 0x1.8p18f;
  static constexpr float kPerLog2 = 0x1.715476p+0f, kPerLog2Low = 0x1.4ae0cp-26f;
  static constexpr float kPolynomial[] = {0.240228268f, 0.693157344f};
  static constexpr int kBits = 5;
  static constexpr float kFromBelow[] = {0.24265269f, 0.69312373f};
  alignas(64) static constexpr float kPowers[] = {
      0x1.0p+0f,      0x1.059b0ep+0f, 0x1.0b5586p+0f, 0x1.11301ep+0f, 0x1.172b84p+0f, 0x1.1d4874p+0f, 0x1.2387a6p+0f,
      0x1.29e9ep+0f,  0x1.306fep+0f,  0x1.371a74p+0f, 0x1.3dea64p+0f, 0x1.44e086p+0f, 0x1.4bfdaep+0f, 0x1.5342b6p+0f,
      0x1.5ab07ep+0f, 0x1.6247ecp+0f, 0x1.6a09e6p+0f, 0x1.71f75ep+0f, 0x1.7a1148p+0f, 0x1.82589ap+0f, 0x1.8ace54p+0f,
      0x1.93737cp+0f, 0x1.9c4918p+0f, 0x1.a5503cp+0f, 0x1.ae89fap+0f, 0x1.b7f77p+0f,  0x1.c199bep+0f, 0x1.cb720ep+0f,
      0x1.d5818ep+0f, 0x1.dfc974p+0f, 0x1.ea4afap+0f, 0x1.f50766p+0f};
};

template <>
struct ExpNumbers<double> {
  static constexpr double kStep = 0x1p-4;
  static constexpr double kShift = 0x1.8p48;
  static constexpr double kPerLog2 = 0x1.71547652b82fep+0, kPerLog2Low = 0x1.777d0ffda0d24p-56;
  static constexpr double kPolynomial[] = {0.0001540375624545771, 0.0013333818815389239, 0.0096181291065256819,
                                           0.05550410865209357,   0.24022650695910086,   0.69314718055994684};
  static constexpr int kBits = 4;
  static constexpr double kFromBelow[] = {0.00015741054585796274, 0.0013330646654633195, 0.0096181415368242760,
                                          0.055504108392663391,   0.24022650696193729,   0.69314718055993423};
  alignas(64) static constexpr double kPowers[] = {0x1.0p+0,
                                                   0x1.0b5586cf9890fp+0,
                                                   0x1.172b83c7d517bp+0,
                                                   0x1.2387a6e756238p+0,
                                                   0x1.306fe0a31b715p+0,
                                                   0x1.3dea64c123422p+0,
                                                   0x1.4bfdad5362a27p+0,
                                                   0x1.5ab07dd485429p+0,
                                                   0x1.6a09e667f3bcdp+0,
                                                   0x1.7a11473eb0187p+0,
                                                   0x1.8ace5422aa0dbp+0,
                                                   0x1.9c49182a3f09p+0,
                                                   0x1.ae89f995ad3adp+0,
                                                   0x1.c199bdd85529cp+0,
                                                   0x1.d5818dcfba487p+0,
                                                   0x1.ea4afa2a490dap+0};
};

constexpr bool kExponentialCarriesNan = true;

// Most of the power is looked up in a table that stays in registers, so a short polynomial does for the rest.
template <class D>
HWY_INLINE hn::Vec<D> exponential(D d, hn::Vec<D> x) {
  using Numbers = ExpNumbers<hn::TFromD<D>>;
  const auto shift = hn::Set(d, Numbers::kShift), per_log2 = hn::Set(d, Numbers::kPerLog2);
  const auto shifted = hn::MulAdd(x, per_log2, shift);
  const auto steps = hn::Sub(shifted, shift);
  auto r = hn::MulSub(x, per_log2, steps);
  r = hn::MulAdd(x, hn::Set(d, Numbers::kPerLog2Low), r);
  // Far out r has no meaning, but there the steps alone decide.
  r = within(d, r, hn::Set(d, Numbers::kStep));
  const auto power = looked_up(Numbers::kPowers, shifted);
  const auto rest = hn::Mul(polynomial(d, r, Numbers::kPolynomial), r);
  return scaled(hn::MulAdd(power, rest, power), steps);
}

// The same where it will be compared with 1: off by as much of itself as x is of the largest number before its first
// digit, so an odds over 1 plus the odds is off by 1e-7 (2e-16) of 1. Polynomials are fits from nothing to a step,
// off by 7e-8 and 1e-17.
template <class D>
HWY_INLINE hn::Vec<D> odds(D d, hn::Vec<D> x) {
  using Numbers = ExpNumbers<hn::TFromD<D>>;
  const auto steps = hn::Mul(x, hn::Set(d, Numbers::kPerLog2));
  const auto power = looked_up(Numbers::kPowers, sum_below(steps, hn::Set(d, Numbers::kShift)));
  const auto r = beyond<Numbers::kBits>(steps);
  const auto rest = hn::Mul(polynomial(d, r, Numbers::kFromBelow), r);
  return scaled(hn::MulAdd(power, rest, power), steps);
}
#else
// exp(r) for |r| <= log(2)/2 as a polynomial: Chebyshev fits, off by 8e-8 and 4e-18. The upper part of log(2) has so
// few bits that its product with any exponent is exact.
template <class T>
struct ExpNumbers;

template <>
struct ExpNumbers<float> {
  static constexpr float kRange = 87;
  static constexpr int kMantissa = 23;
  static constexpr float kShift = 0x1.8p23f;
  static constexpr float kPerLog2 = 0x1.715476p+0f;
  static constexpr float kLog2High = 0x1.62e4p-1f, kLog2Low = 0x1.7f7d1cp-20f;
  static constexpr float kPolynomial[] = {8.3692203e-3f, 4.191801e-2f, 0.16666505f, 0.49998865f, 1, 1.0000001f};
};

template <>
struct ExpNumbers<double> {
  static constexpr double kRange = 708;
  static constexpr int kMantissa = 52;
  static constexpr double kShift = 0x1.8p52;
  static constexpr double kPerLog2 = 0x1.71547652b82fep+0;
  static constexpr double kLog2High = 0x1.62e42fefa2p-1, kLog2Low = 0x1.9ef35793c7673p-41;
  static constexpr double kPolynomial[] = {2.5110153646928931e-8,
                                           2.7632790542117181e-7,
                                           2.7557240604663896e-6,
                                           2.4801485074105117e-5,
                                           1.9841269890340665e-4,
                                           1.3888888952696516e-3,
                                           8.3333333333194903e-3,
                                           4.1666666666486661e-2,
                                           0.16666666666666681,
                                           0.50000000000000186,
                                           1,
                                           1};
};

constexpr bool kExponentialCarriesNan = false;  // it may become any number

template <class D>
HWY_INLINE hn::Vec<D> exponential(D d, hn::Vec<D> x) {
  using T = hn::TFromD<D>;
  using Numbers = ExpNumbers<T>;
  const hn::RebindToSigned<D> integers;
  x = within(d, x, hn::Set(d, Numbers::kRange));
  // x = k log(2) + r. Adding the shift leaves k in the low bits of the sum.
  const auto shift = hn::Set(d, Numbers::kShift);
  const auto shifted = hn::MulAdd(x, hn::Set(d, Numbers::kPerLog2), shift);
  const auto k = hn::Sub(shifted, shift);
  auto r = hn::NegMulAdd(k, hn::Set(d, Numbers::kLog2High), x);
  r = hn::NegMulAdd(k, hn::Set(d, Numbers::kLog2Low), r);
  const auto power = polynomial(d, r, Numbers::kPolynomial);
  // Times 2^k: k is added to the exponent.
  const auto scale = hn::ShiftLeft<Numbers::kMantissa>(hn::BitCast(integers, shifted));
  return hn::BitCast(d, hn::Add(hn::BitCast(integers, power), scale));
}

template <class D>
HWY_INLINE hn::Vec<D> odds(D d, hn::Vec<D> x) {
  return exponential(d, x);
}
#endif

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
