// What a plan costs. A pure function of the plan: an accountant never sees data, noise or solvers, and rounding may
// only make its answer larger.
#pragma once

#include <memory>
#include <string_view>

#include "discreet/privacy/event.hpp"
#include "discreet/privacy/units.hpp"

namespace discreet {

class Accountant {
 public:
  virtual ~Accountant() = default;
  virtual std::string_view name() const = 0;
  virtual Epsilon epsilon(const Plan& plan, Delta delta) const = 0;
};

// Exact for any adaptive composition of Gaussian releases. proof: docs/proofs/gaussian.md
class GdpAccountant final : public Accountant {
 public:
  std::string_view name() const override { return "gdp"; }
  Epsilon epsilon(const Plan& plan, Delta delta) const override;
};

// The mu of all Gaussian lines of the plan together; infinite when one of them is exact.
Mu composed_mu(const Plan& plan);

// How many numbers the plan releases on the integer grid, which the accountants pay a little extra for.
double lattice_numbers(const Plan& plan);

}  // namespace discreet
