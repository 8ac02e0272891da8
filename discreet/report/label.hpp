// The privacy label of a model for other programs and for papers.
#pragma once

#include <string>

#include "discreet/model/model.hpp"

namespace discreet {

// In the sections of the OpenDP deployments registry: basic, dp_variant, privacy_loss, deployment_model, accounting,
// implementation, administrative.
std::string yaml_label(const Model& model);

std::string markdown_label(const Model& model);

}  // namespace discreet
