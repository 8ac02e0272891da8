// Error of the derivative: at most 3e-7 in single precision and 7e-16 in double precision, relative to the larger of
// the derivative and the mean, on the grid of tests/property/vector_loss_test.cpp: where the mean is close to the
// label, the difference has fewer digits than either.
#include "discreet/base/exponential_inl.hpp"
#include "discreet/loss/poisson.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {

template <class D>
HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> derivative(D d, const Poisson& loss, hwy::HWY_NAMESPACE::Vec<D> margin,
                                                 hwy::HWY_NAMESPACE::Vec<D> label) {
  namespace hn = hwy::HWY_NAMESPACE;
  const auto end = hn::Set(d, static_cast<hn::TFromD<D>>(loss.bound));
  const auto mean = exponential(d, hn::Min(margin, end));
  const auto beyond = hn::Max(hn::Sub(margin, end), hn::Zero(d));
  return hn::Sub(hn::MulAdd(mean, beyond, mean), label);
}

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
