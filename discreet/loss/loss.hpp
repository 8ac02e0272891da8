// A loss is a function of one margin and one label. It knows no data, no layout and no privacy.
#pragma once

#include <concepts>
#include <span>
#include <string_view>

#include "discreet/base/parameter.hpp"
#include "discreet/base/task.hpp"

namespace discreet {

// How the label enters. Most losses need less than the number itself, and kernels then read less memory.
enum class LabelRole {
  shift,  // only as margin - label: derivative(m, y) = derivative(m - y, 0)
  sign,   // it is -1 or 1, and only margin * label counts: derivative(m, y) = y derivative(m y, 1)
  apart,  // in any other way
};

// Kernels take the derivative of many rows at once from the loss's file x_inl.hpp, or call this one row by row. A loss
// may also have
//   double mean(double margin)    what it predicts, if that is not the margin: a probability, a mean count
//   double level(double mean)     the margin that suits a mean label, where a fit of numbers or counts begins
//   double steepest()             the largest derivative in size, if there is one
//   quadratic                     a constant that says so of the squared loss
//   label_adds_one                a constant that says that derivative(m, -1) = derivative(m, 1) + 1
template <class L>
concept Loss = requires(const L loss, double margin, double label) {
  { L::name } -> std::convertible_to<std::string_view>;
  { L::task } -> std::convertible_to<Task>;  // classification labels are -1 and +1
  { L::label_role } -> std::convertible_to<LabelRole>;
  { L::parameters } -> std::convertible_to<std::span<const Parameter>>;
  { loss.value(margin, label) } -> std::same_as<double>;
  { loss.derivative(margin, label) } -> std::same_as<double>;    // in the margin
  { loss.derivative(float{}, float{}) } -> std::same_as<float>;  // the same, in the data's own precision
  { loss.curvature(margin, label) } -> std::same_as<double>;     // the second derivative, for reference solutions
  { loss.smoothness() } -> std::same_as<double>;                 // the largest second derivative
};

}  // namespace discreet
