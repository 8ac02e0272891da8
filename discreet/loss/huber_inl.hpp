// The same as the scalar derivative to the last bit.
#include "discreet/base/arithmetic_inl.hpp"
#include "discreet/loss/huber.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {

template <class D>
HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> derivative(D d, const Huber& loss, hwy::HWY_NAMESPACE::Vec<D> margin,
                                                 hwy::HWY_NAMESPACE::Vec<D> label) {
  namespace hn = hwy::HWY_NAMESPACE;
  return within(d, hn::Sub(margin, label), hn::Set(d, static_cast<hn::TFromD<D>>(loss.delta)));
}

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
