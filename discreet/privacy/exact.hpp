#pragma once

#include "discreet/base/contract.hpp"
#include "discreet/privacy/permit.hpp"
#include "discreet/privacy/sensitive.hpp"

namespace discreet {

// Publishes a value as it is, against a payment for an exact answer and no other. The event behind such a payment has
// infinite cost, so whatever it touches is labelled not private. proof: docs/proofs/exact.md
class Exact {
 public:
  template <class T>
  static Released<T> release(const Payment& payment, const Sensitive<T>& value) {
    require(payment.exact(), "an exact answer is paid for as one");
    return {value.open(OpenKey{}), ReleaseKey{}};
  }
};

}  // namespace discreet
