// Zero-concentrated privacy: one number, rho, that adds up.
#pragma once

#include "discreet/privacy/event.hpp"

namespace discreet {

// The rho of an event; infinite where it has none.
double rho_of(const Event& event);

// The sum over the plan.
double rho_of(const Plan& plan);

// rho + 2 sqrt(rho log(1/delta)), the conversion of the publications.
Epsilon simple_conversion(double rho, Delta delta);

// At least the least epsilon at delta, by the best conversion; infinite where the plan has no rho.
// proof: docs/proofs/accounting.md
Epsilon concentrated_epsilon(const Plan& plan, Delta delta);

}  // namespace discreet
