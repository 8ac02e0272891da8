// The same as the scalar derivative but for the rounding of a fused product: margin * label is exact, the label being
// -1 or 1.
#include <hwy/highway.h>

#include "discreet/loss/squared_hinge.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {

template <class D>
HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> derivative(D d, const SquaredHinge&, hwy::HWY_NAMESPACE::Vec<D> margin,
                                                 hwy::HWY_NAMESPACE::Vec<D> label) {
  namespace hn = hwy::HWY_NAMESPACE;
  const auto lacking = hn::Max(hn::NegMulAdd(margin, label, hn::Set(d, hn::TFromD<D>{1})), hn::Zero(d));
  return hn::Neg(hn::Mul(label, lacking));
}

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
