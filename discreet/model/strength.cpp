#include "discreet/model/strength.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace discreet {
namespace {

// A program that publishes each row with probability delta, or all of them, keeps the promise: delta times the number
// of rows is how many it may publish. Files that do not say how many there are are taken to have a thousand.
Strength strength_by_delta(const PrivacyLabel& label) {
  const double delta = label.budget.delta.value, published = delta * label.rows.value_or(1000);
  return published <= 1 ? Strength::strong : published <= 10 && delta < 0.01 ? Strength::weak : Strength::nominal;
}

}  // namespace

Strength strength_by_epsilon(const PrivacyLabel& label) {
  const double epsilon = label.spent.value;
  return epsilon <= 1    ? Strength::strong
         : epsilon <= 4  ? Strength::limited
         : epsilon <= 10 ? Strength::weak
                         : Strength::nominal;
}

Strength strength_of(const PrivacyLabel& label) {
  return std::max(strength_by_epsilon(label), strength_by_delta(label));
}

std::string nominal_caveat(const PrivacyLabel& label) {
  if (strength_by_epsilon(label) == Strength::nominal)
    return fmt::format("private in name only: epsilon {:.6g} is above 10 and limits next to nothing",
                       label.spent.value);
  if (strength_of(label) == Strength::nominal)
    return fmt::format("private in name only: at delta {:.3g} whole rows may leak", label.budget.delta.value);
  return {};
}

std::string delta_notice(const PrivacyLabel& label) {
  const Strength strength = strength_by_delta(label);
  if (strength == Strength::strong || strength == Strength::nominal) return {};
  return fmt::format("delta {:.3g} is larger than 1/n: whole rows may leak with that probability",
                     label.budget.delta.value);
}

}  // namespace discreet
