// A page about a model for people: what was learnt, what it cost, what is and is not protected. One file, no network;
// the text and the tables are complete without scripts.
#pragma once

#include <string>

#include "discreet/model/model.hpp"

namespace discreet {

std::string html_report(const Model& model);

}  // namespace discreet
