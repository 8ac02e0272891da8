#include "discreet/fit/penalty_options.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "discreet/fit/fit.hpp"
#include "discreet/io/model_file.hpp"
#include "tests/support/solved.hpp"
#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

using testing::TemporaryFile;

PublicFacts facts_of(std::vector<std::string> features) {
  PublicFacts facts;
  facts.rows = 100;
  facts.features = std::move(features);
  return facts;
}

Result<Problem> settled(const std::string& table, std::vector<std::string> unpenalised,
                        std::vector<std::string> features = {"a", "b", "c=x", "c=y"}) {
  const TemporaryFile file(".csv", table);
  Options options;
  options.epsilon = "1";
  options.penalty = "l1:1";
  if (!table.empty()) options.penalty_weights = file.path();
  options.unpenalised = std::move(unpenalised);
  return settle(options, facts_of(std::move(features)));
}

TEST(PenaltyWeights, AreOneWhereNothingIsSaid) {
  EXPECT_EQ(settled("feature,weight\nb,2.5\na,0\n", {})->penalty_weights, (std::vector<double>{0, 2.5, 1, 1}));
  EXPECT_EQ(settled("", {"b"})->penalty_weights, (std::vector<double>{1, 0, 1, 1}));
  EXPECT_TRUE(settled("", {})->penalty_weights.empty());
  EXPECT_TRUE(settled("feature,weight\nb,1\n", {})->penalty_weights.empty()) << "all are 1 after all";
}

TEST(PenaltyWeights, AreGivenByColumnListsAndRepetition) {
  EXPECT_EQ(settled("", {"a, b", "c=y"})->penalty_weights, (std::vector<double>{0, 0, 1, 0}));
  EXPECT_EQ(settled("", {"c"})->penalty_weights, (std::vector<double>{1, 1, 0, 0})) << "all categories of a column";
  EXPECT_EQ(settled("a,3\nb,3\n", {"b"})->penalty_weights, (std::vector<double>{3, 0, 1, 1}));
  EXPECT_EQ(settled("c=x,4\nc,2\n", {})->penalty_weights, (std::vector<double>{1, 1, 4, 2}));
  EXPECT_EQ(settled("", {"a,b"}, {"a,b", "a"})->penalty_weights, (std::vector<double>{0, 1})) << "a name with a comma";
}

TEST(PenaltyWeights, AreNotedAsDeclaredByTheUser) {
  const auto problem = settled("b,2\n", {"a"});
  std::size_t noted = 0;
  for (const PublicFact& fact : problem->facts)
    noted += fact.declared_by == "user" && (fact.what == "penalty weights" || fact.what == "unpenalised features");
  EXPECT_EQ(noted, 2u);
}

TEST(PenaltyWeights, AreRefusedByName) {
  struct {
    const char* table;
    std::vector<std::string> unpenalised;
    const char* words;
    Fault fault;
  } const cases[] = {{"d,2\n", {}, "there is no feature 'd'", Fault::data},
                     {"a,-1\n", {}, "the weight of 'a'", Fault::data},
                     {"a,1e200\n", {}, "the weight of 'a'", Fault::data},
                     {"a,1\nb\n", {}, "line 2", Fault::data},
                     {"", {"d"}, "--unpenalised: there is no feature 'd'", Fault::usage},
                     {"", {"a,,b"}, "empty name", Fault::usage}};
  for (const auto& c : cases) {
    const auto refused = settled(c.table, c.unpenalised);
    ASSERT_FALSE(refused) << c.words;
    EXPECT_EQ(refused.error().fault, c.fault) << c.words;
    EXPECT_NE(refused.error().message.find(c.words), std::string::npos) << refused.error().message;
  }
}

// (X'X/n + A diag(weights)) w = X'y/n.
TEST(PenaltyWeights, GiveTheRidgeSolutionThatAlgebraGives) {
  const testing::Random made = testing::random_rows(200, 3, 2, false);
  const Dataset data = testing::make_dataset(made.rows, made.labels);
  Eigen::MatrixXd x(200, 3);
  Eigen::VectorXd y(200);
  for (int i = 0; i < 200; ++i) {
    for (int j = 0; j < 3; ++j) x(i, j) = made.rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    y[i] = made.labels[static_cast<std::size_t>(i)];
  }
  const Eigen::Vector3d weights(0, 5, 1);
  Eigen::MatrixXd left = x.transpose() * x / 200;
  left.diagonal() += 0.3 * weights;
  const Eigen::VectorXd right = left.ldlt().solve(x.transpose() * y / 200);
  const TemporaryFile file(".csv", "feature,weight\nx2,5\n");
  Options options;
  options.penalty = "l2:0.3";
  options.penalty_weights = file.path();
  options.unpenalised = {"x1"};
  options.intercept = false;
  for (const char* solver : {"exact", "cd", "block", "greedy"}) {
    options.solver = solver;
    options.epsilon = options.solver == "exact" ? "" : "inf";
    const auto model = fit(data, options);
    ASSERT_TRUE(model) << model.error().message;
    for (int j = 0; j < 3; ++j)
      EXPECT_NEAR(model->value().weights[static_cast<std::size_t>(j)], right[j], 1e-4) << solver;
    const double objective =
        0.5 * (x * right - y).squaredNorm() / 200 + 0.15 * (right.array().square() * weights.array()).sum();
    EXPECT_NEAR(testing::objective(*model, data), objective, 1e-7) << "the evaluation has the weights too";
  }
}

TEST(PenaltyWeights, ComeBackFromTheModelFile) {
  const testing::Random made = testing::random_rows(100, 2, 2, false);
  Options options;
  options.solver = "exact";
  options.penalty = "box:-0.1,0.1";
  const Dataset data = testing::make_dataset(made.rows, made.labels);
  EXPECT_FALSE(to_json(*fit(data, options))["model"].contains("penalty_weights")) << "all are 1";
  options.unpenalised = {"x2"};
  Json json = to_json(*fit(data, options));
  EXPECT_GT(std::abs(json["model"]["weights"][1].get<double>()), 0.5) << "a feature of weight 0 is free of the box";
  EXPECT_LE(std::abs(json["model"]["weights"][0].get<double>()), 0.1);
  EXPECT_EQ(json["model"]["penalty_weights"], Json::array({1.0, 0.0}));
  const auto back = model_from_json(json, "test");
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->penalty_weights, (std::vector<double>{1, 0}));
  EXPECT_TRUE(std::isfinite(metric_of(*evaluate(*back, data), "objective")));
  for (const Json& bad : {Json::array({1.0}), Json::array({1.0, -1.0}), Json("x")}) {
    json["model"]["penalty_weights"] = bad;
    EXPECT_FALSE(model_from_json(json, "test")) << bad;
  }
}

}  // namespace
}  // namespace discreet
