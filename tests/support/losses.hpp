// Every loss as a user would ask for it, for tests that know losses by name.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "discreet/loss/all.hpp"
#include "tests/support/make.hpp"

namespace discreet::testing {

// With a number where one is needed.
inline std::string loss_text(std::string_view name) { return name == "huber" ? "huber:0.7" : std::string(name); }

// Calls use(text, task).
template <class F>
void with_every_loss(F&& use) {
  AllLosses::each([&]<class L>(std::type_identity<L>) { use(loss_text(L::name), L::task); });
}

// Labels that suit a task in place of real ones.
inline Random suited(Random made, Task task) {
  for (double& label : made.labels) {
    if (task == Task::classification) label = label > 0 ? 1 : -1;
    if (task == Task::counts) label = std::floor(std::exp(std::min(0.4 * label, 4.0)) + 0.5);
  }
  return made;
}
inline Random random_rows(std::size_t n, std::size_t p, std::uint64_t seed, Task task) {
  return suited(random_rows(n, p, seed, task == Task::classification), task);
}
inline Random mostly_zeros(std::size_t n, std::size_t p, double density, std::uint64_t seed, Task task) {
  return suited(mostly_zeros(n, p, density, seed, task == Task::classification), task);
}

}  // namespace discreet::testing
