// The parts of a model file that older files do not have: what the noise does to each weight, how to train the model
// again, and what to warn of.
#pragma once

#include "discreet/io/event_json.hpp"
#include "discreet/model/model.hpp"

namespace discreet {

void write_extras(const Model& model, Json& file);
// Throws where they are there and malformed, as the rest of the reader does.
void read_extras(const Json& file, Model& model);

}  // namespace discreet
