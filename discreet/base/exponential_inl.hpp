// The exponential function of many numbers at once. Arguments beyond kRange are moved to its end first, so nothing
// overflows, and a NaN may become any number. How exact it is shows in the losses that use it:
// tests/property/vector_loss_test.cpp. Compiled once for each instruction set.
#if defined(DISCREET_BASE_EXPONENTIAL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DISCREET_BASE_EXPONENTIAL_INL
#undef DISCREET_BASE_EXPONENTIAL_INL
#else
#define DISCREET_BASE_EXPONENTIAL_INL
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <iterator>

#include "discreet/base/arithmetic_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// exp(r) for |r| <= log(2)/2 as a polynomial, highest power first: Chebyshev fits, off by 8e-8 and 4e-18. The upper
// part of log(2) has so few bits that its product with any exponent is exact.
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

// Pairs of coefficients first, then by powers of the square: half the waiting of Horner's rule.
template <class D>
HWY_INLINE hn::Vec<D> polynomial(D d, hn::Vec<D> r) {
  constexpr auto& kC = ExpNumbers<hn::TFromD<D>>::kPolynomial;
  const auto pair = [&](std::size_t m) HWY_ATTR { return hn::MulAdd(hn::Set(d, kC[m]), r, hn::Set(d, kC[m + 1])); };
  const auto square = hn::Mul(r, r);
  auto power = pair(0);
  for (std::size_t m = 2; m < std::size(kC); m += 2) power = hn::MulAdd(power, square, pair(m));
  return power;
}

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
  const auto power = polynomial(d, r);
  // Times 2^k: k is added to the exponent.
  const auto scale = hn::ShiftLeft<Numbers::kMantissa>(hn::BitCast(integers, shifted));
  return hn::BitCast(d, hn::Add(hn::BitCast(integers, power), scale));
}

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
