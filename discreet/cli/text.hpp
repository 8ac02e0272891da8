// Public facts of a model or a plan as text for people.
#pragma once

#include <string>

#include "discreet/model/model.hpp"

namespace discreet {

std::string model_text(const Model& model);
std::string label_text(const PrivacyLabel& label);

}  // namespace discreet
