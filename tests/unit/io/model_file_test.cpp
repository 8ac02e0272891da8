#include "discreet/io/model_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "discreet/fit/fit.hpp"
#include "discreet/io/atomic_file.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

Released<Model> small_model(const std::string& epsilon) {
  const auto made = testing::random_rows(200, 3, 1, true);
  Dataset data = testing::make_dataset(made.rows, made.labels);
  data.schema.classes = {"0", "1"};
  Options options;
  options.loss = "logistic";
  options.penalty = "l2:1/n";
  options.epsilon = epsilon;
  return *fit(data, options);
}

TEST(ModelFile, ComesBackAsItWas) {
  for (const char* epsilon : {"1", "inf"}) {
    const Released<Model> model = small_model(epsilon);
    const Json json = to_json(model);
    const auto back = model_from_json(Json::parse(json.dump()), "test");
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(back->weights, model.value().weights);
    EXPECT_EQ(back->intercept, model.value().intercept);
    EXPECT_EQ(back->classes, model.value().classes);
    EXPECT_EQ(back->penalty, "l2:0.005") << "n is worked out";
    EXPECT_EQ(back->privacy.spent.value, model.value().privacy.spent.value);
    EXPECT_EQ(back->privacy.caveats, model.value().privacy.caveats);
    EXPECT_EQ(back->privacy.plan.lines.size(), model.value().privacy.plan.lines.size());
    ASSERT_TRUE(back->privacy.rows) << "delta cannot be judged without it";
    EXPECT_EQ(back->privacy.rows, model.value().privacy.rows);
    Json none = json;
    none["privacy"]["rows"] = 0;
    EXPECT_FALSE(model_from_json(none, "test"));
  }
}

TEST(ModelFile, HasTheShapeThatOthersReadIt) {
  const Json json = to_json(small_model("1"));
  EXPECT_EQ(json["format"], "discreet-model");
  EXPECT_EQ(json["version"], 1);
  for (const char* key : {"loss", "penalty", "intercept", "weights", "features", "classes"})
    EXPECT_TRUE(json["model"].contains(key)) << key;
  for (const char* key : {"epsilon", "delta", "neighbours", "unit", "accountant", "mu", "epsilon_spent", "private",
                          "events", "public", "caveats", "notices"})
    EXPECT_TRUE(json["privacy"].contains(key)) << key;
  EXPECT_TRUE(json["warnings"].is_array()) << "always, if only an empty one";
  EXPECT_EQ(json["model"]["classes"], Json::array({0, 1}));
  EXPECT_TRUE(json["privacy"]["private"].get<bool>());
  for (const Json& event : json["privacy"]["events"])
    for (const char* key : {"what", "type", "noise_multiplier", "count", "share"})
      EXPECT_TRUE(event.contains(key)) << key;
  EXPECT_EQ(json["solver"]["name"], "bayes");
  EXPECT_TRUE(json["solver"].contains("chosen")) << "nobody asked for it by name";
}

TEST(ModelFile, StampsAModelWithoutNoise) {
  const Json json = to_json(small_model("inf"));
  EXPECT_FALSE(json["privacy"]["private"].get<bool>());
  EXPECT_FALSE(json["privacy"]["caveats"].empty());
  EXPECT_EQ(json["privacy"]["epsilon"], "inf");
}

TEST(ModelFile, SaysWhatIsWrongWithAnother) {
  for (const char* text :
       {"{}", "[]", "{\"format\":\"discreet-model\"}", "{\"format\":\"discreet-model\",\"version\":2}",
        "{\"format\":\"discreet-model\",\"version\":1,\"model\":{\"loss\":3}}"}) {
    const auto refused = model_from_json(Json::parse(text), "file");
    ASSERT_FALSE(refused) << text;
    EXPECT_EQ(refused.error().fault, Fault::data);
  }
}

TEST(AtomicFile, ReplacesAFileWholeAndLeavesNothingBehindWhenItCannot) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("discreet_atomic_" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const std::string path = (folder / "a").string();
  ASSERT_TRUE(write_whole(path, "first"));
  ASSERT_TRUE(write_whole(path, "second"));
  EXPECT_EQ(*read_whole(path, 100), "second");
  EXPECT_FALSE(read_whole(path, 3)) << "a limit is a limit";
  EXPECT_FALSE(write_whole((folder / "missing" / "b").string(), "x"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace discreet
