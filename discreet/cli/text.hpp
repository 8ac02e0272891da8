// Public facts of a model or a plan as text for people.
#pragma once

#include <string>
#include <vector>

#include "discreet/model/model.hpp"

namespace discreet {

std::string model_text(const Model& model);
std::string label_text(const PrivacyLabel& label);

// What whoever trained it must be told: what breaks the guarantee, what to know about it, and its warnings.
std::vector<std::string> warnings_about(const Model& model);

}  // namespace discreet
