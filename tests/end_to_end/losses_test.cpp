// Every loss and the penalty's weights as a user meets them.
#include <fstream>
#include <sstream>

#include "tests/support/program.hpp"

namespace discreet::testing {
namespace {

class Losses : public Program {
 protected:
  Json fitted(const std::string& arguments) const {
    const Outcome outcome = run("fit " + arguments + " --out m.json --json");
    EXPECT_EQ(outcome.code, 0) << arguments << "\n" << outcome.error;
    return outcome.code == 0 ? Json::parse(outcome.out) : Json();
  }
  Json metrics(const std::string& data) const {
    return Json::parse(run("evaluate m.json " + data + " --json").out)["metrics"];
  }
};

TEST_F(Losses, OfCountsPredictMeans) {
  const Json model = fitted("'synthetic:counts?n=5000&p=4' --loss poisson --epsilon 1 --noise seeded:1");
  EXPECT_EQ(model["model"]["loss"], "poisson:3") << "the bound is written down";
  const Json figures = metrics("'synthetic:counts?n=5000&p=4'");
  EXPECT_LT(figures["deviance"].get<double>(), 0.95 * figures["baseline_deviance"].get<double>());
  EXPECT_NEAR(figures["deviance"].get<double>(), 2 * figures["loss"].get<double>(), 0.02) << "the loss is half of it";
  ASSERT_EQ(run("generate 'counts?n=20&p=4&seed=2' --out rows.csv").code, 0);
  const Outcome predicted = run("predict m.json rows.csv");
  ASSERT_TRUE(predicted.out.starts_with("prediction\n")) << predicted.error;
  std::istringstream lines(predicted.out.substr(predicted.out.find('\n') + 1));
  std::size_t count = 0;
  for (double mean; lines >> mean; ++count) EXPECT_GT(mean, 0) << "a mean count, not its logarithm";
  EXPECT_EQ(count, 20u);
  EXPECT_EQ(run("report m.json --out r.html").code, 0);
}

TEST_F(Losses, OfCountsRefuseNegativeLabelsByTheRuleAndNotTheValue) {
  std::ofstream(folder_ / "d.csv") << "x,y\n1,2\n2,-271828\n3,1\n";
  const Outcome refused = run("fit d.csv --loss poisson --epsilon 1");
  EXPECT_EQ(refused.code, 5);
  EXPECT_NE(refused.error.find("line 3"), std::string::npos) << refused.error;
  EXPECT_NE(refused.error.find("below 0 where counts are needed"), std::string::npos) << refused.error;
  EXPECT_EQ(refused.error.find("271828"), std::string::npos) << refused.error;
  EXPECT_EQ(run("fit synthetic:regression --loss poisson --epsilon 1").code, 5);
  ASSERT_EQ(run("fit 'synthetic:counts?n=500&p=1' --loss poisson:2 --epsilon 1 --out m.json").code, 0);
  std::ofstream(folder_ / "e.csv") << "x1,y\n1,-2\n";
  EXPECT_EQ(run("evaluate m.json e.csv").code, 5) << "a model of counts is evaluated on counts";
  EXPECT_EQ(run("predict m.json e.csv").code, 0) << "and predicts without looking at labels";
}

TEST_F(Losses, OfCountsLeaveThemAsTheyAreWhenFeaturesAreStandardised) {
  const Json model = fitted("'synthetic:counts?n=500&p=2' --loss poisson --solver exact --standardise from-data");
  EXPECT_EQ(model["model"]["standardised"]["target_mean"], 0.0);
  const double one = metrics("'synthetic:counts?n=500&p=2'")["deviance"].get<double>();
  fitted("'synthetic:counts?n=500&p=2' --loss poisson --solver exact");
  EXPECT_NEAR(metrics("'synthetic:counts?n=500&p=2'")["deviance"].get<double>(), one, 1e-9);
}

TEST_F(Losses, OfSquaredHingesGiveScoresAndNoProbabilities) {
  fitted("'synthetic:clinic?n=3000' --loss squared-hinge --penalty l2:1/n --epsilon 1 --noise seeded:1");
  const Json figures = metrics("'synthetic:clinic?n=3000'");
  EXPECT_GT(figures["auc"].get<double>(), 0.6);
  EXPECT_TRUE(figures.contains("accuracy"));
  ASSERT_EQ(run("generate 'clinic?n=5' --out rows.csv").code, 0);
  EXPECT_TRUE(run("predict m.json rows.csv").out.starts_with("prediction,score\n"));
  EXPECT_TRUE(Json::parse(run("predict m.json rows.csv --json").out).contains("score"));
}

TEST_F(Losses, OfHuberWithstandRowsThatAreFarOff) {
  ASSERT_EQ(run("generate 'regression?n=2000&p=2&noise=0.1' --out d.csv").code, 0);
  const Json clean = fitted("d.csv --solver exact");
  std::ofstream out(folder_ / "d.csv", std::ios::app);
  for (int k = 0; k < 40; ++k) out << "1,1,1000\n";
  out.close();
  const auto off = [&](const std::string& arguments) {
    const Json model = fitted("d.csv " + arguments);
    double sum = 0;
    for (std::size_t j = 0; j < 2; ++j)
      sum += std::abs(model["model"]["weights"][j].get<double>() - clean["model"]["weights"][j].get<double>());
    return sum;
  };
  EXPECT_GT(off("--solver exact"), 5) << "the squared loss follows them";
  EXPECT_LT(off("--solver exact --loss huber:1"), 0.1);
  EXPECT_LT(off("--epsilon 4 --noise seeded:1 --loss huber:1"), 0.3);
}

TEST_F(Losses, StayWithinReasonAtTheirDefaults) {
  for (const std::string loss : {"squared", "huber:1", "logistic", "squared-hinge", "poisson"})
    for (const std::string solver : {"cd", "block", "greedy"}) {
      const std::string data = loss == "poisson"                               ? "synthetic:counts"
                               : loss == "logistic" || loss == "squared-hinge" ? "synthetic:clinic"
                                                                               : "synthetic:regression";
      const std::string with = data + " --loss " + loss;
      fitted(with + " --solver exact");
      const double best = metrics(data)["loss"].get<double>();
      fitted(with + " --epsilon 1 --noise seeded:3 --solver " + solver);
      // Greedy spends few steps on ten features that all matter, and stops short.
      EXPECT_LT(metrics(data)["loss"].get<double>(), (solver == "greedy" ? 3 : 1.5) * best) << with << ' ' << solver;
    }
}

TEST_F(Losses, ArePlannedLikeTheyAreFitted) {
  const Json planned = Json::parse(run("plan --rows 5000 --features 4 --loss poisson --epsilon 1 --json").out);
  const Json model = fitted("'synthetic:counts?n=5000&p=4' --loss poisson --epsilon 1");
  EXPECT_EQ(planned["privacy"]["events"], model["privacy"]["events"]);
}

TEST_F(Losses, ArePenalisedByWeightsThatAreDeclared) {
  std::ofstream(folder_ / "w.csv") << "feature,weight\nx2,1000\n";
  const std::string data = "'synthetic:regression?n=2000&p=4'";
  const Json model = fitted(data + " --penalty l1:0.2 --penalty-weights w.csv --unpenalised x1,x3 --epsilon inf");
  EXPECT_EQ(model["model"]["penalty_weights"], Json::array({0.0, 1000.0, 0.0, 1.0}));
  EXPECT_EQ(model["model"]["weights"][1], 0.0) << "weighed down to nothing";
  std::string facts = model["privacy"]["public"].dump();
  EXPECT_NE(facts.find("w.csv"), std::string::npos);
  EXPECT_NE(facts.find("x1,x3"), std::string::npos);
  ASSERT_EQ(run("report m.json --out r.html").code, 0);
  EXPECT_NE(content("r.html").find("weighted for each feature"), std::string::npos);
  const Json figures = metrics(data);
  const double w4 = std::abs(model["model"]["weights"][3].get<double>());
  EXPECT_NEAR(figures["objective"].get<double>() - figures["loss"].get<double>(), 0.2 * w4, 1e-9);
  EXPECT_FALSE(fitted(data + " --penalty l1:0.2 --epsilon 1")["model"].contains("penalty_weights"));
  // Repeated, and planned without data.
  EXPECT_EQ(
      fitted(data + " --penalty l1:0.2 --unpenalised x1 --unpenalised x3 --epsilon 1")["model"]["penalty_weights"],
      Json::array({0.0, 1.0, 0.0, 1.0}));
  EXPECT_EQ(
      run("plan --rows 100 --features 4 --penalty l1:1 --unpenalised age --penalty-weights w.csv --epsilon 1").code, 0);
}

// The scenario that once claimed a fifth of what a row could do: classes moved to 10 and 20 after they were signs.
TEST_F(Losses, RefuseBoundsOfClassesInEveryKindOfFile) {
  std::ofstream(folder_ / "rows.svm") << "10 1:1\n20 1:0\n10 1:0\n";
  std::ofstream(folder_ / "rows.csv") << "x,label\n1,10\n0,20\n0,10\n";
  ASSERT_EQ(run("convert rows.csv rows.dcols --bound x=0,1").code, 0);
  for (const std::string file : {"rows.svm --features 1 --bound 1=0,1", "rows.csv --bound x=0,1", "rows.dcols"}) {
    const std::string fit = "fit " + file +
                            " --loss logistic --classes 10,20 --solver output --penalty l2:1 --clip 1 --no-intercept "
                            "--epsilon 1 --delta 1e-6 --strict ";
    EXPECT_EQ(run(fit).code, 0) << run(fit).error;
    const Outcome refused = run(fit + "--bound label=10,20");
    EXPECT_EQ(refused.code, 2) << file;
    EXPECT_NE(refused.error.find("column 'label' is a class and has no bounds"), std::string::npos) << refused.error;
  }
}

TEST_F(Losses, RefuseWeightsOfFeaturesThatAreNotThere) {
  std::ofstream(folder_ / "w.csv") << "feature,weight\nx9,1\n";
  std::ofstream(folder_ / "v.csv") << "feature,weight\nx1,-1\n";
  const std::string fit = "fit 'synthetic:regression?n=100&p=2' --epsilon 1 --penalty l1:1 ";
  struct {
    const char* arguments;
    int code;
    const char* words;
  } const cases[] = {{"--unpenalised x9", 2, "--unpenalised: there is no feature 'x9'"},
                     {"--unpenalised x1,,x2", 2, "empty name"},
                     {"--penalty-weights w.csv", 5, "there is no feature 'x9'"},
                     {"--penalty-weights v.csv", 5, "the weight of 'x1'"},
                     {"--penalty-weights missing.csv", 5, "missing.csv"},
                     {"--loss huber", 2, "huber:DELTA"},
                     {"--loss poisson:1,2", 2, "poisson[:B]"}};
  for (const auto& c : cases) {
    const Outcome outcome = run(fit + c.arguments);
    EXPECT_EQ(outcome.code, c.code) << c.arguments;
    EXPECT_NE(outcome.error.find(c.words), std::string::npos) << outcome.error;
  }
}

}  // namespace
}  // namespace discreet::testing
