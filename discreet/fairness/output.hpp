// Fairness in words and as JSON.
#pragma once

#include <string>

#include "discreet/fairness/assessment.hpp"
#include "discreet/fairness/release.hpp"
#include "discreet/io/model_file.hpp"

namespace discreet {

Json to_json(const Assessment& assessment);
std::string text_of(const Assessment& assessment);

Json to_json(const FairnessRelease& release);
std::string text_of(const FairnessRelease& release);

Json to_json(const KnownDistance& distance);

}  // namespace discreet
