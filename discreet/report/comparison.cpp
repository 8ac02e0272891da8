#include "discreet/report/comparison.hpp"

namespace discreet {

std::string comparison_report(const nlohmann::json& comparison) { return "<pre>" + comparison.dump(1) + "</pre>\n"; }

}  // namespace discreet
