// Optimal composition of mechanisms of which only a pure epsilon is known.
#pragma once

#include <limits>

#include "discreet/privacy/event.hpp"

namespace discreet {

// At least the least epsilon at delta of `count` mechanisms that are each epsilon-private: randomised response every
// time is the worst that they can be, and its losses add up to a binomial law. proof: docs/proofs/accounting.md
Epsilon pure_composition(Epsilon each, double count, Delta delta);

// At least the least epsilon at delta of the plan, as far as it follows from the pure epsilon of each event: their sum,
// or their optimal composition where they are equal, or `known` where that is no more.
Epsilon from_pure_epsilons(const Plan& plan, Delta delta, Epsilon known = {std::numeric_limits<double>::infinity()});

// The pure epsilon of an event, infinite where it has none.
double pure_epsilon(const Event& event);

// What the plan costs at delta 0: the epsilons add up.
Epsilon summed_epsilon(const Plan& plan);

}  // namespace discreet
