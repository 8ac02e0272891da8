// Conditional gradients as a user runs them.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/support/program.hpp"

namespace discreet::testing {
namespace {

class Corners : public Program {
 protected:
  static double size(const Json& json) {
    double sum = 0;
    for (const Json& w : json["model"]["weights"]) sum += std::abs(w.get<double>());
    return sum;
  }
};

TEST_F(Corners, StaysInTheBallAndPaysForWhatItChooses) {
  for (const std::string neighbours : {"replace-one", "zero-out", "add-remove --normaliser 5000"}) {
    const Outcome outcome =
        run("fit 'synthetic:regression?n=5000&p=30&informative=3' --solver frank-wolfe --radius 3 "
            "--epsilon 1 --json --neighbours " +
            neighbours);
    ASSERT_EQ(outcome.code, 0) << outcome.error;
    const Json json = Json::parse(outcome.out);
    EXPECT_LE(size(json), 3 * (1 + 1e-12));
    EXPECT_TRUE(json["privacy"]["private"].get<bool>());
    EXPECT_LE(json["privacy"]["epsilon_spent"].get<double>(), 1);
    EXPECT_GE(json["privacy"]["epsilon_spent"].get<double>(), 0.9999);
    bool choices = false;
    for (const Json& event : json["privacy"]["events"])
      choices = choices || (event["what"] == "choices" && event["type"] == "exponential" &&
                            event["count"] == json["solver"]["passes"]);
    EXPECT_TRUE(choices);
  }
}

TEST_F(Corners, PlansWhatItDoes) {
  const Outcome planned = run("plan --rows 2000 --features 3 --epsilon 1 --solver frank-wolfe --radius 2 --json");
  ASSERT_EQ(planned.code, 0) << planned.error;
  const Outcome fitted =
      run("fit 'synthetic:regression?n=2000&p=3' --epsilon 1 --solver frank-wolfe --radius 2 --json");
  ASSERT_EQ(fitted.code, 0) << fitted.error;
  EXPECT_EQ(Json::parse(planned.out)["privacy"]["events"], Json::parse(fitted.out)["privacy"]["events"]);
}

// With rows enough a private fit finds most of what there is to find in the ball.
TEST_F(Corners, LearnsFromASparseFile) {
  std::ofstream file(folder_ / "wide.svm");
  std::mt19937 random(3);  // the same file every time
  for (int i = 0; i < 20'000; ++i) {
    const bool first = random() % 4 == 0, second = random() % 4 == 0;
    const bool positive = random() % 10 == 0 ? random() % 2 == 0 : first || !second;
    file << (positive ? 1 : -1);
    if (first) file << " 1:1";
    if (second) file << " 2:1";
    file << ' ' << 3 + random() % 500 << ":1\n";
  }
  file.close();
  const Outcome outcome =
      run("fit wide.svm --features 600 --loss logistic --solver frank-wolfe --radius 6 --clip 25 "
          "--epsilon 4 --noise seeded:1 --json --out model.json");
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  const Json json = Json::parse(outcome.out);
  EXPECT_GT(json["model"]["weights"][0].get<double>(), 0.5);
  EXPECT_LT(json["model"]["weights"][1].get<double>(), -0.5);
  EXPECT_LE(size(json), 6 * (1 + 1e-12));
}

TEST_F(Corners, ExitsWithTheCodeOfWhoMustAct) {
  for (const std::string arguments : {"--solver frank-wolfe", "--solver frank-wolfe --radius -1",
                                      "--solver cd --radius 1", "--solver frank-wolfe --radius 1 --penalty l1:0.1"}) {
    const Outcome outcome = run("fit 'synthetic:regression?n=500&p=3' --epsilon 1 " + arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_NE(outcome.error.find("radius"), std::string::npos) << outcome.error;
  }
}

}  // namespace
}  // namespace discreet::testing
