// What every report carries with it: cmake/Embed.cmake puts the files of assets/ into the program.
#pragma once

#include <string_view>

namespace discreet {

std::string_view embedded_style();
std::string_view embedded_charts();

// Empty where the program was built without Vega.
std::string_view embedded_vega();
std::string_view embedded_vega_licence();

}  // namespace discreet
