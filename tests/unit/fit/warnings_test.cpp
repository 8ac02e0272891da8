// Fits that have something to warn of, by every solver that can run into it.
#include "discreet/model/warnings.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fit/fit.hpp"
#include "discreet/fit/softmax.hpp"
#include "discreet/io/model_file.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

Dataset made(std::size_t rows, std::size_t columns, bool classes = false) {
  const testing::Random random = testing::random_rows(rows, columns, 1, classes);
  Dataset data = testing::make_dataset(random.rows, random.labels);
  if (classes) data.schema.classes = {"0", "1"};
  return data;
}

Options options(const std::string& solver, const std::string& epsilon = "1") {
  Options chosen;
  chosen.solver = solver;
  chosen.epsilon = epsilon;
  chosen.noise = "seeded:1";
  return chosen;
}

const Warning* warning(const Model& model, const std::string& kind) {
  for (const Warning& each : model.warnings)
    if (each.kind == kind) return &each;
  return nullptr;
}

void expect_nothing_learnt(const Result<Released<Model>>& model, const std::string& how) {
  ASSERT_TRUE(model) << how << ": " << model.error().message;
  for (const double weight : model->value().weights) EXPECT_LT(std::abs(weight), 1e-30) << how;
  EXPECT_NE(warning(model->value(), "nothing-learnt"), nullptr) << how;
}

TEST(FitWarns, OfNothingLearntUnderAPenaltyThatOutweighsEverything) {
  for (const char* solver : {"auto", "newton", "cd", "block", "greedy", "sgd", "svrg", "moments", "exact"}) {
    Options chosen = options(solver);
    if (chosen.solver == "exact") chosen.epsilon = "";
    chosen.penalty = "l1:1e6";
    expect_nothing_learnt(fit(made(400, 3), chosen), solver);
  }
  for (const char* solver : {"output", "objective"}) {
    Options chosen = options(solver);
    chosen.loss = "logistic";
    chosen.penalty = "elastic-net:1e6,0.999";
    chosen.bound = {"x1=-4,4", "x2=-4,4", "x3=-4,4"};
    Dataset data = made(400, 3, true);
    data.schema.bounds.assign(3, Interval{-4, 4});
    const auto model = fit(data, chosen);
    ASSERT_TRUE(model) << model.error().message;
    const bool zero = model->value().weights == std::vector<double>(3, 0.0);
    EXPECT_EQ(zero, warning(model->value(), "nothing-learnt") != nullptr) << solver;
  }
}

TEST(FitWarns, OfNothingLearntWhereTheNoiseHidesAll) {
  for (const char* solver : {"auto", "newton", "cd", "greedy"})
    expect_nothing_learnt(fit(made(60, 3), options(solver, "0.05")), solver);
}

TEST(FitWarns, OfNothingLearntBySeveralClasses) {
  testing::Random random = testing::random_rows(60, 3, 1, false);
  for (double& label : random.labels) label = label > 0.5 ? 2 : label > -0.5 ? 1 : 0;
  Options chosen = options("auto", "0.05");
  chosen.loss = "logistic";
  Silent silent;
  const auto models = fit_softmax(testing::make_dataset(random.rows, random.labels), chosen, {"a", "b", "c"}, silent);
  ASSERT_TRUE(models) << models.error().message;
  for (const Released<Model>& model : *models) {
    EXPECT_EQ(model.value().weights, std::vector<double>(3, 0.0));
    EXPECT_NE(warning(model.value(), "nothing-learnt"), nullptr);
  }
}

TEST(FitWarns, OfNothingWhereAllIsWell) {
  const auto model = fit(made(5000, 3), options("auto", "8"));
  ASSERT_TRUE(model);
  EXPECT_TRUE(model->value().warnings.empty()) << model->value().warnings[0].text;
  EXPECT_EQ(to_json(*model)["warnings"], Json::array()) << "the list is there all the same";
}

// A column of zeros shows no size: its weight is exactly zero, and its values may be any.
TEST(FitWarns, OfColumnsThatTakeNoPart) {
  for (const char* solver : {"newton", "cd", "greedy", "block", "moments"}) {
    testing::Random random = testing::random_rows(5000, 3, 1, false);
    for (auto& row : random.rows) row[1] = 0;
    const auto model = fit(testing::make_dataset(random.rows, random.labels), options(solver));
    ASSERT_TRUE(model) << solver << model.error().message;
    const Warning* dropped = warning(model->value(), "column-dropped");
    ASSERT_NE(dropped, nullptr) << solver;
    EXPECT_NE(dropped->text.find(": x2;"), std::string::npos) << dropped->text;
    EXPECT_EQ(model->value().weights[1], 0) << solver;
    EXPECT_NE(model->value().weights[0], 0) << solver;
    if (!model->value().sizes.empty()) {
      EXPECT_EQ(model->value().sizes[1], 0) << solver;
    }
    for (const Model::Bounds& bounds : model->value().bounds) {
      EXPECT_NE(bounds.feature, "x2") << solver;
      EXPECT_LT(bounds.high, 1e6) << solver;
    }
    EXPECT_EQ(to_json(*model)["model"].dump().find("e+90"), std::string::npos) << solver;
  }
}

TEST(FitWarns, OfColumnsThatTakePartOnTheScaleOfOthers) {
  for (const char* solver : {"sgd", "svrg"}) {
    testing::Random random = testing::random_rows(5000, 3, 1, false);
    for (auto& row : random.rows) row[1] = 0;
    const auto model = fit(testing::make_dataset(random.rows, random.labels), options(solver));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(warning(model->value(), "column-dropped"), nullptr) << solver;
    EXPECT_NE(warning(model->value(), "pooled-scale"), nullptr) << solver;
  }
}

TEST(FitWarns, OfColumnsThatShareAScale) {
  const auto model = fit(made(3000, 60), options("newton", "1"));
  ASSERT_TRUE(model);
  const Warning* pooled = warning(model->value(), "pooled-scale");
  ASSERT_NE(pooled, nullptr);
  EXPECT_NE(pooled->text.find("more"), std::string::npos) << pooled->text;
}

TEST(FitWarns, OfBoundsThatArePoints) {
  for (const char* solver : {"newton", "cd", "sgd", "block", "svrg", "auto", "exact"})
    for (const double at : {2.0, 0.0, -1e6}) {
      testing::Random random = testing::random_rows(2000, 3, 1, false);
      for (auto& row : random.rows) row[1] = at;  // as reading moves it
      Dataset data = testing::make_dataset(random.rows, random.labels);
      for (auto& bounds : data.schema.bounds) bounds = Interval{-4, 4};
      data.schema.bounds[1] = Interval{at, at};
      Options chosen = options(solver);
      if (chosen.solver == "exact") chosen.epsilon = "inf";
      const auto model = fit(data, chosen);
      ASSERT_TRUE(model) << solver << " " << model.error().message;
      const Warning* point = warning(model->value(), "point-bound");
      ASSERT_NE(point, nullptr);
      EXPECT_NE(point->text.find(": x2;"), std::string::npos) << point->text;
      // In units of nothing its weight would be 1e89 and the intercept -2e89, which leaves no digits for a prediction.
      const double constant = model->value().intercept + model->value().weights[1] * at;
      EXPECT_LT(std::abs(constant), 1e3) << solver << " " << at;
      EXPECT_LT(std::abs(model->value().weights[1] * at), 1e6) << solver << " " << at;
      EXPECT_LT(std::abs(model->value().weights[1]), 1e6) << solver << " " << at;
    }
}

// Without a signal the solver that knows its noise says that the weights may be nothing else.
TEST(FitWarns, OfWeightsThatMayBeNoise) {
  testing::Random random = testing::random_rows(5000, 4, 1, false);
  PublicRandom other(7);
  for (double& label : random.labels) label = other.normal();
  const Dataset none = testing::make_dataset(random.rows, random.labels);
  int within = 0;
  for (int seed = 1; seed <= 20; ++seed) {
    Options chosen = options("moments", "0.5");
    chosen.noise = "seeded:" + std::to_string(seed);
    within += warning(fit(none, chosen)->value(), "within-noise") != nullptr;
  }
  EXPECT_GE(within, 14) << "about 19 of 20 where the rule holds; the seeds are fixed";
  EXPECT_EQ(warning(fit(made(20000, 4), options("moments", "2"))->value(), "within-noise"), nullptr);
}

// The list depends on the released numbers: what is read back from the file is what was written.
TEST(FitWarns, InTheFile) {
  const auto model = fit(made(60, 3), options("newton", "0.05"));
  ASSERT_TRUE(model);
  const Json json = to_json(*model);
  ASSERT_FALSE(json["warnings"].empty());
  EXPECT_EQ(json["warnings"][0]["kind"], "nothing-learnt");
  const auto back = model_from_json(json, "test");
  ASSERT_TRUE(back);
  EXPECT_EQ(back->warnings.size(), json["warnings"].size());
  EXPECT_TRUE(learnt_nothing(*back));
}

// Nothing is wrong with such a fit but its figures, and that is a caveat.
TEST(FitWarns, OfAGuaranteeInNameOnly) {
  const Dataset data = made(300, 3);
  for (const auto& [epsilon, delta] : {std::pair{"1000000", "1e-6"}, {"1", "0.5"}}) {
    Options chosen = options("newton", epsilon);
    chosen.noise = "secure";
    chosen.delta = delta;
    const auto model = fit(data, chosen);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_FALSE(model->value().privacy.is_private());
    EXPECT_EQ(model->value().privacy.all_caveats().size(), 1u);
    chosen.strict = true;
    const auto refused = fit(data, chosen);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().fault, Fault::precondition);
  }
}

}  // namespace
}  // namespace discreet
