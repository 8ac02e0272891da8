#include "discreet/report/comparison.hpp"

#include <gtest/gtest.h>

#include "discreet/report/comparison_runs.hpp"
#include "tests/support/models.hpp"

namespace discreet {
namespace {

using Json = nlohmann::json;
using testing::has;

Json run(const std::string& solver, double epsilon, const std::string& clip, double error) {
  return {{"solver", solver},
          {"settings", {{"clip", clip}, {"passes", "10"}}},
          {"epsilon", epsilon},
          {"delta", 1e-6},
          {"relative_error", {{"mean", error}, {"std", 0.1 * error}, {"min", 0.5 * error}, {"max", 2 * error}}},
          {"seconds", {{"mean", 0.25}}},
          {"passes", 10}};
}

Json comparison(std::vector<Json> runs) {
  return {{"data", {{"name", "houses"}, {"rows", 100}}}, {"optimum", 0.5}, {"runs", runs}, {"caveats", {"a caveat"}}};
}

TEST(ComparisonReport, SaysFirstThatItIsNotPrivate) {
  const std::string page = comparison_report(comparison({run("cd", 1, "1", 0.01)}));
  EXPECT_TRUE(has(page, "<strong>research output: not private.</strong>"));
  EXPECT_LT(page.find("research output: not private"), page.find("<section"));
  EXPECT_TRUE(has(page, "a caveat"));
}

TEST(ComparisonReport, HasEveryRunInItsTable) {
  const std::string page = comparison_report(comparison({run("cd", 1, "1", 0.0123), run("sgd", 2, "4", 0.0456)}));
  for (const char* text : {"0.0123", "0.00123", "0.00615", "0.0246", "0.0456", "clip=4, passes=10", "houses"})
    EXPECT_TRUE(has(page, text)) << text;
}

TEST(ComparisonReport, DrawsTheChosenSettingsAndMarksThemInWords) {
  std::vector<Json> runs{run("cd", 1, "1", 0.02), run("cd", 1, "2", 0.01)};
  runs[1]["chosen"] = true;
  const std::vector<ReportedRun> read = read_runs(comparison(runs));
  EXPECT_FALSE(read[0].shown);
  EXPECT_TRUE(read[1].shown);
  EXPECT_TRUE(has(comparison_report(comparison(runs)), "cd (chosen)"));
}

TEST(ComparisonReport, NamesRunsByWhatTellsThemApart) {
  const auto read = read_runs(comparison({run("cd", 1, "1", 0.02), run("cd", 1, "2", 0.01), run("sgd", 1, "1", 0.01)}));
  EXPECT_EQ(read[0].series, "cd (clip=1)");
  EXPECT_EQ(read[1].series, "cd (clip=2)");
  EXPECT_EQ(read[2].series, "sgd");
}

TEST(ComparisonReport, ShowsTheErrorOfEveryPass) {
  Json one = run("cd", 1, "1", 0.02);
  EXPECT_TRUE(has(comparison_report(comparison({one})), "<code>--curve</code>"));
  one["curve"] = {{{"pass", 1}, {"mean", 0.31}, {"std", 0.1}, {"min", 0.21}, {"max", 0.41}}};
  const std::string page = comparison_report(comparison({one}));
  EXPECT_TRUE(has(page, "0.31 (0.21 to 0.41)"));
  EXPECT_FALSE(has(page, "<code>--curve</code>"));
}

TEST(ComparisonReport, TakesNamesForText) {
  Json one = run(testing::kHostile, 1, testing::kHostile, 0.02);
  one["chosen"] = true;
  const std::string page = comparison_report(comparison({one}));
  EXPECT_FALSE(has(page, "<img"));
  EXPECT_TRUE(has(page, "\\u003c/script>\\u003cimg"));
}

TEST(ComparisonReport, SurvivesWhatIsMissingOrStrange) {
  Json strange = run("cd", 1, "1", 0.02);
  strange["relative_error"] = {{"mean", -1e-12}};
  strange["epsilon"] = "inf";
  strange["curve"] = {{{"mean", 1}}, 3, nullptr};
  strange["settings"] = 7;
  for (const Json& json : {Json(), Json::object(), Json{{"runs", 3}}, Json{{"runs", {nullptr, Json::object()}}},
                           comparison({strange}), comparison({})})
    EXPECT_TRUE(has(comparison_report(json), "</html>")) << json;
}

}  // namespace
}  // namespace discreet
