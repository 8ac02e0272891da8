// Events in words, for labels and reports.
#pragma once

#include <string>
#include <string_view>

#include "discreet/privacy/event.hpp"

namespace discreet {

std::string_view type_name(const Event& event);  // as in the events file: "gaussian", "laplace", ...
std::string noise_in_words(const Event& event);  // "Gaussian, 12.3 times the sensitivity"
std::string noise_in_short(const Event& event);  // "12.3"

}  // namespace discreet
