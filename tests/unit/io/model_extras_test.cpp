#include <gtest/gtest.h>

#include "discreet/fit/fit.hpp"
#include "discreet/io/load.hpp"
#include "discreet/io/model_file.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

Json fitted(const Options& options, std::vector<std::optional<Interval>> bounds = {}) {
  const auto made = testing::random_rows(200, 3, 1, false);
  Dataset data = testing::make_dataset(made.rows, made.labels);
  data.schema.source = "houses.csv";
  if (!bounds.empty()) data.schema.bounds = std::move(bounds);
  return to_json(*fit(data, options));
}

Options moments() {
  Options options;
  options.epsilon = "1";
  options.solver = "moments";
  options.intercept = false;
  options.bound = {"x1=0,1", "x2=0,1"};
  return options;
}

TEST(ModelExtras, RecordWhatWasTyped) {
  const Json json = fitted(moments());
  EXPECT_EQ(json["run"]["data"], "houses.csv");
  EXPECT_EQ(json["run"]["arguments"], (std::vector<std::string>{"--no-intercept", "--bound", "x1=0,1", "--bound",
                                                                "x2=0,1", "--epsilon", "1", "--solver", "moments"}));
}

TEST(ModelExtras, ComeBackAsTheyWere) {
  const Json json = fitted(moments());
  const auto back = model_from_json(json, "test");
  ASSERT_TRUE(back) << back.error().message;
  ASSERT_TRUE(back->noise);
  EXPECT_EQ(Json(back->noise->weights), json["model"]["noise_deviation"]["weights"]);
  EXPECT_EQ(back->sizes.size(), 3U);
  EXPECT_EQ(back->origin.arguments, json["run"]["arguments"].get<std::vector<std::string>>());
  EXPECT_EQ(back->origin.version, json["build"]["version"]);
}

TEST(ModelExtras, HaveTheCentresOfTheNoise) {
  EXPECT_FALSE(fitted(moments())["model"]["noise_deviation"].contains("centres")) << "nothing was centred";
  Options options;
  options.epsilon = "1";
  options.solver = "output";
  options.loss = "huber:1";
  options.penalty = "l2:0.5";
  Json json = fitted(options, {Interval{1, 3}, Interval{-1, 1}, Interval{-20, -10}});
  Json& noise = json["model"]["noise_deviation"];
  EXPECT_EQ(noise["centres"], Json({2.0, 0.0, -15.0}));
  const auto back = model_from_json(json, "test");
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->noise->centres, (std::vector<double>{2, 0, -15}));
  EXPECT_EQ(Json(back->noise->intercept_at_centres), noise["intercept_at_centres"]);
  for (const Json& wrong : {Json({1, 2}), Json({1, 2, "x"}), Json(7)}) {
    noise["centres"] = wrong;
    EXPECT_FALSE(model_from_json(json, "test")) << wrong;
  }
}

TEST(ModelExtras, SizesAreThoseOfTheColumns) {
  Options options;
  options.epsilon = "1000";
  options.delta = "1e-3";
  for (const double size : fitted(options)["model"]["sizes"].get<std::vector<double>>())
    EXPECT_NEAR(size, 1, 0.4) << "the columns are standard normal";
}

TEST(ModelExtras, MayBeMissingFromOlderFiles) {
  Json json = fitted(moments());
  json.erase("run");
  json.erase("build");
  json["model"].erase("noise_deviation");
  json["model"].erase("sizes");
  const auto back = model_from_json(json, "test");
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_FALSE(back->noise);
  EXPECT_TRUE(back->origin.arguments.empty());
}

TEST(ModelExtras, AreRefusedWhereTheyDoNotFit) {
  for (const char* what : {"/model/noise_deviation/weights", "/model/sizes"}) {
    Json json = fitted(moments());
    json[Json::json_pointer(what)].push_back(1.0);
    EXPECT_FALSE(model_from_json(json, "test")) << what;
  }
  Json json = fitted(moments());
  json["model"]["noise_deviation"]["weights"][0] = -1;
  EXPECT_FALSE(model_from_json(json, "test"));
  json = fitted(moments());
  json["run"]["arguments"] = 3;
  EXPECT_FALSE(model_from_json(json, "test"));
}

TEST(Load, RemembersTheNameOfAFileWithoutItsFolder) {
  const auto data = load("synthetic:clinic?n=50", {});
  ASSERT_TRUE(data);
  EXPECT_EQ(data->schema.source, "synthetic:clinic?n=50");
}

}  // namespace
}  // namespace discreet
