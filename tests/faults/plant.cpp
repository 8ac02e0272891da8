// Plants a mistake before main, by its number in base/mistake.hpp.
#include <cstdlib>
#include <string>

#include "discreet/base/mistake.hpp"

namespace discreet {
namespace {

const bool kPlanted = [] {
  if (const char* number = std::getenv("DISCREET_MISTAKE")) planted_mistake = static_cast<Mistake>(std::stoi(number));
  return true;
}();

}  // namespace
}  // namespace discreet
