// How strong a guarantee is, by its figures alone. The limits are set here and nowhere else: docs/report.md has them.
#pragma once

#include <string>

#include "discreet/model/privacy_label.hpp"

namespace discreet {

// By epsilon and by how many rows a failure of probability delta may publish.
enum class Strength { strong, limited, weak, nominal };
Strength strength_by_epsilon(const PrivacyLabel& label);
Strength strength_of(const PrivacyLabel& label);

// Why a guarantee of nominal strength is none in practice. Empty for stronger ones.
std::string nominal_caveat(const PrivacyLabel& label);

// What to say of a delta above one over the number of rows where the guarantee is stronger than nominal.
std::string delta_notice(const PrivacyLabel& label);

}  // namespace discreet
