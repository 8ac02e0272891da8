// What --recipe paper and --accounting paper mean to a fit.
#include <gtest/gtest.h>

#include "discreet/fit/fit.hpp"
#include "discreet/fit/publications.hpp"
#include "discreet/io/model_file.hpp"
#include "tests/support/plans.hpp"
#include "tests/support/solved.hpp"
#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

using testing::a_few_passes;
using testing::TemporaryFile;

TEST(Recipe, NamesTheSettingThatIsWrong) {
  const Dataset data = testing::crooked(false);
  struct {
    void (*set)(Options&);
    const char* words;
    Fault fault;
  } const cases[] = {
      {[](Options& o) { o.accounting = "paper", o.solver = "sgd"; }, "no closed form", Fault::usage},
      {[](Options& o) { o.recipe = "grandmother"; }, "sound, paper", Fault::usage},
      {[](Options& o) { o.recipe = "paper", o.solver = "block"; }, "cd, greedy and dual", Fault::usage},
      {[](Options& o) { o.recipe = "paper", o.order = "cyclic"; }, "draws coordinates uniformly", Fault::usage},
      {[](Options& o) { o.recipe = "paper", o.accounting = "rdp"; }, "its own accounting", Fault::usage},
      {[](Options& o) { o.recipe = "paper"; }, "--bound", Fault::precondition},
      {[](Options& o) { o.recipe = "paper", o.solver = "greedy"; }, "--bound", Fault::precondition},
      {[](Options& o) { o.accounting = "paper", o.epsilon = "50"; }, "do not hold", Fault::usage}};
  for (const auto& c : cases) {
    Options options = a_few_passes();
    c.set(options);
    const auto refused = fit(data, options);
    ASSERT_FALSE(refused) << c.words;
    const std::string said = refused.error().message + refused.error().hint;
    EXPECT_NE(said.find(c.words), std::string::npos) << said;
    EXPECT_EQ(refused.error().fault, c.fault) << said;
  }
}

// As in a program that was built without research.
TEST(Recipe, IsRefusedWhereNobodyHandedItOver) {
  const Publications* all = publications();
  use_publications(nullptr);
  for (const char* option : {"--recipe paper", "--accounting paper"}) {
    Options options = a_few_passes();
    (std::string(option) == "--recipe paper" ? options.recipe : options.accounting) = "paper";
    const auto refused = draw(options, testing::facts(100, 5));
    EXPECT_FALSE(refused);
    if (refused) continue;
    EXPECT_EQ(refused.error().fault, Fault::usage);
    EXPECT_NE(refused.error().message.find(option), std::string::npos) << refused.error().message;
    EXPECT_NE(refused.error().hint.find("-DDISCREET_RESEARCH=ON"), std::string::npos) << refused.error().hint;
  }
  use_publications(all);
}

TEST(Label, KeepsClaimAndNoticesInTheFile) {
  const Dataset data = testing::crooked(false);
  const TemporaryFile frame(".csv", "x1,1\nx2,2\nx3,2\nx4,2\nx5,2\n");
  Options options = a_few_passes();
  options.solver = "greedy";
  options.recipe = "paper";
  options.passes = "20";
  options.clip = "1";
  options.smoothness = "public:" + frame.path();
  const auto model = fit(data, options);
  ASSERT_TRUE(model) << model.error().message;
  const Json json = to_json(*model);
  EXPECT_EQ(json["privacy"]["claimed_epsilon"], 1.0);
  EXPECT_GT(json["privacy"]["epsilon_spent"].get<double>(), 1);
  EXPECT_TRUE(json["privacy"]["private"].get<bool>());
  EXPECT_TRUE(json["privacy"]["caveats"].empty()) << "nothing breaks the guarantee that is proved";
  EXPECT_EQ(json["privacy"]["notices"].size(), 1u);
  const auto again = model_from_json(json, "again");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_TRUE(again->privacy.is_private());
  EXPECT_EQ(again->privacy.notices.size(), 1u);
  EXPECT_EQ(again->privacy.claimed->value, 1);
}

}  // namespace
}  // namespace discreet
