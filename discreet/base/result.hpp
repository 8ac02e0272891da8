// A value, or the reason there is none. Only input can be wrong in this way: a broken promise inside the
// program is a ContractViolation, and nothing that depends on the values of sealed data is an error at all.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace discreet {

// Who must act. The command line turns each into its exit code, Python into its exception.
enum class Fault {
  internal = 1,      // we must: something that cannot happen did
  usage = 2,         // the caller: a setting is unknown, missing or out of range
  budget = 3,        // nobody: the privacy budget does not cover the request
  precondition = 4,  // the caller: something data-dependent is neither declared nor paid for
  data = 5,          // the caller: a file cannot be read or is malformed
};

struct Error {
  Fault fault = Fault::internal;
  std::string
      message;         // what was given and what is allowed; names a file, a line and a rule, never a value of the data
  std::string hint;    // what to do about it; may be empty
  bool spent = false;  // it was found in released numbers: what was paid for is spent
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> wrong(Fault fault, std::string message, std::string hint = {}) {
  return tl::unexpected<Error>(Error{fault, std::move(message), std::move(hint)});
}

// The same after the data was asked.
inline tl::unexpected<Error> wrong_afterwards(Fault fault, std::string message, std::string hint) {
  return tl::unexpected<Error>(Error{fault, std::move(message), std::move(hint), true});
}

}  // namespace discreet
