// What sampled releases cost if it is told as well in which batches the row was: then each release either has no trace
// of the row or is a plain Gaussian one. It costs more than the releases alone, and next to nothing more where there is
// so little noise that a row in a batch shows anyway, which is where other bounds get lost.
#pragma once

#include "discreet/privacy/event.hpp"

namespace discreet {

// At least the least epsilon of the plan at delta: the lesser of `known`, which is one, and of what follows from this.
// Zero from a delta of 1 - (1-q)^k on for k batches of rate q. proof: docs/proofs/accounting.md
Epsilon membership_epsilon(const Plan& plan, Delta delta, Epsilon known);

}  // namespace discreet
