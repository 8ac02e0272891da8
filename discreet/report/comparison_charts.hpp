// Charts that a comparison brings with it.
#pragma once

#include "discreet/report/page.hpp"

namespace discreet {

// Each is drawn and stands in a table as well.
Section charts_part(const nlohmann::json& given, nlohmann::json& charts);

}  // namespace discreet
