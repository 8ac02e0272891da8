// How large the noise of a plan's line is, which is public.
#pragma once

#include <string_view>

#include "discreet/privacy/event.hpp"

namespace discreet {

// The standard deviation of the line's noise over its sensitivity; 0 for exact answers.
double deviation_of(const Plan& plan, std::string_view what);

}  // namespace discreet
