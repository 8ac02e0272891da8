// A separable penalty, seen from one weight: what it costs, and where a proximal step lands. Which coordinate it is
// does not matter to it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <limits>
#include <span>
#include <string_view>

#include "discreet/base/parameter.hpp"

namespace discreet {

template <class P>
concept Penalty = requires(const P penalty, double weight, double step) {
  { P::name } -> std::convertible_to<std::string_view>;
  { P::parameters } -> std::convertible_to<std::span<const Parameter>>;
  { penalty.value(weight) } -> std::same_as<double>;
  // argmin over u of (u - weight)^2 / (2 step) + value(u)
  { penalty.prox(weight, step) } -> std::same_as<double>;
};

inline double soft_threshold(double w, double by) { return std::copysign(std::max(std::abs(w) - by, 0.0), w); }

// The indicator of [low, high]. A clamp after the other terms' prox is exact, because everything is one-dimensional
// and convex.
inline double outside(double w, double low, double high) {
  return w < low || w > high ? std::numeric_limits<double>::infinity() : 0;
}

inline constexpr double kLowest = std::numeric_limits<double>::lowest();

}  // namespace discreet
