#include "discreet/fit/tune.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "discreet/fit/evaluate.hpp"
#include "discreet/io/load.hpp"
#include "tests/support/plans.hpp"

namespace discreet {
namespace {

Options common(const char* loss = "logistic") {
  Options options;
  options.loss = loss;
  options.epsilon = "1";
  return options;
}

TEST(Candidates, AreLinesOfSettings) {
  const auto read =
      read_candidates("solver=cd passes=5  # short\n\n  # nothing\npenalty=l2:0.1 solver=block\n", common());
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->size(), 2U);
  EXPECT_EQ((*read)[0].options.passes, "5");
  EXPECT_EQ((*read)[0].text, "solver=cd passes=5");
  EXPECT_EQ((*read)[1].options.penalty, "l2:0.1");
  EXPECT_EQ((*read)[1].options.loss, "logistic");
}

TEST(Candidates, MayNotChangeTheProblemTheDataOrTheBudget) {
  for (const char* line :
       {"epsilon=5", "loss=squared", "target=y", "noise=seeded:1", "passes", "nonsense=1", "delta=0.1"})
    EXPECT_FALSE(read_candidates(line, common())) << line;
}

TEST(TuningPlan, RefusesWhatCannotBeTried) {
  PublicFacts bounded = testing::facts(5000, 3);
  bounded.bounds.assign(3, Interval{-1, 1});
  const auto refusal = [&](const char* line, const Options& options = common()) {
    const auto plan = plan_tuning(*read_candidates(line, options), 5, bounded);
    return plan ? std::string() : plan.error().message + plan.error().hint;
  };
  for (const char* line : {"solver=sgd", "solver=svrg"}) {
    EXPECT_NE(refusal(line).find(line), std::string::npos);
    EXPECT_NE(refusal(line).find("random batches"), std::string::npos) << refusal(line);
  }
  const std::string approximate = refusal("solver=objective penalty=l2:0.1");
  EXPECT_NE(approximate.find("(epsilon, delta) does not add up"), std::string::npos) << approximate;
  EXPECT_NE(refusal("solver=nobody").find("nobody"), std::string::npos);
  EXPECT_NE(refusal("smoothness=from-data").find("not accounted"), std::string::npos);
  Options counts = common("poisson");
  EXPECT_NE(refusal("solver=cd", counts).find("not negative"), std::string::npos);
  EXPECT_FALSE(plan_tuning({}, 5, testing::facts(5000, 3)));
}

TEST(TuningPlan, MakesEveryTrialNoisierTheMoreThereAre) {
  const auto candidates = read_candidates("solver=cd\nsolver=block\n", common());
  double before = 1;
  for (const double trials : {1.0, 4.0, 40.0}) {
    const auto plan = plan_tuning(*candidates, trials, testing::facts(5000, 3));
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_GT(plan->price.noise(), before);
    EXPECT_LT(plan->price.noise(), 5);
    before = plan->price.noise();
  }
}

TEST(UsualCandidates, CanAllBeTried) {
  const std::vector<TrialCandidate> classes = usual_candidates(common(), testing::facts(5000, 3));
  EXPECT_GE(classes.size(), 4U);
  EXPECT_TRUE(plan_tuning(classes, 10, testing::facts(5000, 3)));
  const std::vector<TrialCandidate> numbers = usual_candidates(common("squared"), testing::facts(5000, 3));
  EXPECT_TRUE(
      std::any_of(numbers.begin(), numbers.end(), [](const TrialCandidate& c) { return c.text == "solver=moments"; }));
  EXPECT_TRUE(
      std::none_of(classes.begin(), classes.end(), [](const TrialCandidate& c) { return c.text == "solver=moments"; }));
}

TEST(UsualCandidates, KeepWhatWasTyped) {
  const auto texts = [](const Options& options) {
    std::vector<std::string> all;
    for (const TrialCandidate& candidate : usual_candidates(options, testing::facts(5000, 3))) {
      EXPECT_EQ(candidate.options.clip, options.clip);
      all.push_back(candidate.text);
    }
    return all;
  };
  Options options = common();
  options.solver = "cd";
  options.clip = "2";
  EXPECT_EQ(texts(options),
            (std::vector<std::string>{"solver=cd", "solver=cd passes=5", "solver=cd average=tail:0.5"}));
  options.passes = "7";
  EXPECT_EQ(texts(options), (std::vector<std::string>{"solver=cd", "solver=cd average=tail:0.5"}));
  for (const TrialCandidate& candidate : usual_candidates(options, testing::facts(5000, 3)))
    EXPECT_EQ(candidate.options.passes, "7");
  options.solver = "sgd";
  EXPECT_EQ(texts(options), std::vector<std::string>{"solver=sgd"}) << "which is then refused by name";
}

// A candidate that suits a whole budget need not suit what one of many trials has of it.
TEST(UsualCandidates, CanAllBeTriedWhateverTheNumberOfRowsAndTrials) {
  PublicFacts known = testing::facts(5000, 3);
  known.features.assign(13, "x");
  known.bounds.resize(13);
  for (const std::size_t rows : {300U, 1000U, 1500U, 2000U, 2500U, 4000U, 8000U, 30000U}) {
    known.rows = rows;
    const std::vector<TrialCandidate> usual = usual_candidates(common(), known);
    EXPECT_TRUE(plan_tuning(usual, kTrialsACandidate * static_cast<double>(usual.size()), known)) << rows;
    for (const double trials : {1.0, 7.0, 200.0})
      EXPECT_TRUE(plan_tuning(usual_candidates(common(), known, trials), trials, known)) << rows << ' ' << trials;
  }
}

TEST(Tune, ChoosesTheBetterSettingsAndStaysInTheBudget) {
  for (const char* loss : {"logistic", "squared"}) {
    Options options = common(loss);
    options.noise = "seeded:5";
    options.threads = "1";
    const std::string name = std::string(loss) == "logistic" ? "classification" : "regression";
    const auto data = load("synthetic:" + name + "?n=20000&p=4", *ingest_rules(options));
    ASSERT_TRUE(data);
    // A step so small leads nowhere.
    const auto candidates = read_candidates("solver=cd\nsolver=cd step=0.000001 passes=1\n", options);
    const auto plan = plan_tuning(*candidates, 30, public_facts(*data));
    ASSERT_TRUE(plan) << plan.error().message;
    const auto tuned = tune(*data, *plan);
    ASSERT_TRUE(tuned) << tuned.error().message;
    EXPECT_EQ(tuned->chosen, "solver=cd") << loss;
    const Model& model = tuned->model.value();
    EXPECT_LE(model.privacy.spent.value, 1);
    EXPECT_GT(model.privacy.spent.value, 0.999);
    EXPECT_EQ(model.privacy.trials, 30);
    EXPECT_NE(model.privacy.tuning.find("2 candidates"), std::string::npos);
    double shares = 0;
    for (const double share : model.privacy.shares) shares += share;
    EXPECT_NEAR(shares, 1, 1e-9);
    EXPECT_EQ(model.privacy.shares.size(), model.privacy.plan.lines.size());
    const double loss_found = metric_of(*evaluate(model, *data), "loss");
    EXPECT_NEAR(tuned->score, loss_found, 0.2 * loss_found) << "the score is about the model";
  }
}

}  // namespace
}  // namespace discreet
