// The batch solvers as a user runs them.
#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace discreet {
namespace {

using testing::Json;
using testing::Outcome;
using Program = testing::Program;

// What the label says of the batches is what the calculator prices.
TEST_F(Program, TellsWhatBatchesCostAsTheCalculatorDoes) {
  for (const std::string how : {"sgd", "svrg", "sgd --sampling fixed", "sgd --neighbours zero-out"}) {
    const Outcome fitted =
        run("fit 'synthetic:clinic?n=3000' --loss logistic --epsilon 1 --passes 2 --batch 300 --json --solver " + how);
    ASSERT_EQ(fitted.code, 0) << fitted.error;
    const Json privacy = Json::parse(fitted.out)["privacy"];
    EXPECT_TRUE(privacy["private"].get<bool>());
    Json asked{{"neighbours", privacy["neighbours"]}, {"delta", privacy["delta"]}, {"events", Json::array()}};
    bool batches = false;
    for (const Json& event : privacy["events"]) {
      const bool fixed = event["type"] == "fixed_batch_gaussian";
      batches = batches || fixed || event["type"] == "poisson_gaussian";
      Json plain{{"type", event["type"]}, {"noise_multiplier", event["noise_multiplier"]}, {"count", event["count"]}};
      for (const char* more : {"relative_to", "sampling", "rows", "batch"})
        if (event.contains(more)) plain[more] = event[more];
      asked["events"].push_back(plain);
    }
    EXPECT_TRUE(batches) << how;
    std::ofstream(folder_ / "events.json") << asked;
    const Outcome accounted = run("account events.json --json");
    ASSERT_EQ(accounted.code, 0) << accounted.error;
    EXPECT_NEAR(Json::parse(accounted.out)["epsilon"].get<double>(), privacy["epsilon_spent"].get<double>(), 1e-6)
        << how;
    EXPECT_LE(privacy["epsilon_spent"].get<double>(), 1);
  }
}

TEST_F(Program, RefusesBatchesThatHideNobody) {
  const Outcome shuffled =
      run("fit 'synthetic:clinic?n=300' --loss logistic --epsilon 1 --solver sgd --sampling shuffled");
  EXPECT_EQ(shuffled.code, 2);
  EXPECT_NE(shuffled.error.find("poisson"), std::string::npos) << shuffled.error;
  EXPECT_EQ(run("fit 'synthetic:clinic?n=300' --loss logistic --epsilon 1 --solver sgd --sampling fixed --neighbours "
                "zero-out")
                .code,
            2);
}

}  // namespace
}  // namespace discreet
