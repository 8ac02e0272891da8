#include "discreet/solver/prospect.hpp"

#include <cmath>

#include "discreet/solver/groundwork.hpp"

namespace discreet {
namespace {

// From noise to error, measured where the program chooses everything: docs/solvers/auto.md.
constexpr double kErrorOverNoise = 15;

}  // namespace

Prospect prospect(const SurveyFacts& facts) {
  if (facts.exact()) return {};
  const Groundwork groundwork({}, facts);
  const double p = static_cast<double>(groundwork.coordinates());
  const double deviation = groundwork.typical_radius() / facts.certainty();
  const double gain = facts.regression ? 0.5 : facts.first_value;
  const double ratio = 0.5 * p * deviation * deviation / gain;
  return {ratio, kErrorOverNoise * ratio};
}

}  // namespace discreet
