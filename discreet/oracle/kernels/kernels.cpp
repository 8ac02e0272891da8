#include "discreet/oracle/kernels/kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "discreet/oracle/kernels/kernels.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include "discreet/oracle/kernels/block_inl.hpp"
#include "discreet/oracle/kernels/column_inl.hpp"
#include "discreet/oracle/kernels/row_inl.hpp"
#include "discreet/oracle/kernels/sparse_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {

template <class L, class T>
PreciseKernels<L, T> precise() {
  return {&sweep<L, T>,
          &block<L, T>,
          &sparse_sweep<L, T>,
          &sparse_block<L, T>,
          &walk_rows<L, DenseRows<T>>,
          &walk_rows<L, SparseRows<T>>};
}
template <class L>
LossKernels<L> kernels_of() {
  return {precise<L, float>(), precise<L, double>()};
}

const AllKernels& table() {
  static const AllKernels all = []<class... L>(std::type_identity<std::tuple<LossKernels<L>...>>) {
    return AllKernels(kernels_of<L>()...);
  }(std::type_identity<AllKernels>());
  return all;
}

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace discreet {

HWY_EXPORT(table);
const AllKernels& all_kernels() { return HWY_DYNAMIC_DISPATCH(table)(); }

}  // namespace discreet
#endif
