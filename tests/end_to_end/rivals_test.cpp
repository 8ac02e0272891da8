// Solvers that are not descents, as a user runs them.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/program.hpp"

namespace discreet::testing {
namespace {

TEST_F(Program, FitsAPathFromOneMatrixAndPredictsWithTheMainModel) {
  const Outcome fitted = run(
      "fit 'synthetic:regression?n=5000&p=4' --solver moments --penalty l1:0.01 --epsilon 2 --path 6:0.01 --out m.json "
      "--json");
  ASSERT_EQ(fitted.code, 0) << fitted.error;
  const Json json = Json::parse(fitted.out);
  ASSERT_EQ(json["model"]["path"].size(), 6u);
  EXPECT_EQ(json["model"]["path"][0]["weights"], Json::array({0.0, 0.0, 0.0, 0.0}));
  EXPECT_LE(json["privacy"]["epsilon_spent"].get<double>(), 2);
  const Outcome evaluated = run("evaluate m.json 'synthetic:regression?n=5000&p=4' --json");
  ASSERT_EQ(evaluated.code, 0) << evaluated.error;
  EXPECT_GT(Json::parse(evaluated.out)["metrics"]["r2"].get<double>(), 0.5);
  EXPECT_EQ(run("predict m.json 'synthetic:regression?n=10&p=4'").code, 0);
  EXPECT_EQ(run("report m.json --out r.html").code, 0);
}

TEST_F(Program, PerturbsMinimaWithinDeclaredBounds) {
  ASSERT_EQ(run("generate 'classification?n=4000&p=3' --out d.csv").code, 0);
  std::ofstream(folder_ / "bounds.csv") << "column,lower,upper\nx1,-4,4\nx2,-4,4\nx3,-4,4\n";
  for (const std::string solver : {"objective", "output --penalty l2:0.05"}) {
    const std::string fit = "fit d.csv --loss logistic --epsilon 2 --out m.json --solver " + solver;
    const Outcome fitted = run(fit + " --strict --bounds bounds.csv --json");
    ASSERT_EQ(fitted.code, 0) << fitted.error;
    const Json json = Json::parse(fitted.out);
    EXPECT_TRUE(json["privacy"]["private"].get<bool>());
    EXPECT_LE(json["privacy"]["epsilon_spent"].get<double>(), 2);
    const Outcome evaluated = run("evaluate m.json d.csv --json");
    EXPECT_GT(Json::parse(evaluated.out)["metrics"]["accuracy"].get<double>(), 0.6) << solver;
    EXPECT_EQ(run(fit).code, 4) << "bounds are a precondition";
    // What is planned is what is spent.
    const Json planned = Json::parse(
        run("plan --rows 4000 --features 3 --loss logistic --epsilon 2 --bounds bounds.csv --json --solver " + solver)
            .out);
    EXPECT_EQ(planned["privacy"]["events"], json["privacy"]["events"]) << solver;
  }
}

}  // namespace
}  // namespace discreet::testing
