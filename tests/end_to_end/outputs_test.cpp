// What the program writes, and over what it does not.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/program.hpp"

namespace discreet::testing {
namespace {

TEST_F(Program, AnswersAfterTheFilesAreWritten) {
  ASSERT_EQ(run("fit 'synthetic:regression?n=200' --epsilon 1 --out m.json").code, 0);
  const Outcome lost = run("predict m.json 'synthetic:regression?n=5' --out nowhere/p.csv --json");
  EXPECT_EQ(lost.code, 5);
  EXPECT_TRUE(Json::parse(lost.out).contains("error")) << lost.out;
  const Outcome kept = run("predict m.json 'synthetic:regression?n=5' --out p.csv --json");
  EXPECT_EQ(Json::parse(kept.out)["predictions"].size(), 5u);
  EXPECT_TRUE(exists("p.csv"));
}

// By the file itself, not by how its name is spelt.
TEST_F(Program, WritesOverNothingThatItReads) {
  ASSERT_EQ(run("generate 'regression?n=50&p=2' --out part-1.csv").code, 0);
  ASSERT_EQ(run("fit part-1.csv --epsilon 1 --out m.json").code, 0);
  const std::string rows = content("part-1.csv"), model = content("m.json");
  fs::create_hard_link(folder_ / "part-1.csv", folder_ / "other.csv");
  fs::create_symlink("m.json", folder_ / "link.json");
  for (const char* arguments :
       {"fit part-1.csv --epsilon 1 --out other.csv", "fit 'part-*.csv' --epsilon 1 --report part-1.csv",
        "tune part-1.csv --epsilon 1 --out ./part-1.csv", "predict m.json part-1.csv --out link.json",
        "predict m.json part-1.csv --out other.csv", "report link.json --out m.json",
        "compare part-1.csv --epsilon 1 --csv a.csv --report ./a.csv", "fit part-1.csv other.csv --epsilon 1",
        "fit 'part-*.csv' part-1.csv --epsilon 1", "convert part-1.csv a.dcols --labels a.dcols"}) {
    EXPECT_EQ(run(arguments).code, 2) << arguments;
    EXPECT_EQ(content("part-1.csv"), rows) << arguments;
    EXPECT_EQ(content("m.json"), model) << arguments;
  }
  EXPECT_EQ(run("fit part-1.csv --epsilon 1 --out /dev/null --report /dev/null").code, 0);
}

}  // namespace
}  // namespace discreet::testing
