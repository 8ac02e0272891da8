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

// Every slope that a line touching the penalty from below can have at a point: one number where it is smooth, an
// interval at a kink, without end on one side at an end of a box.
struct Slopes {
  double low, high;
};

// A penalty that is curved everywhere may also have
//   double bend()    its least curvature: value(w) - bend w^2 / 2 is still convex
template <class P>
concept Penalty = requires(const P penalty, double weight, double step) {
  { P::name } -> std::convertible_to<std::string_view>;
  { P::parameters } -> std::convertible_to<std::span<const Parameter>>;
  { penalty.value(weight) } -> std::same_as<double>;
  // argmin over u of (u - weight)^2 / (2 step) + value(u). It brings no two points further apart: what greedy scores
  // cost rests on that (docs/proofs/greedy.md) and the property tests check it.
  { penalty.prox(weight, step) } -> std::same_as<double>;
  { penalty.slopes(weight) } -> std::same_as<Slopes>;  // at a point where it is finite
};

inline double soft_threshold(double w, double by) { return std::copysign(std::max(std::abs(w) - by, 0.0), w); }

// The indicator of [low, high]. A clamp after the other terms' prox is exact, because everything is one-dimensional
// and convex.
inline double outside(double w, double low, double high) {
  return w < low || w > high ? std::numeric_limits<double>::infinity() : 0;
}

// The slopes at w of a penalty with the slopes `inside`, once weights must stay within [low, high].
inline Slopes within(Slopes inside, double w, double low, double high) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return {w <= low ? -kInfinity : inside.low, w >= high ? kInfinity : inside.high};
}

// Those of strength |w|.
inline Slopes slopes_of_size(double strength, double w) {
  return {w > 0 ? strength : -strength, w < 0 ? -strength : strength};
}

template <class P>
double bend_of(const P& penalty) {
  if constexpr (requires { penalty.bend(); })
    return penalty.bend();
  else
    return 0;
}

inline constexpr double kLowest = std::numeric_limits<double>::lowest();

}  // namespace discreet
