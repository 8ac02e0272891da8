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
template <class Mechanism, class RowBoundOf, class Paid = Payment>
class GroupFor {
 public:
  using Bound = RowBoundOf;

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

using ScalarQuery = ScalarQueryFor<Gaussian>;
using VectorQuery = VectorQueryFor<Gaussian>;
using Group = GroupFor<Gaussian, RowBound>;
using BatchGroup = GroupFor<Gaussian, RowBound, BatchPayment>;

using LaplaceScalarQuery = ScalarQueryFor<Laplace>;
using LaplaceVectorQuery = VectorQueryFor<Laplace>;
using LaplaceGroup = GroupFor<Laplace, SumBound>;

// Hands over a value as it is, against a payment for an exact answer and no other. The event behind such a payment has
// infinite cost, and the value can be read only under an exposure. proof: docs/proofs/exact.md
class Exact {
 public:
  template <class T>
  static Exposed<T> release(const Payment& payment, const Sensitive<T>& value) {
    require(payment.exact(), "an exact answer is paid for as one");
    return {value.open(OpenKey{}), ReleaseKey{}};
  }
};

}  // namespace discreet
