#include "discreet/base/split.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace discreet {
namespace {

using Parts = std::vector<std::string_view>;

TEST(Split, KeepsWhatStandsBetweenTheSeparators) {
  EXPECT_EQ(split("40,65", ','), (Parts{"40", "65"}));
  EXPECT_EQ(split("alone", ','), (Parts{"alone"}));
  EXPECT_EQ(split(" a b ", ','), (Parts{" a b "}));
  EXPECT_EQ(split("a b", ' '), (Parts{"a", "b"}));
}

TEST(Split, CountsEmptyParts) {
  EXPECT_EQ(split("", ','), (Parts{""}));
  EXPECT_EQ(split(",", ','), (Parts{"", ""}));
  EXPECT_EQ(split("a,,b,", ','), (Parts{"a", "", "b", ""}));
}

}  // namespace
}  // namespace discreet
