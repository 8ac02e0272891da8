// account and calibrate, as people call them.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "tests/support/program.hpp"

namespace discreet::testing {
namespace {

class Calculator : public Program {
 protected:
  Calculator() {
    write("events.json", R"({"neighbours": "add-remove", "delta": 1e-6, "events": [
      {"type": "gaussian", "noise_multiplier": 20.0, "count": 400},
      {"type": "poisson_gaussian", "sampling": 0.01, "noise_multiplier": 1.1, "count": 1000},
      {"type": "laplace", "noise_multiplier": 50.0, "count": 8},
      {"type": "exponential", "epsilon": 0.05, "count": 20},
      {"type": "pure", "epsilon": 0.1, "count": 1}]})");
    write("gaussian.json",
          R"({"neighbours": "add-remove", "delta": 1e-5, "events": [{"type": "gaussian", "noise_multiplier": 1}]})");
  }
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
  Json answer(const std::string& arguments) const {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    return Json::parse(outcome.out);
  }
};

TEST_F(Calculator, AnswersEpsilonByEveryAccountantThatApplies) {
  const Json mixed = answer("account events.json --json");
  EXPECT_EQ(mixed["accountant"], "numeric");
  EXPECT_FALSE(mixed["epsilon_by"].contains("gdp"));
  EXPECT_FALSE(mixed["epsilon_by"].contains("zcdp"));
  EXPECT_LE(mixed["epsilon"].get<double>(), mixed["epsilon_by"]["rdp"].get<double>());
  const Json gaussian = answer("account --json < gaussian.json");
  EXPECT_NEAR(gaussian["epsilon"].get<double>(), 4.3771780956812, 1e-10);
  EXPECT_EQ(gaussian["accountant"], "gdp");
  for (const char* name : {"gdp", "numeric", "rdp", "zcdp", "paper"})
    EXPECT_TRUE(gaussian["epsilon_by"].contains(name));
}

TEST_F(Calculator, AnswersDeltaAndWritesTheCurve) {
  const Json answered = answer("account gaussian.json --epsilon 4.3771780956812 --curve curve.csv --json");
  EXPECT_NEAR(answered["delta"].get<double>() / 1e-5, 1, 1e-9);
  const std::string curve = content("curve.csv");
  EXPECT_TRUE(curve.starts_with("epsilon,delta\n"));
  EXPECT_GT(std::count(curve.begin(), curve.end(), '\n'), 50);
}

TEST_F(Calculator, FindsTheLeastNoise) {
  for (const char* epsilon : {"0.01", "1", "8"}) {
    const Json found = answer(std::string("calibrate events.json --json --epsilon ") + epsilon);
    EXPECT_LE(found["epsilon"].get<double>(), std::stod(epsilon));
    EXPECT_GE(found["epsilon"].get<double>(), 0.9999 * std::stod(epsilon));
  }
  const Json one = answer("calibrate gaussian.json --epsilon 0.5 --json");
  EXPECT_NEAR(one["scale"].get<double>(), 7.031826675582492, 1e-6);
}

TEST_F(Calculator, AgreesWithTheLabelOfAModel) {
  ASSERT_EQ(run("fit 'synthetic:clinic?n=2000' --loss logistic --epsilon 1 --out m.json").code, 0);
  const Json model = Json::parse(content("m.json")), account = answer("account m.json --json");
  EXPECT_NEAR(account["epsilon"].get<double>(), model["privacy"]["epsilon_spent"].get<double>(), 1e-9);
}

// The events of a greedy fit are choices beside noise: there is no mu, and the file says so.
TEST_F(Calculator, AgreesWithTheLabelOfAModelThatIsNotGaussian) {
  const Outcome fitted = run("fit synthetic:square --penalty l1:0.1 --solver greedy --epsilon 1 --out m.json");
  ASSERT_EQ(fitted.code, 0) << fitted.error;
  const Json model = Json::parse(content("m.json")), account = answer("account m.json --json");
  EXPECT_TRUE(model["privacy"]["mu"].is_null());
  EXPECT_EQ(model["privacy"]["accountant"], account["accountant"]);
  EXPECT_NEAR(account["epsilon"].get<double>(), model["privacy"]["epsilon_spent"].get<double>(), 1e-9);
  EXPECT_EQ(run("report m.json --out r.html").code, 0) << "a model without a mu is read back";
}

// What breaks the guarantee of a model breaks it here too, and no sentence says otherwise.
TEST_F(Calculator, RepeatsTheCaveatsOfAModel) {
  ASSERT_EQ(run("fit 'synthetic:clinic?n=2000' --loss logistic --epsilon 1 --noise seeded:1 --out m.json").code, 0);
  const Json account = answer("account m.json --json");
  ASSERT_EQ(account["caveats"].size(), 1u);
  EXPECT_EQ(account["caveats"][0], "seeded noise: not private");
  const std::string text = run("account m.json").out;
  EXPECT_NE(text.find("NOT PRIVATE: seeded noise"), std::string::npos) << text;
  EXPECT_EQ(text.find("% sure"), std::string::npos) << text;
  EXPECT_NE(text.find("slopes"), std::string::npos) << "what was asked: " << text;
  EXPECT_NE(run("account m.json --epsilon 1").out.find("NOT PRIVATE"), std::string::npos);
  EXPECT_TRUE(answer("calibrate m.json --epsilon 1 --json").contains("caveats"));
  EXPECT_FALSE(answer("account gaussian.json --json").contains("caveats"));
}

TEST_F(Calculator, TakesBackWhatCalibrateAnswers) {
  write("louder.json", run("calibrate gaussian.json --epsilon 1 --json").out);
  EXPECT_NEAR(answer("account louder.json --json")["epsilon"].get<double>(), 1, 1e-4);
}

TEST_F(Calculator, ExplainsWhatIsWrong) {
  write("no_relation.json", R"({"delta": 1e-5, "events": [{"type": "gaussian", "noise_multiplier": 1}]})");
  write("bad_type.json", R"({"neighbours": "add-remove", "delta": 1e-5, "events": [{"type": "gausian"}]})");
  write("bad_noise.json",
        R"({"neighbours": "add-remove", "delta": 1e-5, "events": [{"type": "gaussian", "noise_multiplier": -1}]})");
  write(
      "approximate.json",
      R"({"neighbours": "add-remove", "delta": 1e-6, "events": [{"type": "approximate", "epsilon": 1, "delta": 1e-5}]})");
  write("slip.json",
        R"({"neighbours": "add-remove", "delta": 1e-6, "events": [{"type": "pure", "epsilon": 1, "cuont": 100}]})");
  write("other.json",
        R"({"neighbours": "add-remove", "delta": 1e-6, "events": [{"type": "pure", "epsilon": 1, "sampling": 0.1}]})");
  write("document.json", R"({"neighbors": "add-remove", "delta": 1e-6, "events": []})");
  write("nothing.json", R"({"neighbours": "add-remove", "delta": 1e-6, "events": []})");
  struct {
    const char* arguments;
    int code;
    const char* words;
  } const cases[] = {{"account no_relation.json", 5, "'neighbours' is missing"},
                     {"account bad_type.json", 5, "event 1: 'gausian' is not a type of event"},
                     {"account bad_noise.json", 5, "event 1: 'noise_multiplier'"},
                     {"account missing.json", 5, "missing.json"},
                     {"account slip.json", 5, "event 1: 'cuont' is not a field of a pure event; did you mean count?"},
                     {"account other.json", 5, "'sampling' is not a field of a pure event; it has: epsilon"},
                     {"account document.json", 5, "'neighbors' is not a field of a list of events; did you mean"},
                     {"account - < slip.json", 5, "standard input: event 1"},
                     {"calibrate nothing.json --epsilon 1", 2, "there are no events"},
                     {"account gaussian.json --epsilon 1 --delta 1e-6", 2, "give one of them"},
                     {"account gaussian.json --curve gaussian.json", 2, "the same file is read as EVENTS"},
                     {"calibrate gaussian.json", 2, "--epsilon is needed"},
                     {"calibrate gaussian.json --epsilon 1 --only 2", 2, "there are 1 events"},
                     {"account events.json --accounting zcdp", 2, "does not cover"},
                     {"account events.json --accounting zcdp --epsilon 1", 2, "does not cover"},
                     {"account gaussian.json --curve - --json", 2, "cannot both have standard output"},
                     {"account gaussian.json --curve - --json --epsilon 1", 2, "cannot both have standard output"},
                     {"calibrate approximate.json --epsilon 1", 3, "no amount of noise"}};
  for (const auto& c : cases) {
    const Outcome outcome = run(c.arguments);
    EXPECT_EQ(outcome.code, c.code) << c.arguments << outcome.error;
    EXPECT_NE(outcome.error.find(c.words), std::string::npos) << outcome.error;
  }
  EXPECT_EQ(run("account no_relation.json --neighbours zero-out").code, 0);
}

}  // namespace
}  // namespace discreet::testing
