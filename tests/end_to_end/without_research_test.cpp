// What belongs to research is refused by a program without it, in one line that says how to build one that has it.
#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace discreet::testing {
namespace {

#ifdef DISCREET_RESEARCH
TEST_F(Program, ListsWhatResearchAdds) {
  const Outcome help = run("--help");
  EXPECT_EQ(help.code, 0);
  for (const char* name : {"compare", "reproduce", "randomised-response"})
    EXPECT_NE(help.out.find(name), std::string::npos) << name;
  EXPECT_NE(run("fit --help").out.find("--recipe"), std::string::npos);
}
#else
TEST_F(Program, SaysHowToBuildWhatItLacks) {
  const std::string fit = "fit 'synthetic:regression?n=500&p=3' --epsilon 1 --solver cd ";
  for (const std::string& arguments :
       {fit + "--recipe paper", fit + "--accounting paper", std::string("compare data.csv --epsilon 1"),
        std::string("reproduce"), std::string("randomised-response data.csv --column a --epsilon 1"),
        std::string("compare --help")}) {
    const Outcome refused = run(arguments);
    EXPECT_EQ(refused.code, 2) << arguments;
    EXPECT_NE(refused.error.find("-DDISCREET_RESEARCH=ON"), std::string::npos) << refused.error;
    EXPECT_EQ(std::count(refused.error.begin(), refused.error.end(), '\n'), 1) << refused.error;
  }
  const Outcome help = run("--help");
  EXPECT_EQ(help.code, 0);
  for (const char* name : {"compare", "reproduce", "randomised-response"})
    EXPECT_EQ(help.out.find(name), std::string::npos) << name;
  EXPECT_EQ(run("fit --help").out.find("--recipe"), std::string::npos);
}
#endif

}  // namespace
}  // namespace discreet::testing
