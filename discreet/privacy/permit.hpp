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
  Payment(Event event, Neighbours neighbours, std::uint64_t numbers)
      : event_(event), neighbours_(neighbours), numbers_left_(numbers) {}
  template <class Paid>
  NoiseMultiplier multiplier() const;

  Event event_;
  Neighbours neighbours_;
  std::uint64_t numbers_left_;
  bool untouched_ = true;  // nothing has been taken from it and it has not been handed on
};

class Permit {
 public:
  Permit(Permit&&) noexcept = default;
  Permit& operator=(Permit&&) noexcept = default;

  // Takes one group of the plan's line called `what`.
  Payment pay(std::string_view what);

  const Plan& plan() const { return plan_; }

 private:
  friend class Ledger;
  explicit Permit(Plan plan);

  Plan plan_;
  std::vector<std::uint64_t> groups_left_;
};

}  // namespace discreet
