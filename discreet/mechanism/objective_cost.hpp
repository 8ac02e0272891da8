// What it costs to add a random linear term to what is minimised.
#pragma once

#include <cstddef>

#include "discreet/privacy/event.hpp"

namespace discreet {

// The delta for an epsilon when the linear term is Gaussian with `noise` standard deviations, where one is the most by
// which one row's slope can move it (two rows: by twice that), and `curvature` is the most by which a row bends the
// objective over what bends it anyway. proof: docs/proofs/objective.md
double objective_delta(double epsilon, double noise, double curvature, Neighbours neighbours);

// The linear term's draws are cut off at this many standard deviations.
inline constexpr double kLongestDraw = 40;

// A larger epsilon is spent as this one.
inline constexpr double kLargestObjectiveEpsilon = 500;

// The least noise on so many coordinates for which that is within the event; infinite where no noise is enough.
double objective_noise(const ApproximateEvent& event, double curvature, std::size_t coordinates, Neighbours neighbours);

}  // namespace discreet
