#include "discreet/fit/train.hpp"

#include <gtest/gtest.h>

#include "discreet/io/load.hpp"

namespace discreet {
namespace {

// Who brings a source of noise of their own gets the label of that source, whatever the options said.
TEST(Train, StampsAModelByTheNoiseThatItUsed) {
  IngestRules rules;
  rules.task = Task::classification;
  const Dataset data = *load("synthetic:clinic?n=5000", rules);
  Options options;
  options.loss = "logistic";
  options.epsilon = "1";
  auto blueprint = draw(options, public_facts(data));
  ASSERT_TRUE(blueprint);
  EXPECT_TRUE(blueprint->label.is_private());
  SeededNoise seeded(1);
  SecureRandom secure;
  Silent silent;
  for (NoiseSource* source : {static_cast<NoiseSource*>(&seeded), static_cast<NoiseSource*>(&secure)}) {
    auto paid = pay(data, options, *blueprint);
    const auto model = train(data, *blueprint, {paid->permit, nullptr, *source, silent, {}});
    ASSERT_TRUE(model);
    const PrivacyLabel& label = model->value().privacy;
    EXPECT_EQ(label.is_private(), source == &secure);
    EXPECT_EQ(label.noise.find("seeded") != std::string::npos, source == &seeded);
    EXPECT_EQ(label.caveats.size(), source == &seeded ? 1u : 0u);
  }
  options.noise = "seeded:1";
  EXPECT_EQ(fit(data, options)->value().privacy.caveats.size(), 1u) << "it is said once";
}

}  // namespace
}  // namespace discreet
