// What is known of a table before it is read, what is asked for, and the lines of the plan that is made for it.
#pragma once

#include <string>
#include <string_view>

#include "discreet/base/contract.hpp"
#include "discreet/fit/problem.hpp"
#include "discreet/privacy/event.hpp"

namespace discreet::testing {

// Features x1, x2 and so on, without bounds.
inline PublicFacts facts(std::size_t rows, std::size_t features) {
  PublicFacts known;
  known.rows = rows;
  for (std::size_t j = 0; j < features; ++j) known.features.push_back("x" + std::to_string(j + 1));
  known.bounds.resize(features);
  return known;
}

// A private fit that is over soon.
inline Options a_few_passes() {
  Options options;
  options.solver = "cd";
  options.epsilon = "1";
  options.passes = "3";
  return options;
}

inline bool has_line(const Plan& plan, std::string_view what) {
  for (const PlanLine& each : plan.lines)
    if (each.what == what) return true;
  return false;
}

inline const PlanLine& line(const Plan& plan, std::string_view what) {
  for (const PlanLine& each : plan.lines)
    if (each.what == what) return each;
  throw ContractViolation("the line is in the plan");
}

}  // namespace discreet::testing
