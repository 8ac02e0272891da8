#include "discreet/fit/delta.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "discreet/base/mistake.hpp"
#include "discreet/fit/spec.hpp"

namespace discreet {

Delta usual_delta(double rows) {
  const double by_rows = 1 / (rows * rows);
  if (planted(Mistake::uncapped_delta)) return {by_rows};
  return {std::min(kLargestUsualDelta, by_rows)};
}

double public_number_of_rows(const Problem& problem, const PublicFacts& facts) {
  return problem.neighbours == Neighbours::add_remove ? problem.normaliser : static_cast<double>(facts.rows);
}

Result<Delta> read_delta(std::string_view option, std::string_view text, std::optional<double> rows) {
  if (text == "auto") {
    if (rows) return usual_delta(*rows);
    return wrong(Fault::usage, fmt::format("--neighbours add-remove needs --{}: the number of rows is private", option),
                 "give a small one, as 1e-6");
  }
  if (text == "1/n^2" && rows && *rows > 1) return Delta{1 / (*rows * *rows)};
  const Result<double> delta = read_number(option, text, std::numeric_limits<double>::min(), 1 - 1e-9, rows);
  if (!delta)
    return wrong(Fault::usage, delta.error().message,
                 "leave it out for the lesser of 1e-5 and 1/n^2, or give less than 1/n, as 1e-6");
  return Delta{*delta};
}

Result<void> refuse_large_delta(Delta delta, double rows) {
  // A delta that was typed as 1/n is not above it, however the two divisions were rounded.
  if (delta.value <= 1 / rows * (1 + 1e-12)) return {};
  return wrong(
      Fault::precondition,
      fmt::format("--strict refuses this fit: delta {:.3g} is above 1/n, which is {:.3g}", delta.value, 1 / rows),
      "give a smaller --delta, or leave it out for the lesser of 1e-5 and 1/n^2");
}

}  // namespace discreet
