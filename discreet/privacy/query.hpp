// A question that has been put to the data and not yet answered. Secret integer sums, what a cell of them is worth
// and the grid that says how far one row can move them travel as one and are consumed by their release: the noise
// can never be scaled for another query, and no answer is given twice.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "discreet/base/contract.hpp"
#include "discreet/privacy/lattice.hpp"
#include "discreet/privacy/permit.hpp"
#include "discreet/privacy/sensitive.hpp"

namespace discreet {

// Held by the code that proves how much one row can do, and by nobody else.
class BoundKey {
  BoundKey() = default;
  friend class SlopeGroup;
  friend class Scores;
  friend class Vertices;
  friend class Oracle;
  friend class Census;
  friend class Histogram;
  friend class GroupTally;
  friend class SoftmaxOracle;
  friend class Perturbation;
  template <class Loss, class Columns>
  friend class LinearOracle;
#ifdef DISCREET_RESEARCH
  friend class ResearchKeys;
#endif
};

// One number of a group, to be answered with the noise of `Mechanism`.
template <class Mechanism>
class ScalarQueryFor {
 public:
  ScalarQueryFor(ScalarQueryFor&&) noexcept = default;
  ScalarQueryFor(const ScalarQueryFor&) = delete;

 private:
  friend Mechanism;
  template <class, class, class>
  friend class GroupFor;
  ScalarQueryFor(Sensitive<std::int64_t> cells, double worth, int exponent)
      : cells_(std::move(cells)), worth_(worth), exponent_(exponent) {}

  Sensitive<std::int64_t> cells_;
  double worth_;  // of a cell, in the units of the answer
  int exponent_;  // of the noise in cells; negative for none
};

// A whole group at once.
template <class Mechanism>
class VectorQueryFor {
 public:
  VectorQueryFor(VectorQueryFor&&) noexcept = default;
  VectorQueryFor(const VectorQueryFor&) = delete;

 private:
  friend Mechanism;
  template <class, class, class>
  friend class GroupFor;
  VectorQueryFor(Sensitive<std::vector<std::int64_t>> cells, std::vector<double> worth, int exponent)
      : cells_(std::move(cells)), worth_(std::move(worth)), exponent_(exponent) {}

  Sensitive<std::vector<std::int64_t>> cells_;
  std::vector<double> worth_;
  int exponent_;
};

// Questions that share one sensitivity and one payment. Whoever opens a group states what one row can contribute to
// all of it, and must have the key to say so; the grid follows from that and from the noise that was paid for. The
// norm of the bound is the one that the mechanism's noise is measured by, so neither can be had with the other.
// A group on a batch is paid for by what the batch was drawn by.
template <class Mechanism, class Bound, class Paid = Payment>
class GroupFor {
 public:
  GroupFor(Paid payment, Bound row, std::size_t rows, BoundKey)
      : payment_(std::move(payment)), lattice_(payment_.lattice(row, rows)) {}

  const Lattice& lattice() const { return lattice_; }

  ScalarQueryFor<Mechanism> ask(Sensitive<std::int64_t> cells, double worth) {
    payment_.take(1);
    return {std::move(cells), worth, lattice_.exponent()};
  }
  VectorQueryFor<Mechanism> ask(Sensitive<std::vector<std::int64_t>> cells, std::vector<double> worth) {
    payment_.take(worth.size());
    return {std::move(cells), std::move(worth), lattice_.exponent()};
  }

 private:
  Paid payment_;
  Lattice lattice_;
};

class Gaussian;
using ScalarQuery = ScalarQueryFor<Gaussian>;
using VectorQuery = VectorQueryFor<Gaussian>;
using Group = GroupFor<Gaussian, RowBound>;
using BatchGroup = GroupFor<Gaussian, RowBound, BatchPayment>;

class Laplace;
using LaplaceScalarQuery = ScalarQueryFor<Laplace>;
using LaplaceVectorQuery = VectorQueryFor<Laplace>;
using LaplaceGroup = GroupFor<Laplace, SumBound>;

}  // namespace discreet
