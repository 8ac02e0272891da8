// Pay before you look. A permit is granted for a whole plan; each group of questions to the data takes a payment out
// of it, and a payment covers as many numbers as were planned. None of them can be copied, so none is spent twice.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "discreet/base/contract.hpp"
#include "discreet/privacy/event.hpp"
#include "discreet/privacy/lattice.hpp"

namespace discreet {

// One group of releases, paid for.
class Payment {
 public:
  Payment(Payment&& other) noexcept;
  Payment& operator=(Payment&& other) noexcept;

  // The grid on which a group over `rows` rows, each of which obeys `row`, meets the noise that was paid for: Gaussian
  // for a bound in the Euclidean norm, Laplace for one in the sum of absolute values.
  Lattice lattice(RowBound row, std::size_t rows) const;
  Lattice lattice(SumBound row, std::size_t rows) const;
  bool exact() const { return std::holds_alternative<NonPrivateEvent>(event_); }
  Neighbours neighbours() const { return neighbours_; }

  // Called for every number that is asked for.
  void take(std::uint64_t numbers = 1);
  // For a mechanism that answers once and releases no number on the grid: what was paid for, handed over as a whole.
  Event spend();

 private:
  friend class Permit;
  friend class BatchPayment;
  Payment(Event event, Neighbours neighbours, std::uint64_t numbers)
      : event_(event), neighbours_(neighbours), numbers_left_(numbers) {}
  template <class Paid>
  NoiseMultiplier multiplier() const;

  Event event_;
  Neighbours neighbours_;
  std::uint64_t numbers_left_;
  bool untouched_ = true;  // nothing has been taken from it and it has not been handed on
};

// One release that looks at a random batch of rows, paid for. How the batch is drawn was part of the price, so it is
// drawn by what was paid (Lots::draw) and in no other way; and a release that looks at all rows cannot be had for this.
// proof: docs/proofs/batches.md
class BatchPayment {
 public:
  // The share of rows in a batch on average: a public number that sums are divided by.
  double share() const;
  const Event& event() const { return payment_.event_; }
  bool fixed() const { return std::holds_alternative<FixedBatchGaussianEvent>(payment_.event_); }  // in size
  Lattice lattice(RowBound row, std::size_t rows) const;
  void take(std::uint64_t numbers) { payment_.take(numbers); }

 private:
  friend class Permit;
  explicit BatchPayment(Payment payment) : payment_(std::move(payment)) {}

  Payment payment_;
};

class Permit {
 public:
  Permit(Permit&&) noexcept = default;
  Permit& operator=(Permit&&) noexcept = default;

  // Takes one group of the plan's line called `what`.
  Payment pay(std::string_view what);
  // The same for a line of batches. An exact answer is about all rows.
  BatchPayment pay_batch(std::string_view what);

  const Plan& plan() const { return plan_; }

 private:
  friend class Ledger;
  friend class Trials;
  explicit Permit(Plan plan);

  Plan plan_;
  std::vector<std::uint64_t> groups_left_;
};

}  // namespace discreet
