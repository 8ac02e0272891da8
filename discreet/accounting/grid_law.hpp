// Loss laws of Gaussian noise on random batches. They have no closed transform; the law is held as points on the real
// line of the noise, dense enough for quadrature to be exact to the last digits.
#pragma once

#include <memory>

#include "discreet/accounting/loss_law.hpp"

namespace discreet {

enum class Subsampling {
  removed,      // (1-q) N(0) + q N(1) against N(0)
  added,        // N(0) against (1-q) N(0) + q N(1)
  replaced,     // (1-q) N(0) + q N(-1) against (1-q) N(0) + q N(1)
  fixed_batch,  // q of the rows drawn without replacement, one row replaced
};

// Noise of standard deviation `multiplier`. proof: docs/proofs/accounting.md
std::unique_ptr<LossLaw> subsampled_law(double sampling, double multiplier, Subsampling subsampling);

}  // namespace discreet
