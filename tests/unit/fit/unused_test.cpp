#include "discreet/fit/unused.hpp"

#include <gtest/gtest.h>

#include "discreet/fit/fit.hpp"
#include "tests/support/plans.hpp"

namespace discreet {
namespace {

TEST(UnusedOptions, OrdersOfNothingAreNamed) {
  const struct {
    const char *block, *order, *seed, *words;
  } cases[] = {{"full", "shuffled", "1", "--order is not used with --block full"},
               {"nice:2", "cyclic", "7", "--order is not used with --block nice:2"},
               {"importance", "uniform", "1", "--order is not used with --block importance"},
               {"full", "auto", "7", "--order-seed is not used with --block full"},
               {"size:2", "cyclic", "7", "--order-seed is not used with --order cyclic"},
               {"size:2", "shuffled", "7", ""},
               {"nice:2", "auto", "7", ""}};
  for (const auto& c : cases) {
    Options options;
    options.solver = "block";
    options.epsilon = "1";
    options.block = c.block, options.order = c.order, options.order_seed = c.seed;
    const auto blueprint = draw(options, testing::facts(1000, 5));
    ASSERT_TRUE(blueprint) << blueprint.error().message;
    const std::vector<std::string> said = words_about_unused(options, blueprint->problem);
    EXPECT_EQ(said.size(), *c.words ? 1u : 0u) << c.block << c.order;
    for (const std::string& words : said) EXPECT_TRUE(words.starts_with(c.words)) << words;
  }
}

TEST(UnusedOptions, WhatOnlyNoiseWouldUseIsNamedWithoutNoise) {
  const struct {
    const char* solver;
    std::string Options::*option;
    const char *value, *words;
  } cases[] = {{"dual", &Options::batch, "20", "--batch is not used by dual without noise"},
               {"dual-sequential", &Options::batch, "20", "--batch is not used by dual-sequential without noise"},
               {"sgd", &Options::sampling, "fixed", "--sampling is not used by sgd without noise"},
               {"svrg", &Options::batch, "20", "--batch is not used by svrg without noise"},
               {"sgd", &Options::step_schedule, "constant", "--step-schedule is not used by sgd without noise"},
               {"moments", &Options::ridge, "2", "--ridge is not used by moments without noise"}};
  for (const auto& c : cases)
    for (const char* epsilon : {"1", "inf"}) {
      Options options;
      options.solver = c.solver;
      options.epsilon = epsilon;
      options.*c.option = c.value;
      if (options.solver.starts_with("dual")) options.penalty = "l2:0.1", options.intercept = false;
      const auto problem = settle(options, testing::facts(1000, 5));
      ASSERT_TRUE(problem) << problem.error().message;
      const std::vector<std::string> said = words_about_unused(options, *problem);
      EXPECT_EQ(said.size(), options.epsilon == "inf" ? 1u : 0u) << c.words;
      for (const std::string& words : said) EXPECT_TRUE(words.starts_with(c.words)) << words;
    }
}

}  // namespace
}  // namespace discreet
