// Orders, theory, starts, budgets by coordinate, recipes and closed forms, as a user asks for them.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <string>

#include "tests/support/program.hpp"

namespace discreet::testing {
namespace {

class DescentProgram : public Program {
 protected:
  DescentProgram() {
    std::ofstream(folder_ / "weights.csv") << "feature,weight\nx1,1\nx2,4\nx3,2\n";
    std::ofstream(folder_ / "frame.csv") << "feature,smoothness\nx1,1\nx2,4\nx3,0.25\n";
  }
  Json fitted(const std::string& options) const {
    const Outcome outcome = run("fit 'synthetic:regression?n=2000&p=3' --epsilon 1 --json " + options);
    EXPECT_EQ(outcome.code, 0) << options << '\n' << outcome.error;
    return outcome.code == 0 ? Json::parse(outcome.out) : Json();
  }
};

TEST_F(DescentProgram, VisitsInEveryOrder) {
  for (const std::string order : {"cyclic", "shuffled", "uniform", "importance", "weighted:weights.csv"}) {
    const Json json = fitted("--order " + order);
    EXPECT_EQ(json["solver"]["order"], order.substr(0, order.find(':')));
    EXPECT_EQ(json["solver"]["clip_rule"], order == "cyclic" || order == "shuffled" ? "ball" : "smoothness");
    EXPECT_TRUE(json["privacy"]["private"].get<bool>());
    EXPECT_LE(json["privacy"]["epsilon_spent"].get<double>(), 1);
  }
}

TEST_F(DescentProgram, TakesPassesFromTheTheory) {
  const Json convex = fitted("--passes theory");
  EXPECT_EQ(convex["solver"]["average"], "periodic:1");
  EXPECT_EQ(convex["solver"]["theory_radius"], 1);
  const Json farther = fitted("--passes theory:4");
  EXPECT_NEAR(farther["solver"]["passes"].get<double>() / convex["solver"]["passes"].get<double>(), 4, 0.5);
  const Json strong = fitted("--passes theory --penalty l2:1 --no-intercept");
  EXPECT_NE(strong["solver"]["average"], "periodic:1") << "one mean a period";
  // What is planned is what is done.
  const Json planned = Json::parse(run("plan --rows 2000 --features 3 --epsilon 1 --passes theory --json").out);
  EXPECT_EQ(planned["privacy"]["events"], convex["privacy"]["events"]);
}

TEST_F(DescentProgram, StartsFromAModel) {
  ASSERT_EQ(run("fit 'synthetic:regression?n=2000&p=3' --solver exact --out exact.json").code, 0);
  for (const std::string solver : {"cd", "block", "greedy"}) {
    const Json json = fitted("--start exact.json --start-is-public --solver " + solver);
    bool declared = false;
    for (const Json& fact : json["privacy"]["public"])
      declared = declared || (fact["what"] == "start" && fact["declared_by"] == "user");
    EXPECT_TRUE(declared) << solver;
    EXPECT_TRUE(json["privacy"]["private"].get<bool>()) << solver;
  }
  // The exact weights do not come out as private ones, however little is asked of the data on the way.
  const std::string laundered =
      "fit 'synthetic:regression?n=2000&p=3' --start exact.json --solver cd --epsilon 0.001 --passes 1 --step 1e-9 ";
  for (const char* strict : {"", "--strict"}) {
    const Outcome refused = run(laundered + strict);
    EXPECT_EQ(refused.code, 4);
    EXPECT_NE(refused.error.find("--start exact.json"), std::string::npos) << refused.error;
  }
  ASSERT_EQ(run("fit 'synthetic:regression?n=2000&p=3' --epsilon 1 --out private.json").code, 0);
  const Outcome from_private =
      run("fit 'synthetic:regression?n=2000&p=3' --start private.json --solver cd --epsilon 1 --strict");
  EXPECT_EQ(from_private.code, 0) << from_private.error;
  EXPECT_NE((from_private.out + from_private.error).find("NOTE: --start private.json"), std::string::npos)
      << from_private.out;
  EXPECT_EQ(run("plan --rows 2000 --features 3 --epsilon 1 --start exact.json").code, 4);
  EXPECT_EQ(run("plan --rows 2000 --features 3 --epsilon 1 --start exact.json --start-is-public").code, 0);
}

TEST_F(DescentProgram, GivesCoordinatesTheirPartOfTheBudget) {
  for (const std::string options : {"--budget-weights weights.csv",
                                    "--budget-weights smoothness --smoothness public:frame.csv --clip-rule uniform"}) {
    const Json json = fitted(options);
    double square = 0;
    int lines = 0;
    for (const Json& event : json["privacy"]["events"]) {
      const double z = event["noise_multiplier"].get<double>();
      square += event["count"].get<double>() / (z * z);
      lines += event["what"].get<std::string>().starts_with("slopes ");
    }
    EXPECT_GE(lines, 3) << options;
    EXPECT_NEAR(std::sqrt(square), json["privacy"]["mu"].get<double>(), 1e-9) << "sum of 1/z^2 is mu^2";
  }
}

#ifdef DISCREET_RESEARCH
TEST_F(DescentProgram, ShowsWhatAPublishedRecipeReallyCosts) {
  const std::string greedy = "--recipe paper --solver greedy --passes 20 --smoothness public:frame.csv --clip 3 ";
  const Outcome text = run("fit 'synthetic:regression?n=2000&p=3' --epsilon 1 " + greedy);
  EXPECT_EQ(text.code, 0) << text.error;
  EXPECT_NE(text.out.find("claimed by the publication: epsilon 1; proved: epsilon 1.1"), std::string::npos) << text.out;
  EXPECT_NE(text.error.find("claims epsilon 1;"), std::string::npos);
  const Json json = fitted(greedy);
  EXPECT_EQ(json["privacy"]["claimed_epsilon"], 1.0);
  EXPECT_GT(json["privacy"]["epsilon_spent"].get<double>(), 1);
  EXPECT_EQ(run("report model.json --out r.html").code, 0);
  EXPECT_NE(content("r.html").find("the publication claims 1"), std::string::npos);
  EXPECT_EQ(run("fit 'synthetic:regression?n=2000&p=3' --epsilon 1 --strict " + greedy).code, 4);

  const Json cd = fitted("--recipe paper --bound x1=-5,5 --bound x2=-5,5 --bound x3=-5,5 --clip 3 --no-intercept");
  EXPECT_EQ(cd["solver"]["order"], "uniform");
  EXPECT_EQ(cd["privacy"]["claimed_epsilon"], 1.0);
  EXPECT_LT(cd["privacy"]["epsilon_spent"].get<double>(), 0.8);
  EXPECT_EQ(cd["privacy"]["events"][0]["type"], "laplace");
  EXPECT_TRUE(cd["privacy"]["private"].get<bool>());
}
#endif

#ifdef DISCREET_RESEARCH
TEST_F(DescentProgram, AddsTheNoiseOfTheClosedForms) {
  const double log_delta = std::log(1e6);
  const Json json =
      fitted("--accounting paper --delta 1e-6 --smoothness public:frame.csv --clip 1 --no-intercept --passes 7");
  const double z = json["privacy"]["events"][0]["noise_multiplier"].get<double>();
  EXPECT_NEAR(z, std::sqrt(3 * 7 * log_delta), 1e-12 * z);
  EXPECT_EQ(json["privacy"]["accountant"], "paper");
}
#endif

TEST_F(DescentProgram, ExitsWithTheCodeOfWhoMustAct) {
  struct {
    const char* arguments;
    int code;
  } const cases[] = {
      {"--order weighted", 2},     {"--order weighted:missing.csv", 5},    {"--order importance --clip-rule ball", 2},
      {"--passes theory:none", 2}, {"--budget-weights smoothness", 2},     {"--budget-weights missing.csv", 5},
      {"--start missing.json", 5},
#ifdef DISCREET_RESEARCH
      {"--recipe paper", 4},       {"--accounting paper --epsilon 40", 2},
#endif
      {"--recipe old", 2}};
  for (const auto& c : cases) {
    const Outcome outcome = run(std::string("fit 'synthetic:regression?n=500&p=3' --epsilon 1 ") + c.arguments);
    EXPECT_EQ(outcome.code, c.code) << c.arguments << '\n' << outcome.error;
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
  }
}

}  // namespace
}  // namespace discreet::testing
