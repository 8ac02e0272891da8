#include "discreet/comm/agreement.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/company.hpp"

namespace discreet {
namespace {

using testing::Company;

TEST(Agreement, GathersNumbersAndTextsInTheOrderOfProcesses) {
  Company::run(3, [](const Communicator& processes) {
    const std::int64_t mine[2] = {static_cast<std::int64_t>(processes.rank()), -7};
    EXPECT_EQ(gathered(processes, mine), (std::vector<std::int64_t>{0, -7, 1, -7, 2, -7}));
    const std::string text(processes.rank() * 9, 'x');
    EXPECT_EQ(gathered_texts(processes, text),
              (std::vector<std::string>{"", std::string(9, 'x'), std::string(18, 'x')}));
  });
}

TEST(Agreement, GivesAllOfThemTheKeyOfTheFirst) {
  Company::run(4, [](const Communicator& processes) {
    std::array<unsigned char, 32> key;
    for (std::size_t k = 0; k < key.size(); ++k) key[k] = static_cast<unsigned char>(255 - k + processes.rank());
    share_key(processes, key);
    for (std::size_t k = 0; k < key.size(); ++k) EXPECT_EQ(key[k], 255 - k);
  });
}

TEST(Agreement, EndsAllOfThemWithTheErrorOfTheFirstThatHasOne) {
  Company::run(4, [](const Communicator& processes) {
    EXPECT_TRUE(agreed(processes, Result<void>()));
    Result<int> mine = static_cast<int>(processes.rank());
    if (processes.rank() >= 2) mine = wrong(Fault::data, "line " + std::to_string(processes.rank()), "look there");
    const Result<int> all = agreed(processes, mine);
    ASSERT_FALSE(all);
    EXPECT_EQ(all.error().fault, Fault::data);
    EXPECT_EQ(all.error().message, "line 2");
    EXPECT_EQ(all.error().hint, "look there");
  });
}

TEST(Agreement, OfOneIsItsOwn) {
  const SingleProcess alone;
  EXPECT_EQ(gathered_texts(alone, "a"), std::vector<std::string>{"a"});
  EXPECT_FALSE(agreed(alone, Result<void>(wrong(Fault::usage, "no"))));
}

}  // namespace
}  // namespace discreet
