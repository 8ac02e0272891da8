// A number that a loss or a penalty takes, as in l1:0.1 or elastic-net:0.1,0.5. Parsing, checking and the manual all
// come from this description.
#pragma once

#include <limits>
#include <optional>
#include <string_view>

namespace discreet {

struct Parameter {
  std::string_view name;
  double least = 0;
  double most = std::numeric_limits<double>::max();
  std::optional<double> otherwise = std::nullopt;  // its value when it is left out; only the last ones may be
};

}  // namespace discreet
