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

Json script(const std::string& page, const std::string& id) {
  const std::string open = "<script type=\"application/json\" id=\"" + id + "\">";
  const std::size_t from = page.find(open) + open.size();
  return Json::parse(page.substr(from, page.find("</script>", from) - from));
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

TEST(ComparisonReport, DrawsLinesFromLeftToRight) {
  const std::string page =
      comparison_report(comparison({run("cd", 10, "1", 0.01), run("cd", 0.1, "1", 0.3), run("cd", 1, "1", 0.05)}));
  const Json drawn = script(page, "charts")[0];
  ASSERT_EQ(drawn["id"], "error");
  EXPECT_EQ(drawn["rows"][0]["x"], 0.1);
  EXPECT_EQ(drawn["rows"][2]["x"], 10);
}

TEST(ComparisonReport, SaysWhatCannotBeDrawn) {
  Json diverged = run("sgd", 1, "1", 0.02), below = run("moments", 1, "1", 0.02);
  diverged["relative_error"]["mean"] = "inf";
  below["relative_error"]["mean"] = -0.001;
  const std::string page = comparison_report(comparison({run("cd", 1, "1", 0.01), diverged, below}));
  EXPECT_TRUE(has(page, "sgd at epsilon 1 (it diverged); moments at epsilon 1 (its mean error is not above zero)"));
}

TEST(ComparisonReport, HasOneChartOfTimesForEachEpsilon) {
  const std::string page = comparison_report(comparison({run("cd", 1, "1", 0.01), run("cd", 10, "1", 0.001)}));
  EXPECT_TRUE(has(page, "Relative error against seconds, epsilon 1,"));
  EXPECT_TRUE(has(page, "Relative error against seconds, epsilon 10,"));
}

TEST(ComparisonReport, OfAGridCanBeSent) {
  std::vector<Json> runs;
  for (int k = 0; k < 5000; ++k) runs.push_back(run("cd", 1, std::to_string(0.001 * k), 0.01 * (5000 - k)));
  runs[7]["chosen"] = true;
  const std::string page = comparison_report(comparison(runs));
  EXPECT_LT(page.size(), 2'000'000U);
  EXPECT_TRUE(has(page, "4800 more runs are left out"));
  EXPECT_TRUE(has(page, "cd (chosen)"));
  EXPECT_EQ(script(page, "data")["runs"].size(), 200U);
}

TEST(ComparisonReport, OfManyLongCurvesCanBeSent) {
  std::vector<Json> runs;
  for (int solver = 0; solver < 12; ++solver)
    for (const double epsilon : {0.01, 0.1, 1.0, 10.0, 100.0}) {
      runs.push_back(run("solver" + std::to_string(solver), epsilon, "1", 0.01));
      for (int pass = 1; pass <= 2000; ++pass)
        runs.back()["curve"].push_back(
            {{"pass", pass}, {"mean", 0.123456789012 / pass}, {"std", 0.1}, {"min", 0.0123456789}, {"max", 0.9}});
    }
  const std::string page = comparison_report(comparison(runs));
  EXPECT_LT(page.size(), 2'000'000U);
  EXPECT_TRUE(has(page, "50 points are shown"));
  const Json drawn = script(page, "charts")[1];
  ASSERT_EQ(drawn["id"], "passes-0");
  EXPECT_EQ(drawn["rows"].size(), 12 * 50U);
  EXPECT_EQ(drawn["rows"].front()["x"], 1);
  EXPECT_EQ(drawn["rows"].back()["x"], 2000) << "the ends of a curve are kept";
}

TEST(ComparisonReport, DrawsNoMoreSeriesThanCanBeToldApart) {
  std::vector<Json> runs;
  for (int k = 0; k < 40; ++k) runs.push_back(run("cd", 1, std::to_string(k), 1 + k));
  const std::string page = comparison_report(comparison(runs));
  EXPECT_EQ(script(page, "charts")[0]["rows"].size(), kMostSeries);
  EXPECT_TRUE(has(page, "16 runs of others are in the table"));
  EXPECT_TRUE(has(page, "clip=39"));
}

TEST(ComparisonReport, SaysAtItsTopThatItWasInterrupted) {
  Json json = comparison({run("cd", 1, "1", 0.01)});
  json["interrupted"] = true;
  const std::string page = comparison_report(json);
  EXPECT_LT(page.find("<strong>Interrupted:</strong>"), page.find("<section"));
}

TEST(ComparisonReport, ShowsWhatSettingsCameToAndListsAsLists) {
  Json one = run("cd", 1, "1", 0.01);
  one["resolved"] = {{"name", "cd"}, {"passes", 20}, {"step", 0.333333333}};
  Json json = comparison({one});
  json["notes"] = {"this was left out", "that too"};
  json["machine"] = {{"cpu", "a processor"}};
  const std::string page = comparison_report(json);
  EXPECT_TRUE(has(page, "name=cd, passes=20, step=0.3333"));
  EXPECT_TRUE(has(page, "<li>this was left out</li><li>that too</li>"));
  EXPECT_TRUE(has(page, "<dt>machine: cpu</dt><dd>a processor</dd>"));
}

TEST(ComparisonReport, OfAReproductionBeginsWithItsTable) {
  const Json json{{"name", "a-table"},
                  {"title", "errors, published and measured"},
                  {"source", "a thesis, table 1"},
                  {"missing", {"madelon.csv"}},
                  {"table",
                   {{"columns", {"problem", "published", "measured_fresh"}},
                    {"rows", {{"houses", 0.0021, 0.00123456}, {"cars", nullptr, 3}}}}},
                  {"findings", {"it is so"}},
                  {"runs", Json::array()},
                  {"charts", Json::array()},
                  {"caveats", {"research output: not private"}}};
  const std::string page = comparison_report(json);
  for (const char* text : {"a-table: errors, published and measured", "a thesis, table 1", "madelon.csv",
                           "measured fresh", "0.00123<", "it is so", "<td class=\"number\">–</td>"})
    EXPECT_TRUE(has(page, text)) << text;
  for (const char* section : {"id=\"error\"", "id=\"passes\"", "id=\"time\"", "id=\"settings\"", "id=\"all\""})
    EXPECT_FALSE(has(page, section)) << section << " has nothing to tell";
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
