// What the program warns of, where it says so, and how predictions follow from the weights that it prints.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "tests/support/program.hpp"

namespace discreet::testing {
namespace {

const char* const kHidden = "fit 'synthetic:regression?n=100&p=3' --epsilon 0.1 --noise seeded:1 --out m.json";

TEST_F(Program, WarnsOnStandardErrorInTheTextAndInTheFile) {
  const Outcome fitted = run(kHidden);
  ASSERT_EQ(fitted.code, 0) << fitted.error;
  const Json warnings = Json::parse(content("m.json"))["warnings"];
  ASSERT_FALSE(warnings.empty());
  EXPECT_EQ(warnings[0]["kind"], "nothing-learnt");
  for (const Json& warning : warnings) {
    const std::string text = warning["text"], kind = warning["kind"];
    EXPECT_NE(fitted.error.find("discreet: warning: " + text + "\n"), std::string::npos) << fitted.error;
    EXPECT_NE(fitted.out.find("WARNING (" + kind + "): " + text), std::string::npos) << fitted.out;
  }
  EXPECT_LT(fitted.out.find("WARNING"), fitted.out.find("Privacy: epsilon")) << "above the label";
}

TEST_F(Program, ShowsWarningsAboveTheHeadlineOfEveryReport) {
  ASSERT_EQ(run(kHidden).code, 0);
  const std::pair<const char*, const char*> formats[] = {
      {"html", "class=\"verdict"}, {"markdown", "**Not private."}, {"yaml", "basic:"}};
  for (const auto& [format, headline] : formats) {
    const Outcome report = run("report m.json --out - --format " + std::string(format));
    ASSERT_EQ(report.code, 0) << report.error;
    const std::size_t warned = std::min(report.out.find("othing learnt"), report.out.find("nothing-learnt"));
    EXPECT_LT(warned, report.out.find(headline)) << format;
    EXPECT_EQ(report.out.find("3 weights</dd>"), std::string::npos) << "nothing was learnt";
  }
}

// As a reader of the model file would do it from the formula alone.
TEST_F(Program, PredictsWhatWeightsAndLimitsSay) {
  ASSERT_EQ(run("generate 'regression?n=3000&p=4&scale=lognormal:1' --out d.csv").code, 0);
  const Outcome fitted = run("fit d.csv --epsilon 10 --bound x1=-0.1,0.1 --out m.json");
  ASSERT_EQ(fitted.code, 0) << fitted.error;
  EXPECT_NE(fitted.out.find("limits"), std::string::npos);
  EXPECT_NE(fitted.out.find("min(max(value, lower limit), upper limit)"), std::string::npos) << fitted.out;
  const Json model = Json::parse(content("m.json"))["model"];
  ASSERT_FALSE(model["bounds"].empty());
  ASSERT_EQ(run("predict m.json d.csv --out p.csv").code, 0);
  std::istringstream rows(content("d.csv")), predictions(content("p.csv"));
  std::string row, prediction;
  std::getline(rows, row);
  std::getline(predictions, prediction);
  std::size_t moved = 0, seen = 0;
  while (std::getline(rows, row) && std::getline(predictions, prediction)) {
    double z = model["intercept"], as_it_is = z;
    std::istringstream cells(row);
    for (std::size_t k = 0; k < model["weights"].size(); ++k) {
      std::string cell;
      std::getline(cells, cell, ',');
      const double value = std::stod(cell), weight = model["weights"][k];
      const Json& limits = model["bounds"][model["features"][k].get<std::string>()];
      z += weight * std::min(std::max(value, limits[0].get<double>()), limits[1].get<double>());
      as_it_is += weight * value;
    }
    ++seen;
    moved += std::abs(z - as_it_is) > 1e-6 * (1 + std::abs(z));
    EXPECT_NEAR(std::stod(prediction), z, 1e-9 * (1 + std::abs(z)));
  }
  EXPECT_EQ(seen, 3000U);
  EXPECT_GT(moved, 0U) << "or the limits would not matter here";
}

TEST_F(Program, DeclaresAStartPublic) {
  ASSERT_EQ(run("fit 'synthetic:regression?n=300&p=3' --solver exact --out exact.json").code, 0);
  ASSERT_EQ(run("ledger create budget.db --dataset d --epsilon 2 --delta 1e-5").code, 0);
  const std::string left = run("ledger show budget.db --json").out;
  const std::string again =
      "fit 'synthetic:regression?n=300&p=3' --solver cd --epsilon 1 --delta 1e-6 --start exact.json --out m.json "
      "--ledger budget.db --dataset d ";
  const Outcome refused = run(again);
  EXPECT_EQ(refused.code, 4);
  EXPECT_NE(refused.error.find("--start-is-public"), std::string::npos) << refused.error;
  EXPECT_FALSE(exists("m.json"));
  EXPECT_EQ(run("ledger show budget.db --json").out, left) << "nothing is charged";
  const Outcome declared = run(again + "--start-is-public --strict --json");
  ASSERT_EQ(declared.code, 0) << declared.error;
  const Json privacy = Json::parse(declared.out)["privacy"];
  EXPECT_TRUE(privacy["private"].get<bool>());
  EXPECT_TRUE(privacy["caveats"].empty());
}

TEST_F(Program, KeepsCaveatsAndNoticesApartWhereverALabelIsShown) {
  const Json plan = Json::parse(run("plan --rows 1000 --features 3 --epsilon 1000000 --json").out);
  EXPECT_FALSE(plan["privacy"]["private"].get<bool>());
  EXPECT_EQ(plan["privacy"]["caveats"].size(), 1U);
  EXPECT_TRUE(plan["privacy"]["notices"].empty());
  ASSERT_EQ(run("fit 'synthetic:regression?n=300&p=3' --epsilon 1 --out private.json").code, 0);
  ASSERT_EQ(run("fit 'synthetic:regression?n=300&p=3' --solver cd --epsilon 1 --start private.json --out m.json").code,
            0);
  const Json privacy = Json::parse(content("m.json"))["privacy"];
  EXPECT_TRUE(privacy["private"].get<bool>());
  EXPECT_TRUE(privacy["caveats"].empty());
  EXPECT_EQ(privacy["notices"].size(), 1U);
  const Json account = Json::parse(run("account m.json --json").out);
  EXPECT_FALSE(account.contains("caveats"));
  EXPECT_EQ(account["notices"].size(), 1U);
}

}  // namespace
}  // namespace discreet::testing
