#include "discreet/research/reproduce/machine.hpp"

#include <fstream>
#include <thread>

namespace discreet {

std::string cpu_model() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

std::size_t cores() { return std::thread::hardware_concurrency(); }

}  // namespace discreet
