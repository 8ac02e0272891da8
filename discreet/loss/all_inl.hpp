// The derivatives of all losses for many rows at once: one overload a loss, found by its type. A loss that has none is
// asked row by row, which is right and slow. A loss whose derivative is not a number where the margin is none says so.
// The files of the losses have no guards of their own: nobody else includes them.
#if defined(DISCREET_LOSS_ALL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DISCREET_LOSS_ALL_INL
#undef DISCREET_LOSS_ALL_INL
#else
#define DISCREET_LOSS_ALL_INL
#endif

#include <hwy/highway.h>

#include <cstddef>

#include "discreet/loss/huber_inl.hpp"
#include "discreet/loss/logistic_inl.hpp"
#include "discreet/loss/poisson_inl.hpp"
#include "discreet/loss/squared_hinge_inl.hpp"
#include "discreet/loss/squared_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {

template <class D, class L>
HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> derivative(D d, const L& loss, hwy::HWY_NAMESPACE::Vec<D> margin,
                                                 hwy::HWY_NAMESPACE::Vec<D> label) {
  namespace hn = hwy::HWY_NAMESPACE;
  HWY_ALIGN hn::TFromD<D> margins[hn::MaxLanes(D())], labels[hn::MaxLanes(D())];
  hn::Store(margin, d, margins);
  hn::Store(label, d, labels);
  for (std::size_t i = 0; i < hn::Lanes(d); ++i) margins[i] = loss.derivative(margins[i], labels[i]);
  return hn::Load(d, margins);
}
template <class L>
constexpr bool carries_nan(const L&) {
  return false;
}

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
