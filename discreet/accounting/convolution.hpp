// The numeric accountant where the contour would be too long: loss laws with atoms, or close to having one. Each law is
// put on a grid so that it can only get more revealing, tilted towards the answer, and composed by Fourier transform.
#pragma once

#include <optional>

#include "discreet/accounting/renyi.hpp"
#include "discreet/privacy/units.hpp"

namespace discreet {

// At least the least epsilon of the composition at delta, of which a Renyi bound is known, and that it is at most
// `known`; empty where the grid would be too large or would not tell more. proof: docs/proofs/accounting.md
std::optional<Epsilon> convolution_epsilon(const Composition& composition, Delta delta, const RenyiBound& renyi,
                                           Epsilon known);

// The most that rounding changes a number in the transform of a law of total mass one, and the Euclidean norm of what
// it changes on the way back of numbers of modulus one. Measured, with a margin, by the unit tests.
inline constexpr double kFourierError = 2e-15;

}  // namespace discreet
