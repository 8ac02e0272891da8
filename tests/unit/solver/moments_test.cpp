#include "discreet/solver/moments.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "discreet/fit/fit.hpp"
#include "discreet/io/model_file.hpp"
#include "tests/support/make.hpp"
#include "tests/support/solved.hpp"

namespace discreet {
namespace {

using testing::objective;

Options moments(const char* epsilon, const char* penalty = "l1:0.05") {
  Options options;
  options.solver = "moments";
  options.epsilon = epsilon;
  options.penalty = penalty;
  options.noise = "seeded:5";
  return options;
}

TEST(Moments, PayForOneMatrixWhateverIsMadeOfIt) {
  const Dataset data = testing::crooked(false);
  Options options = moments("1");
  const auto alone = fit(data, options);
  options.path = "20";
  const auto path = fit(data, options);
  ASSERT_TRUE(alone && path);
  const PlanLine& line = alone->value().privacy.plan.lines.back();
  EXPECT_EQ(line.what, "moments");
  EXPECT_EQ(line.groups, 1u);
  EXPECT_EQ(line.numbers, 28u) << "five features, an intercept and the target";
  EXPECT_EQ(line.event, path->value().privacy.plan.lines.back().event);
  EXPECT_EQ(alone->value().privacy.plan.lines.size(), path->value().privacy.plan.lines.size());
  EXPECT_EQ(alone->value().weights, path->value().weights);
  EXPECT_EQ(path->value().path.size(), 20u);
}

TEST(Moments, PathBeginsWhereAllIsZeroAndPassesThroughTheModel) {
  const Dataset data = testing::crooked(false);
  Options options = moments("3", "elastic-net:0.05,0.9");
  options.path = "5:0.01";
  const auto made = fit(data, options);
  ASSERT_TRUE(made);
  const auto& path = made->value().path;
  for (const double w : path[0].weights) EXPECT_EQ(w, 0);
  double second = 0;
  for (const double w : path[1].weights) second += std::abs(w);
  EXPECT_GT(second, 0) << "a weaker penalty lets something in";
  EXPECT_NEAR(path.back().strength, 0.01 * path[0].strength, 1e-12 * path[0].strength);
  // The same release, fitted at a strength of the path.
  options.penalty = "elastic-net:" + std::to_string(path[2].strength) + ",0.9";
  const auto same = fit(data, options);
  for (std::size_t j = 0; j < 5; ++j) EXPECT_NEAR(same->value().weights[j], path[2].weights[j], 1e-4);
  EXPECT_NEAR(same->value().intercept, path[2].intercept, 1e-3);
}

TEST(Moments, PathOfExactAnswersIsThatOfTheExactSolver) {
  const Dataset data = testing::crooked(false);
  Options options = moments("inf");
  options.path = "4:0.05";
  const auto path = fit(data, options);
  ASSERT_TRUE(path);
  for (const Model::Other& other : path->value().path) {
    Options exact;
    exact.solver = "exact";
    exact.penalty = fmt::format("l1:{}", other.strength);
    const auto model = fit(data, exact);
    for (std::size_t j = 0; j < 5; ++j) EXPECT_NEAR(model->value().weights[j], other.weights[j], 1e-7);
    EXPECT_NEAR(model->value().intercept, other.intercept, 1e-7);
  }
}

TEST(Moments, PathIsInTheModelFile) {
  Options options = moments("1");
  options.path = "3";
  const auto made = fit(testing::crooked(false), options);
  const Json json = to_json(*made);
  ASSERT_EQ(json["model"]["path"].size(), 3u);
  const auto back = model_from_json(json, "m");
  ASSERT_TRUE(back);
  EXPECT_EQ(back->path[1].weights, made->value().path[1].weights);
  EXPECT_EQ(back->path[1].strength, made->value().path[1].strength);
  Json bad = json;
  bad["model"]["path"][0]["weights"].push_back(1);
  EXPECT_FALSE(model_from_json(bad, "m"));
}

TEST(Moments, RefuseWhatTheyCannotDo) {
  const Dataset data = testing::crooked(true);
  Options logistic = moments("1");
  logistic.loss = "logistic";
  EXPECT_EQ(fit(data, logistic).error().fault, Fault::usage);
  for (const char* penalty : {"l2:0.1", "none", "l1:0", "l1-box:0.1,1,2"}) {
    Options options = moments("1", penalty);
    options.path = "5";
    EXPECT_EQ(fit(testing::crooked(false), options).error().fault, Fault::usage) << penalty;
  }
  Options elsewhere = moments("1");
  elsewhere.path = "5";
  elsewhere.solver = "cd";
  EXPECT_EQ(fit(testing::crooked(false), elsewhere).error().fault, Fault::usage);
  for (const char* path : {"1", "x", "5:2", "5:0", "100000"}) {
    Options options = moments("1");
    options.path = path;
    EXPECT_EQ(fit(testing::crooked(false), options).error().fault, Fault::usage) << path;
  }
}

TEST(Moments, SurviveNoiseThatHidesEverything) {
  Options options = moments("0.01", "none");
  const auto made = fit(testing::crooked(false), options);
  ASSERT_TRUE(made);
  for (const double w : made->value().weights) EXPECT_LT(std::abs(w), 100);
}

TEST(Eigenvalues, AreRaisedToTheFloorAndNoOthers) {
  Eigen::MatrixXd matrix(2, 2);
  matrix << 1, 2, 2, 1;  // eigenvalues 3 and -1
  const Eigen::MatrixXd raised = with_least_eigenvalue(matrix, 0.5);
  const auto values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(raised).eigenvalues();
  EXPECT_NEAR(values[0], 0.5, 1e-12);
  EXPECT_NEAR(values[1], 3, 1e-12);
  EXPECT_NEAR(raised(0, 1), 1.25, 1e-12);
}

}  // namespace
}  // namespace discreet
