// The same as the scalar derivative to the last bit.
#include <hwy/highway.h>

#include "discreet/loss/squared.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {

template <class D>
HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> derivative(D, const Squared&, hwy::HWY_NAMESPACE::Vec<D> margin,
                                                 hwy::HWY_NAMESPACE::Vec<D> label) {
  return hwy::HWY_NAMESPACE::Sub(margin, label);
}
constexpr bool carries_nan(const Squared&) { return true; }

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
