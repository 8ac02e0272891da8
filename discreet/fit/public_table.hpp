// Small public tables that a user declares facts in: a header if there is one, then a name and numbers, or a
// word, on each line.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "discreet/base/result.hpp"

namespace discreet {

using PublicTable = std::map<std::string, std::vector<double>>;

// Each line has a name and between `least` and `most` numbers.
[[nodiscard]] Result<PublicTable> read_public_table(const std::string& path, std::size_t least, std::size_t most);

using PublicWords = std::map<std::string, std::string>;

// Each line has a name and a word; a first line whose word is `what` is the header.
[[nodiscard]] Result<PublicWords> read_public_words(const std::string& path, std::string_view what);

}  // namespace discreet
