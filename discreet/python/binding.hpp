// Between Python's values and the library's. Errors cross here, once: each fault becomes the exception that
// discreet/errors.py names for it.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/fit/options.hpp"

namespace discreet::python {

[[noreturn]] void raise(const Error& error);

template <class T>
T unwrap(Result<T> result) {
  if (!result) raise(result.error());
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

// A dict with the names of the command line's options, - or _ between words. Values are text, numbers, lists or bools;
// numbers become the text that a person would type.
Options options_from(const pybind11::dict& given);

// The public facts of a table of such names, as sealing an array finds them: without what is dropped, with bounds.
[[nodiscard]] Result<PublicFacts> facts_of(std::size_t rows, std::vector<std::string> features, bool sparse,
                                           const std::string& target, const Options& options);

// What a fit would ask: of two classes or numbers, or of that many classes at once.
[[nodiscard]] Result<Blueprint> blueprint_of(const Options& options, const PublicFacts& facts, std::size_t classes);

void bind_fit(pybind11::module_& module);
void bind_calculator(pybind11::module_& module);
void bind_ledger(pybind11::module_& module);
void bind_models(pybind11::module_& module);
void bind_fairness(pybind11::module_& module);

}  // namespace discreet::python
