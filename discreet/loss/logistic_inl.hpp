// Relative error of the derivative: at most 3e-7 in single precision for |margin| up to 87, at most 7e-16 in double
// precision up to 700, on the grid of tests/property/vector_loss_test.cpp. Further out it stays at its value there or
// goes on to nothing. Walks over columns take that of a label of -1 from that of 1, to the same error as a part of 1.
#include "discreet/base/exponential_inl.hpp"
#include "discreet/loss/logistic.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {

template <class D>
HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> derivative(D d, const Logistic&, hwy::HWY_NAMESPACE::Vec<D> margin,
                                                 hwy::HWY_NAMESPACE::Vec<D> label) {
  namespace hn = hwy::HWY_NAMESPACE;
  const auto odds = exponential(d, hn::Mul(margin, label));
  return hn::Div(hn::Neg(label), hn::Add(hn::Set(d, hn::TFromD<D>{1}), odds));
}
// x times the derivative at a label of 1 and, where it is -1 instead, times one more.
template <class D>
HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> times_derivative(D d, const Logistic&, hwy::HWY_NAMESPACE::Vec<D> margin,
                                                       hwy::HWY_NAMESPACE::Mask<D> negative,
                                                       hwy::HWY_NAMESPACE::Vec<D> x) {
  namespace hn = hwy::HWY_NAMESPACE;
  const auto at_one = hn::Div(x, hn::Sub(hn::Set(d, hn::TFromD<D>{-1}), odds(d, margin)));
  return hn::IfThenElse(negative, hn::Add(at_one, x), at_one);
}
constexpr bool carries_nan(const Logistic&) { return kExponentialCarriesNan; }

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
