#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "discreet/privacy/noise_source.hpp"
#include "discreet/privacy/permit.hpp"
#include "discreet/privacy/sensitive.hpp"

namespace discreet {

// Tells secret bits or categories, and lies about each with a fixed probability. It needs no sensitivity: an answer
// cannot change by more than an answer. Paid for with a PureEvent. proof: docs/proofs/randomised_response.md
class RandomisedResponse {
 public:
  explicit RandomisedResponse(NoiseSource& source) : source_(&source) {}

  Released<bool> release(Payment payment, const Sensitive<bool>& bit);
  // One category for each row, below `categories`. A row changes only its own answer, so all of them cost what one
  // does. A row in none of the categories answers with any of them, all equally likely.
  Released<std::vector<std::uint32_t>> release(Payment payment, const Sensitive<std::vector<std::uint32_t>>& rows,
                                               std::uint32_t categories);

  // The probability of a lie, never below (k - 1) / (k - 1 + e^epsilon) for k categories: a multiple of 2^-62, and the
  // one that is used.
  static double lie(Epsilon epsilon, std::uint32_t categories = 2);

  // The share of true bits among many, without bias, from the share of those that were answered with yes. It may lie
  // outside [0, 1]: moving it inside would bias it.
  static double yes_rate(Epsilon epsilon, double answered_yes);
  // The same for the rows of a category among several, from the share of answers that name it.
  static double share(Epsilon epsilon, double answered, std::uint32_t categories);

  static constexpr std::uint32_t kMostCategories = 1 << 16;

 private:
  NoiseSource* source_;
};

}  // namespace discreet
