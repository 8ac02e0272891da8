// Checks on what the programmer promised. They stay on in release builds: a broken promise in this
// library can be a privacy leak, and a branch that is never taken costs nothing.
#pragma once

#include <stdexcept>
#include <string>

namespace discreet {

struct ContractViolation : std::logic_error {
  using std::logic_error::logic_error;
};

// The message names the promise and the place, never a value: the value may be private.
inline void require(bool holds, const char* promise, const char* where = __builtin_FUNCTION()) {
  if (!holds) [[unlikely]]
    throw ContractViolation(std::string(promise) + " (" + where + ")");
}

}  // namespace discreet
