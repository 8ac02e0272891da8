#include "discreet/research/randomised_response.hpp"

#include <algorithm>
#include <cmath>

#include "discreet/base/contract.hpp"

namespace discreet {
namespace {

// How many of 2^62 words are lies, rounded up to a double and a word: more lies are only more private.
std::uint64_t lies(Epsilon epsilon) {
  require(epsilon.value >= 0, "an answer is paid for with an epsilon");
  // exp, the sum and the quotient err by less than four units of 2^-53 together.
  const double least = std::min(0.5, 1 / (1 + std::exp(epsilon.value)) * (1 + 1e-15));
  return static_cast<std::uint64_t>(std::ceil(std::ldexp(least, 62))) + (least < 0.5);
}

}  // namespace

double RandomisedResponse::lie(Epsilon epsilon) { return std::ldexp(static_cast<double>(lies(epsilon)), -62); }

double RandomisedResponse::yes_rate(Epsilon epsilon, double answered_yes) {
  require(epsilon.value > 0, "answers that are nothing but chance say nothing");
  return (answered_yes - lie(epsilon)) / (1 - 2 * lie(epsilon));
}

Released<bool> RandomisedResponse::release(Payment payment, const Sensitive<bool>& bit) {
  const Event event = payment.spend();
  const bool truth = bit.open(OpenKey{});
  if (std::holds_alternative<NonPrivateEvent>(event)) return {truth, ReleaseKey{}};
  require(std::holds_alternative<PureEvent>(event), "a randomised answer is paid for as a pure one");
  const bool lying = source_->next64() >> 2 < lies(std::get<PureEvent>(event).epsilon);
  return {truth != lying, ReleaseKey{}};
}

}  // namespace discreet
