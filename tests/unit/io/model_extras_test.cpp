#include <gtest/gtest.h>

#include "discreet/fit/fit.hpp"
#include "discreet/io/load.hpp"
#include "discreet/io/model_file.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

Json fitted(const Options& options) {
  const auto made = testing::random_rows(200, 3, 1, false);
  Dataset data = testing::make_dataset(made.rows, made.labels);
  data.schema.source = "houses.csv";
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
