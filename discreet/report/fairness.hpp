// A page about fairness: levels by group, how far a private model's may be from them, and that bound as a band over the
// number of rows and epsilon.
#pragma once

#include <string>

#include "discreet/fairness/assessment.hpp"
#include "discreet/fairness/release.hpp"
#include "discreet/io/model_file.hpp"

namespace discreet {

std::string fairness_report(const Assessment& assessment);
std::string fairness_report(const FairnessRelease& release);

}  // namespace discreet
