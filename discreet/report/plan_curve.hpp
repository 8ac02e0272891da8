// How the noise of a model's plan would change with epsilon: what was asked of the data stays as it was, and all noise
// is made so much larger or smaller that it fits. Computed from the label alone.
#pragma once

#include <vector>

#include "discreet/model/privacy_label.hpp"

namespace discreet {

struct PlanPoint {
  double epsilon;
  double noise;  // times that of the model
};

// Empty for plans without noise, and for those whose accountant the label does not name.
std::vector<PlanPoint> plan_curve(const PrivacyLabel& label);

}  // namespace discreet
