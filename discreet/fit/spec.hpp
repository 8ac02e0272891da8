// Reads settings such as l1:0.1, tail:0.5 or 1e-6, and says what is wrong with them in terms of the option they belong
// to.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "discreet/base/parameter.hpp"
#include "discreet/base/result.hpp"

namespace discreet {

// NAME or NAME:ARGUMENTS.
struct Spec {
  std::string name;
  std::string arguments;
};
Spec split_spec(std::string_view text);

// A number of an option, between least and most. `rows` is what n stands for in NUMBER/n, if it stands for anything.
[[nodiscard]] Result<double> read_number(std::string_view option, std::string_view text, double least, double most,
                                         std::optional<double> rows = std::nullopt);
[[nodiscard]] Result<std::size_t> read_count(std::string_view option, std::string_view text, std::size_t least);

// The arguments of a spec, one for each parameter; those that are left out and may be have their usual value.
[[nodiscard]] Result<std::vector<double>> read_arguments(std::string_view option, const Spec& spec,
                                                         std::span<const Parameter> parameters,
                                                         std::optional<double> rows);

// The same spec without n: l2:1/n becomes l2:0.001 for a thousand rows.
std::string worked_out(std::string_view text, double rows);

// The same spec with nothing left out: poisson becomes poisson:3.
std::string filled_in(std::string_view text, std::span<const Parameter> parameters);

tl::unexpected<Error> unknown_name(std::string_view option, std::string_view given,
                                   const std::vector<std::string_view>& allowed);

// NAME:A,B for a type with parameters A and B, NAME:A[,B] if B may be left out.
std::string usage_of(std::string_view name, std::span<const Parameter> parameters);

// Finds the type of the list whose name the spec has, fills in its parameters and calls use(object).
template <class List, class Use>
Result<void> with_named(std::string_view option, std::string_view text, std::optional<double> rows, Use&& use) {
  const Spec spec = split_spec(text);
  Result<void> outcome = unknown_name(option, spec.name, List::names());
  List::any([&]<class T>(std::type_identity<T>) {
    if (T::name != spec.name) return false;
    const Result<std::vector<double>> read = read_arguments(option, spec, T::parameters, rows);
    if (!read) {
      outcome = tl::unexpected(read.error());
      return true;
    }
    const auto made = [&]<std::size_t... K>(std::index_sequence<K...>) { return T{(*read)[K]...}; }
    (std::make_index_sequence<T::parameters.size()>());
    if constexpr (requires { made.valid(); }) {
      if (!made.valid()) {
        outcome = wrong(Fault::usage, fmt::format("--{} {}: the lower end is above the upper end", option, text));
        return true;
      }
    }
    use(made);
    outcome = {};
    return true;
  });
  return outcome;
}

}  // namespace discreet
