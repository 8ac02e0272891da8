// What a finished model warns of: from its numbers and from what became known while it was trained.
#include "discreet/model/warnings.hpp"

#include <gtest/gtest.h>

#include "discreet/io/model_file.hpp"
#include "tests/support/models.hpp"

namespace discreet {
namespace {

using testing::small_model;

bool warns(const Model& model, const RunFacts& facts, const std::string& kind, const std::string& words = "") {
  for (const Warning& warning : warnings_of(model, facts))
    if (warning.kind == kind && warning.text.find(words) != std::string::npos) return true;
  return false;
}

TEST(Warnings, AreNoneWhereThereIsNothingToSay) { EXPECT_TRUE(warnings_of(small_model(), {}).empty()); }

TEST(Warnings, SayThatNothingWasLearntWhateverTheWay) {
  Model model = small_model();
  model.weights = {0, 0};
  EXPECT_TRUE(warns(model, {}, "nothing-learnt", "all weights are zero"));
  model.weights = {1e-35, -1e-40};
  EXPECT_TRUE(warns(model, {}, "nothing-learnt")) << "zero in effect";
  model.sizes = {1e10, 1};
  EXPECT_FALSE(warns(model, {}, "nothing-learnt"))
      << "1e-25 in units of the margin is next to nothing, and not nothing";
  model.sizes.clear();
  RunFacts back;
  back.turned_back = true;
  back.kept = 0;
  model.weights = {0, 0};
  EXPECT_TRUE(warns(model, back, "nothing-learnt", "final check"));
  RunFacts stayed;
  stayed.unseen = stayed.stayed = true;
  EXPECT_TRUE(warns(model, stayed, "nothing-learnt", "the noise hides"));
  RunFacts dropped;
  dropped.dropped = {0, 1};
  EXPECT_TRUE(warns(model, dropped, "nothing-learnt", "every column"));
  model.penalty = "l1:5";
  EXPECT_TRUE(warns(model, {}, "nothing-learnt", "a weaker penalty"));
}

TEST(Warnings, CallAModelThatIsItsStartNothingLearnt) {
  RunFacts facts;
  facts.started = true;
  EXPECT_FALSE(warns(small_model(), facts, "nothing-learnt"));
  facts.turned_back = true;
  facts.kept = 0;
  EXPECT_TRUE(warns(small_model(), facts, "nothing-learnt", "the model is its start"));
  facts.kept = 0.5;
  EXPECT_FALSE(warns(small_model(), facts, "nothing-learnt"));
  EXPECT_TRUE(warns(small_model(), facts, "turned-back", "50 %"));
}

TEST(Warnings, NameColumns) {
  RunFacts facts;
  facts.dropped = {1};
  facts.pooled = {0};
  EXPECT_TRUE(warns(small_model(), facts, "column-dropped", "1 column is held at zero"));
  EXPECT_TRUE(warns(small_model(), facts, "column-dropped", ": income;"));
  EXPECT_TRUE(warns(small_model(), facts, "pooled-scale", ": age;"));
  EXPECT_FALSE(warns(small_model(), {}, "column-dropped"));
  facts = {};
  facts.outlying = {0, 1};
  EXPECT_TRUE(warns(small_model(), facts, "column-dropped", "far from the rest: age, income;"));
}

TEST(Warnings, NameFewColumnsOfMany) {
  Model model = small_model();
  RunFacts facts;
  model.features.clear();
  for (std::size_t k = 0; k < 1000; ++k) {
    model.features.push_back("x" + std::to_string(k));
    facts.pooled.push_back(k);
  }
  model.weights.assign(1000, 1.0);
  EXPECT_TRUE(warns(model, facts, "pooled-scale", "1000 columns share"));
  EXPECT_TRUE(warns(model, facts, "pooled-scale", "x4 and 995 more"));
}

TEST(Warnings, TellOfClippingByANoisyCountAlone) {
  RunFacts facts;
  facts.clipped = RunFacts::Share{0.12, 0.01};
  EXPECT_TRUE(warns(small_model(), facts, "clipped", "about 12 % of the rows"));
  facts.clipped = RunFacts::Share{0.12, 0.05};
  EXPECT_FALSE(warns(small_model(), facts, "clipped")) << "that may be noise";
  facts.clipped = RunFacts::Share{0.04, 0};
  EXPECT_FALSE(warns(small_model(), facts, "clipped"));
}

TEST(Warnings, FindBoundsThatArePoints) {
  Model model = small_model();
  model.bounds = {{"age", 5, 5}, {"income", 0, 1}};
  EXPECT_TRUE(warns(model, {}, "point-bound", ": age;"));
  model.bounds = {{"age", 5, 6}};
  EXPECT_FALSE(warns(model, {}, "point-bound"));
  RunFacts facts;
  facts.point_target = true;
  EXPECT_TRUE(warns(model, facts, "point-bound", "target"));
}

// The 95 % quantile of a chi-square of two degrees is 5.99.
TEST(Warnings, CompareWeightsWithTheNoiseWhereItIsKnown) {
  Model model = small_model();
  model.noise = NoiseSpread{{0.5, 1.25 / 2.2}, 1, "as a test has it"};
  EXPECT_TRUE(warns(model, {}, "within-noise")) << "1 + 4.84";
  model.noise->weights[1] = 1.25 / 2.3;
  EXPECT_FALSE(warns(model, {}, "within-noise")) << "1 + 5.29";
  model.noise->weights = {0, 0};
  EXPECT_FALSE(warns(model, {}, "within-noise")) << "there is no noise";
  RunFacts unseen;
  unseen.unseen = true;
  EXPECT_TRUE(warns(model, unseen, "within-noise", "may be noise alone"));
}

Json as_an_older_program_wrote_it() {
  Model model = small_model();
  model.weights = {0.5, 2.9e-91};
  model.sizes = {10, 1e90};
  model.bounds = {{"age", 0, 120}, {"income", -1e90, 1e90}};
  Json json{{"format", "discreet-model"}, {"version", 1}, {"solver", {{"name", "newton"}}}};
  json["model"] = {{"loss", model.loss},       {"penalty", model.penalty},   {"intercept", 0.5},
                   {"weights", model.weights}, {"features", model.features}, {"target", "ill"},
                   {"sizes", model.sizes},     {"classes", {"no", "yes"}},   {"bounds", Json::object()}};
  for (const Model::Bounds& bounds : model.bounds) json["model"]["bounds"][bounds.feature] = {bounds.low, bounds.high};
  json["privacy"] = privacy_json(model.privacy);
  json["privacy"].erase("notices");
  return json;
}

TEST(OlderFiles, AreToldWhatTheyKeptToThemselves) {
  const auto model = model_from_json(as_an_older_program_wrote_it(), "test");
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_TRUE(has_warning(*model, "column-dropped"));
  EXPECT_FALSE(learnt_nothing(*model));
  EXPECT_EQ(model->weights[1], 0) << "an effect of 2.9e-91 times 1e90 is none";
  EXPECT_EQ(model->sizes[1], 0);
  ASSERT_EQ(model->bounds.size(), 1U);
  EXPECT_EQ(model->bounds[0].feature, "age");
  Json turned = as_an_older_program_wrote_it();
  turned["model"]["weights"] = {0, 0};
  turned["solver"]["retreat"] = 0;
  EXPECT_TRUE(has_warning(*model_from_json(turned, "test"), "turned-back"));
  EXPECT_TRUE(learnt_nothing(*model_from_json(turned, "test")));
  turned["solver"]["retreat"] = "zero";
  EXPECT_TRUE(has_warning(*model_from_json(turned, "test"), "turned-back"));
}

TEST(OlderFiles, KeepTheListOfAFileThatHasOne) {
  Json json = as_an_older_program_wrote_it();
  json["warnings"] = Json::array({{{"kind", "clipped"}, {"text", "as it is"}}});
  const auto model = model_from_json(json, "test");
  ASSERT_TRUE(model);
  ASSERT_EQ(model->warnings.size(), 1U);
  EXPECT_EQ(model->warnings[0].text, "as it is");
  for (const Json& wrong : {Json(3), Json::array({3}), Json::array({{{"kind", "clipped"}}})}) {
    json["warnings"] = wrong;
    EXPECT_FALSE(model_from_json(json, "test"));
  }
}

}  // namespace
}  // namespace discreet
