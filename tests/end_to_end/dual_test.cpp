// The dual solvers and the hinge loss as a user runs them.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace discreet
