// Bounds from the moments at one real order: always available, never tight.
#pragma once

#include <functional>

#include "discreet/accounting/composition.hpp"
#include "discreet/privacy/units.hpp"

namespace discreet {

struct RenyiBound {
  Epsilon epsilon;
  double order_minus_one;  // where the bound is best
};

// The least epsilon that any order gives, by continuous minimisation, with the conversion of Canonne, Kamath and
// Steinke.
RenyiBound renyi_epsilon(const Composition& composition, Delta delta);

// The same for divergences given by their moments alone.
RenyiBound renyi_epsilon(const std::function<double(double)>& log_moment, Delta delta);

}  // namespace discreet
