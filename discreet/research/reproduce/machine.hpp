// What an experiment ran on.
#pragma once

#include <cstddef>
#include <string>

namespace discreet {

std::string cpu_model();
std::size_t cores();

}  // namespace discreet
