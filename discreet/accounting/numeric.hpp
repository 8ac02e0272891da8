// The numeric accountant: exact up to the digits it can certify, for everything whose loss has a computable law.
#pragma once

#include "discreet/privacy/event.hpp"

namespace discreet {

// Whether every event of the plan has a law under its relation.
bool has_laws(const Plan& plan);

// At least the least epsilon of the plan at delta. Tries the closed form, the contour and the convolution, in the order
// of what they cost, and falls back on the best moment bound where none of them settles. proof:
// docs/proofs/accounting.md
Epsilon numeric_epsilon(const Plan& plan, Delta delta);

}  // namespace discreet
