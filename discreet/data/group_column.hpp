// Which group each row belongs to, by a column that a model may use or not. The names of the groups are public; who is
// in which is not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "discreet/privacy/sensitive.hpp"

namespace discreet {

struct GroupColumn {
  std::string name;
  std::vector<std::string> values;
  bool declared = false;  // the values were said beforehand; otherwise they are those that occur
  std::size_t rows = 0;
  // For each row the number of its value; one past the last for a row in none of them.
  Sensitive<std::vector<std::uint32_t>> codes;
};

}  // namespace discreet
