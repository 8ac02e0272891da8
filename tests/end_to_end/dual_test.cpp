// The dual solvers and the hinge loss as a user runs them.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/program.hpp"

namespace discreet {
namespace {

using testing::Json;
using testing::Outcome;
using Program = testing::Program;

TEST_F(Program, TrainsAndUsesASupportVectorMachine) {
  const std::string data = "'synthetic:classification?n=2000&p=5'";
  const Outcome fitted =
      run("fit " + data +
          " --loss hinge --solver dual --penalty l2:0.01 --no-intercept --epsilon 5 --noise seeded:1 "
          "--out model.json --json");
  ASSERT_EQ(fitted.code, 0) << fitted.error;
  const Outcome evaluated = run("evaluate model.json " + data + " --json");
  ASSERT_EQ(evaluated.code, 0) << evaluated.error;
  const Json figures = Json::parse(evaluated.out);
  EXPECT_GT(figures["metrics"]["auc"].get<double>(), 0.8) << evaluated.out;
  const Outcome predicted = run("predict model.json " + data);
  EXPECT_EQ(predicted.code, 0) << predicted.error;
  EXPECT_NE(predicted.out.find("score"), std::string::npos) << "margins of a hinge are no probabilities";
}

TEST_F(Program, TellsWhatDualMovesCostAsTheCalculatorDoes) {
  for (const std::string how : {"dual", "dual --neighbours zero-out", "dual-sequential", "dual-primal"}) {
    const Outcome fitted = run(
        "fit 'synthetic:clinic?n=3000' --loss logistic --penalty l2:0.01 --no-intercept --epsilon 1 --passes 2 --json "
        "--solver " +
        how);
    ASSERT_EQ(fitted.code, 0) << fitted.error;
    const Json privacy = Json::parse(fitted.out)["privacy"];
    EXPECT_TRUE(privacy["private"].get<bool>());
    Json asked{{"neighbours", privacy["neighbours"]}, {"delta", privacy["delta"]}, {"events", Json::array()}};
    bool batches = false;
    for (const Json& event : privacy["events"]) {
      batches = batches || event["type"] == "poisson_gaussian";
      Json plain{{"type", event["type"]}, {"noise_multiplier", event["noise_multiplier"]}, {"count", event["count"]}};
      for (const char* more : {"relative_to", "sampling"})
        if (event.contains(more)) plain[more] = event[more];
      asked["events"].push_back(plain);
    }
    EXPECT_EQ(batches, how.find('-') == std::string::npos || how.starts_with("dual ")) << how;
    std::ofstream(folder_ / "events.json") << asked;
    const Outcome accounted = run("account events.json --json");
    ASSERT_EQ(accounted.code, 0) << accounted.error;
    EXPECT_NEAR(Json::parse(accounted.out)["epsilon"].get<double>(), privacy["epsilon_spent"].get<double>(), 1e-6)
        << how;
    EXPECT_LE(privacy["epsilon_spent"].get<double>(), 1);
  }
}

TEST_F(Program, SaysWhatDualSolversNeed) {
  const Outcome intercept =
      run("fit 'synthetic:clinic?n=300' --loss logistic --epsilon 1 --solver dual --penalty l2:0.01");
  EXPECT_EQ(intercept.code, 2);
  EXPECT_NE(intercept.error.find("--no-intercept"), std::string::npos) << intercept.error;
  const Outcome kink = run("fit 'synthetic:clinic?n=300' --loss hinge --epsilon 1 --penalty l2:0.01");
  EXPECT_EQ(kink.code, 2);
  EXPECT_NE(kink.error.find("--solver dual"), std::string::npos) << kink.error;
}

// With so few rows the noise hides some columns and not others, whichever.
TEST_F(Program, TrainsOnColumnsThatTheNoiseHides) {
  for (const std::string how : {"--loss hinge --solver dual", "--loss logistic --solver dual-sequential",
                                "--loss logistic --solver sgd --clip-rule uniform", "--loss logistic --solver svrg"})
    for (int seed = 1; seed <= 8; ++seed) {
      const Outcome fitted =
          run("fit 'synthetic:classification?n=500&p=3' --no-intercept --penalty l2:0.001 --epsilon 1 " + how +
              " --noise seeded:" + std::to_string(seed) + " --json");
      ASSERT_EQ(fitted.code, 0) << how << fitted.error;
      const Json fitted_json = Json::parse(fitted.out);
      for (const Json& weight : fitted_json["model"]["weights"])
        EXPECT_LT(std::abs(weight.get<double>()), 1e6) << how << ", seed " << seed;
    }
}

TEST_F(Program, ShrinksRowsForTheModelAndForThoseWhoUseIt) {
  const std::string data = "'synthetic:regression?n=500&p=3'";
  const Outcome fitted =
      run("fit " + data + " --row-norm 0.001 --solver exact --penalty l2:1 --out model.json --json --no-intercept");
  ASSERT_EQ(fitted.code, 0) << fitted.error;
  const Json model = Json::parse(fitted.out);
  EXPECT_EQ(model["model"]["row_norm"].get<double>(), 0.001);
  EXPECT_NE(model["privacy"]["public"].dump().find("largest length of a row"), std::string::npos);
  double size = 0;
  for (const Json& weight : model["model"]["weights"]) size += std::abs(weight.get<double>());
  const Outcome predicted = run("predict model.json " + data + " --json");
  ASSERT_EQ(predicted.code, 0) << predicted.error;
  const Json predicted_json = Json::parse(predicted.out);
  for (const Json& value : predicted_json["predictions"])
    EXPECT_LE(std::abs(value.get<double>()), 0.001 * size) << "no row that is seen is longer";
}

TEST_F(Program, RefusesRowNormsThatLeadOutOfWhatIsDeclared) {
  const std::string fit = "fit synthetic:clinic --loss logistic --epsilon 1 --row-norm 1 ";
  EXPECT_EQ(run(fit + "--bound age=18,100").code, 2);
  EXPECT_EQ(run(fit + "--standardise from-data").code, 2);
  EXPECT_EQ(run("fit synthetic:clinic --loss logistic --epsilon 1 --row-norm 0").code, 2);
}

#ifdef DISCREET_RESEARCH
TEST_F(Program, SaysWhatThePublishedDualReallyCosts) {
  const Outcome fitted =
      run("fit 'synthetic:classification?n=2000&p=5' --row-norm 1 --loss hinge --solver dual --recipe paper --clip 0.1 "
          "--batch 100 "
          "--passes 5 --penalty l2:0.001 --no-intercept --neighbours zero-out --delta 0.001 --epsilon 1 --json");
  ASSERT_EQ(fitted.code, 0) << fitted.error;
  const Json privacy = Json::parse(fitted.out)["privacy"];
  EXPECT_EQ(privacy["claimed_epsilon"].get<double>(), 1) << privacy.dump();
  EXPECT_GT(privacy["epsilon_spent"].get<double>(), 1.5);
  EXPECT_NE(fitted.error.find("claims epsilon 1"), std::string::npos) << fitted.error;
}
#endif

}  // namespace
}  // namespace discreet
