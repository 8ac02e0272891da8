// The loops over rows, compiled for several instruction sets; the best one that the machine has is taken at run time.
#pragma once

#include <cstdint>
#include <tuple>

#include "discreet/loss/all.hpp"
#include "discreet/oracle/row_sweep.hpp"
#include "discreet/oracle/sweep.hpp"

namespace discreet {

// The sums of the contributions of a sweep's rows, in cells. proof: docs/proofs/slopes.md
template <class L, class T>
struct PreciseKernels {
  std::int64_t (*sweep)(const L& loss, const Sweep<T>& sweep);
  void (*block)(const L& loss, const BlockSweep<T>& sweep);
  std::int64_t (*sparse_sweep)(const L& loss, const SparseSweep<T>& sweep);
  void (*sparse_block)(const L& loss, const SparseBlockSweep<T>& sweep);
  void (*rows)(const L& loss, const RowSweep<DenseRows<T>>& sweep);
  void (*sparse_rows)(const L& loss, const RowSweep<SparseRows<T>>& sweep);
};

template <class L>
struct LossKernels : PreciseKernels<L, float>, PreciseKernels<L, double> {};

using AllKernels = EveryLoss::Tuple<LossKernels>;
const AllKernels& all_kernels();

template <class L, class T>
const PreciseKernels<L, T>& kernels() {
  return std::get<LossKernels<L>>(all_kernels());
}

}  // namespace discreet
