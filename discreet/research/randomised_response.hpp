#pragma once

#include "discreet/privacy/noise_source.hpp"
#include "discreet/privacy/permit.hpp"
#include "discreet/privacy/sensitive.hpp"

namespace discreet {

// Tells one secret bit, and lies about it with a fixed probability. It needs no sensitivity: a bit cannot change by
// more than a bit. Paid for with a PureEvent. proof: docs/proofs/randomised_response.md
class RandomisedResponse {
 public:
  explicit RandomisedResponse(NoiseSource& source) : source_(&source) {}

  Released<bool> release(Payment payment, const Sensitive<bool>& bit);

  // The probability of a lie, never below 1 / (1 + e^epsilon): a multiple of 2^-62, and the one that is used.
  static double lie(Epsilon epsilon);

  // The share of true bits among many, without bias, from the share of those that were answered with yes. It may lie
  // outside [0, 1]: moving it inside would bias it.
  static double yes_rate(Epsilon epsilon, double answered_yes);

 private:
  NoiseSource* source_;
};

}  // namespace discreet
