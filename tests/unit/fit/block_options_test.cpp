#include <gtest/gtest.h>

#include <fstream>

#include "discreet/fit/fit.hpp"
#include "tests/support/make.hpp"
#include "tests/support/plans.hpp"
#include "tests/support/solved.hpp"

namespace discreet {
namespace {

std::string written(const std::string& text) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("discreet_partition_" + std::to_string(getpid()) + ".csv")).string();
  std::ofstream(path) << text;
  return path;
}

std::string weights() { return written("x1,1\nx2,1\nx3,2\nx4,1\nx5,1\n"); }

TEST(BlockOptions, NameTheSettingThatIsWrong) {
  const Dataset data = testing::crooked(false);
  struct {
    void (*set)(Options&);
    const char* words;
  } const cases[] = {
      {[](Options& o) { o.block = "some"; }, "full, size:K, nice:K, partition:FILE, importance"},
      {[](Options& o) { o.block = "full:3"; }, "--block"},
      {[](Options& o) { o.block = "size:0"; }, "at least 1"},
      {[](Options& o) { o.block = "nice"; }, "--block nice"},
      {[](Options& o) { o.block = "partition"; }, "partition:FILE"},
      {[](Options& o) { o.block = "partition:no-such-file"; }, "no-such-file"},
      {[](Options& o) { o.block = "partition:" + written("x1,0\nx2,0\n"); }, "no line for feature 'x3'"},
      {[](Options& o) { o.block = "partition:" + written("x1,0\nx2,0\nx3,0.5\nx4,1\nx5,1\n"); }, "the block of 'x3'"},
      {[](Options& o) { o.block = "partition:" + written("x1,left\nx2\n"); }, "line 2: a name and a block are needed"},
      {[](Options& o) { o.block = "partition:" + written("x1,left\nx1,right\n"); }, "'x1' stands there twice"},
      {[](Options& o) { o.order = "importance"; }, "--order importance is for single coordinates"},
      {[](Options& o) { o.block = "nice:2", o.order = "importance"; }, "not for --block nice:2"},
      {[](Options& o) { o.block = "importance", o.order = "weighted:" + weights(); }, "leave out --order"},
      {[](Options& o) { o.order = "weighted:" + weights(); }, "not for --block full"},
      {[](Options& o) { o.momentum = "heavy"; }, "--momentum"},
      {[](Options& o) { o.momentum = "nesterov:1"; }, "--momentum"},
      {[](Options& o) { o.momentum = "nesterov", o.block = "nice:2"; }, "--momentum needs --block full"},
      {[](Options& o) { o.sketch = "rough"; }, "--sketch"},
      {[](Options& o) { o.schedule = "growing:0.5"; }, "--schedule"},
      {[](Options& o) { o.schedule = "falling"; }, "--schedule"},
      {[](Options& o) { o.clip_rule = "uniform"; }, "ball rule"},
      {[](Options& o) { o.block = "size:1", o.order = "uniform", o.clip_rule = "ball"; }, "--clip-rule ball"}};
  for (const auto& c : cases) {
    Options options;
    options.solver = "block";
    options.epsilon = "1";
    c.set(options);
    const auto refused = fit(data, options);
    ASSERT_FALSE(refused) << c.words;
    const std::string said = refused.error().message + refused.error().hint;
    EXPECT_NE(said.find(c.words), std::string::npos) << said;
  }
}

TEST(BlockOptions, RecordWhatWasDeclaredAndChosen) {
  const Dataset data = testing::crooked(false);
  Options options;
  options.solver = "block";
  options.epsilon = "1";
  options.block = "partition:" + written("feature,block\nx1,0\nx2,0\nx3,7\nx4,7\nx5,7\n");
  const auto model = fit(data, options);
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_TRUE(model->value().privacy.is_private());
  bool declared = false;
  for (const PublicFact& fact : model->value().privacy.facts) declared = declared || fact.what == "blocks";
  EXPECT_TRUE(declared);
  bool bought = false;
  options.epsilon = "50";
  const auto blueprint = draw(options, public_facts(data));
  for (const PlanLine& line : blueprint->plan.lines) bought = bought || line.what == "overlap";
  EXPECT_TRUE(bought) << "how much columns overlap is asked for when the budget can tell";
}

// Blocks by name are visited in the order of their columns, and those of these numbers are too.
TEST(BlockOptions, APartitionMayNameItsBlocks) {
  const Dataset data = testing::crooked(false);
  Options options;
  options.solver = "block";
  options.epsilon = "50";
  options.noise = "seeded:1";
  const auto weights_with = [&](const std::string& table) {
    options.block = "partition:" + written(table);
    const auto model = fit(data, options);
    EXPECT_TRUE(model) << model.error().message;
    return model->value().weights;
  };
  const auto numbered = weights_with("feature,block\nx1,0\nx2,1\nx3,0\nx4,1\nx5,2\n");
  EXPECT_EQ(weights_with("feature,block\nx1,vitals\nx2,lab\nx3,vitals\nx4,lab\nx5,2\n"), numbered);
  EXPECT_EQ(weights_with("x5,z\nx2,b\nx3,a\nx4,b\nx1,a\n"), numbered) << "the order of the lines does not matter";
  EXPECT_NE(weights_with("x1,a\nx2,a\nx3,a\nx4,b\nx5,c\n"), numbered);
}

TEST(BlockOptions, ALineForAColumnIsForAllItsCategories) {
  PublicFacts facts = testing::facts(1000, 3);
  facts.features = {"ward=A", "ward=B", "age"};
  Options options;
  options.solver = "block";
  options.epsilon = "1";
  options.block = "partition:" + written("ward,left\nage,right\n");
  const auto blueprint = draw(options, facts);
  ASSERT_TRUE(blueprint) << blueprint.error().message;
  EXPECT_EQ(blueprint->problem.settings.block.block_of, (std::vector<std::size_t>{0, 0, 1}));
  options.block = "partition:" + written("ward,left\nward=B,right\nage,right\n");
  EXPECT_EQ(draw(options, facts)->problem.settings.block.block_of, (std::vector<std::size_t>{0, 1, 1}));
}

}  // namespace
}  // namespace discreet
