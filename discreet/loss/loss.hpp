// A loss is a function of one margin and one label. It knows no data, no layout and no privacy.
#pragma once

#include <concepts>
#include <span>
#include <string_view>

#include "discreet/base/parameter.hpp"
#include "discreet/base/task.hpp"

namespace discreet {

template <class L>
concept Loss = requires(const L loss, double margin, double label) {
  { L::name } -> std::convertible_to<std::string_view>;
  { L::task } -> std::convertible_to<Task>;  // classification labels are -1 and +1
  { L::parameters } -> std::convertible_to<std::span<const Parameter>>;
  { loss.value(margin, label) } -> std::same_as<double>;
  { loss.derivative(margin, label) } -> std::same_as<double>;    // in the margin
  { loss.derivative(float{}, float{}) } -> std::same_as<float>;  // the same, in the data's own precision
  { loss.curvature(margin, label) } -> std::same_as<double>;     // the second derivative, for reference solutions
  { loss.smoothness() } -> std::same_as<double>;                 // the largest second derivative
};

}  // namespace discreet
