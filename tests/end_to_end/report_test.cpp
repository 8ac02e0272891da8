#include "tests/support/program.hpp"

namespace discreet::testing {
namespace {

class Report : public Program {
 protected:
  Report() {
    fs::create_directories(folder_ / "there");
    const Outcome fitted = run("fit 'synthetic:regression?n=500&p=3' --epsilon 1 --out there/model.json");
    EXPECT_EQ(fitted.code, 0) << fitted.error;
  }
};

TEST_F(Report, StandsBesideTheModelUnlessSaidOtherwise) {
  for (const auto& [format, file, begins] : {std::tuple{"html", "there/report.html", "<!doctype html>"},
                                             {"yaml", "there/report.yaml", "format: \"discreet-privacy-label\""},
                                             {"markdown", "there/report.md", "# Privacy label"}}) {
    const Outcome outcome = run(std::string("report there/model.json --format ") + format);
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_TRUE(content(file).starts_with(begins)) << file;
  }
  EXPECT_EQ(run("report there/model.json --out other.html").code, 0);
  EXPECT_TRUE(exists("other.html"));
}

TEST_F(Report, GoesToStandardOutputAlone) {
  const Outcome outcome = run("report there/model.json --format markdown --out -");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(outcome.out.starts_with("# Privacy label"));
  EXPECT_EQ(run("report there/model.json --json --out -").code, 2);
}

TEST_F(Report, SaysWhereItIsInJson) {
  const Outcome outcome = run("report there/model.json --format yaml --out label.yaml --json");
  EXPECT_EQ(Json::parse(outcome.out), (Json{{"report", "label.yaml"}, {"format", "yaml"}}));
}

TEST_F(Report, RefusesAFormatThatThereIsNot) {
  const Outcome outcome = run("report there/model.json --format pdf");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.error.find("markdown"), outcome.error.npos) << "it says which there are";
  EXPECT_FALSE(exists("there/report.html"));
}

TEST_F(Report, TellsHowTheModelWasMade) {
  EXPECT_EQ(run("report there/model.json").code, 0);
  EXPECT_NE(content("there/report.html").find("discreet fit &#39;synthetic:regression?n=500&amp;p=3&#39; --epsilon 1"),
            std::string::npos);
}

TEST_F(Report, NamesTheLedgerThatWasCharged) {
  ASSERT_EQ(run("ledger create there/budget.db --dataset patients --epsilon 4 --delta 1e-5").code, 0);
  const Outcome fitted =
      run("fit 'synthetic:regression?n=500&p=3' --epsilon 1 --delta 1e-6 --ledger there/budget.db --dataset patients "
          "--report page.html");
  ASSERT_EQ(fitted.code, 0) << fitted.error;
  for (const char* text : {"--ledger budget.db --dataset patients", "entered in the ledger budget.db"})
    EXPECT_NE(content("page.html").find(text), std::string::npos) << text;
}

TEST_F(Report, DoesNotPraiseALargeDelta) {
  const Outcome fitted = run("fit 'synthetic:regression?n=500&p=3' --epsilon 1 --delta 0.5 --report page.html");
  ASSERT_EQ(fitted.code, 0) << fitted.error;
  EXPECT_NE(content("page.html").find("Not private but in name."), std::string::npos);
  EXPECT_NE(fitted.error.find("private in name only: at delta 0.5 whole rows may leak"), std::string::npos);
  EXPECT_EQ(run("report model.json --format markdown --out label.md").code, 0);
  EXPECT_NE(content("label.md").find("Not private but in name."), std::string::npos)
      << "the file says how many rows there are";
}

#ifdef DISCREET_RESEARCH
TEST_F(Report, NamesTheGuaranteeThatAPublishedRecipeReallyHas) {
  const Outcome fitted =
      run("fit 'synthetic:regression?n=2000&p=3' --epsilon 1 --recipe paper --smoothness from-data --clip 1 --passes 5 "
          "--out there/paper.json --report paper.html");
  ASSERT_EQ(fitted.code, 0) << fitted.error;
  const Json privacy = Json::parse(content("there/paper.json"))["privacy"];
  ASSERT_TRUE(privacy.contains("claimed_epsilon"));
  EXPECT_NE(content("paper.html").find("Claimed epsilon"), std::string::npos);
  EXPECT_NE(content("paper.html").find("epsilon_claimed_by_the_publication"), std::string::npos);
}
#endif

}  // namespace
}  // namespace discreet::testing
