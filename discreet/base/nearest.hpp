// What somebody who typed a word that is not there probably meant.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace discreet {

// The word of the list that differs least from `given`, if that is a slip of a letter or two or the beginning of it.
std::optional<std::string> nearest(std::string_view given, const std::vector<std::string_view>& words);

// "did you mean X?; " in front of `otherwise`, where there is such a word.
std::string suggesting(std::string_view given, const std::vector<std::string_view>& words, std::string otherwise = {},
                       std::string_view before = {});

}  // namespace discreet
