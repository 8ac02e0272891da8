// Charts that a comparison brings with it.
#pragma once

#include <string>

#include "discreet/report/page.hpp"

namespace discreet {

// A number as tables show it, a dash for none.
std::string figure_or_dash(double value);

// Each is drawn and stands in a table as well.
Section charts_part(const nlohmann::json& given, nlohmann::json& charts);

}  // namespace discreet
