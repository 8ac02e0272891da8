// The parts of a model's page. Each adds its charts to the page's.
#pragma once

#include <nlohmann/json.hpp>

#include "discreet/model/model.hpp"
#include "discreet/report/page.hpp"

namespace discreet {

Section learnt_section(const Model& model, nlohmann::json& charts);
Section cost_section(const PrivacyLabel& label, nlohmann::json& charts);
Section epsilon_section(const PrivacyLabel& label, nlohmann::json& charts);

}  // namespace discreet
