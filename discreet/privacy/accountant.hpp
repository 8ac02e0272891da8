// What a plan costs. A pure function of the plan: an accountant never sees data, noise or solvers, and rounding may
// only make its answer larger.
#pragma once

#include <string_view>

#include "discreet/privacy/event.hpp"
#include "discreet/privacy/units.hpp"

namespace discreet {

class Accountant {
 public:
  virtual ~Accountant() = default;
  virtual std::string_view name() const = 0;

  // Whether it has an answer for every event of the plan.
  virtual bool covers(const Plan& plan) const = 0;

  // At least the least epsilon at which the plan is (epsilon, delta)-private, with what the integer grid costs;
  // infinite where the plan is not covered. proof: docs/proofs/accounting.md
  Epsilon epsilon(const Plan& plan, Delta delta) const;

  // At least the least delta for that epsilon.
  Delta delta(const Plan& plan, Epsilon epsilon) const;

 protected:
  // The same for noise on the real line and a covered plan without approximate or non-private events.
  virtual Epsilon ideal_epsilon(const Plan& plan, Delta delta) const = 0;
};

// Exact for any adaptive composition of Gaussian releases. proof: docs/proofs/gaussian.md
class GdpAccountant final : public Accountant {
 public:
  std::string_view name() const override { return "gdp"; }
  bool covers(const Plan& plan) const override;

 private:
  Epsilon ideal_epsilon(const Plan& plan, Delta delta) const override;
};

// The mu of all Gaussian lines of the plan together; infinite when there is a line of another kind.
Mu composed_mu(const Plan& plan);

// How many numbers with Gaussian noise, and how many groups with Laplace noise, the plan releases on the integer grid:
// the accountants pay a little extra for them.
double lattice_numbers(const Plan& plan);
double lattice_laplace_groups(const Plan& plan);

// What it costs that Laplace noise is discrete: a composition with `groups` Laplace groups is
// (epsilon + this, delta)-private if it would be (epsilon, delta)-private with continuous noise. At most 2^-50 a
// group; nothing at all where only the sum of the epsilons is used. proof: docs/proofs/laplace.md
double laplace_lattice_cost(double groups);

}  // namespace discreet
