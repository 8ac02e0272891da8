// What a reproduction tells its page, and what it does about data that is not there.
#include "discreet/research/reproduce/reproduction.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "discreet/report/comparison.hpp"
#include "discreet/research/reproduce/dpcd_problems.hpp"
#include "discreet/research/reproduce/dpgcd_problems.hpp"

namespace discreet {
namespace {

namespace fs = std::filesystem;

class DataFolder : public ::testing::Test {
 protected:
  DataFolder() { fs::create_directories(folder_); }
  ~DataFolder() override { fs::remove_all(folder_); }
  void put(const std::string& name) const { std::ofstream(folder_ / name) << "x"; }

  fs::path folder_ = fs::temp_directory_path() / ("discreet_data_" + std::to_string(getpid()));
  ReproduceRequest request_{"dpcd-table2", Extent::quick, folder_.string(), ""};
  Reproduction reproduction_;
};

TEST_F(DataFolder, WithSomeOfTheFilesDoesForThose) {
  put("california.csv.gz");
  const auto problems = dpcd_problems_there(request_, reproduction_);
  ASSERT_TRUE(problems);
  ASSERT_EQ(problems->size(), 3u);
  EXPECT_EQ((*problems)[0].name, "California imbalanced");
  EXPECT_EQ((*problems)[2].name, "Sparse LASSO") << "it is generated";
  ASSERT_EQ(reproduction_.missing.size(), 2u);
  EXPECT_NE(reproduction_.missing[0].find("electricity.csv.gz"), std::string::npos);
  EXPECT_TRUE(dpgcd_data_is_there(request_));
}

TEST_F(DataFolder, WithNoneOfTheFilesIsAnotherFolder) {
  const auto problems = dpcd_problems_there(request_, reproduction_);
  ASSERT_FALSE(problems);
  EXPECT_EQ(problems.error().fault, Fault::data);
  EXPECT_FALSE(dpgcd_data_is_there(request_));
}

TEST_F(DataFolder, MissingFileIsNamedAndPassedOver) {
  for (const DpgcdProblem& problem : dpgcd_problems())
    if (problem.name == "california") {
      const auto study = open_dpgcd(problem, request_, reproduction_);
      ASSERT_TRUE(study);
      EXPECT_FALSE(*study);
    }
  ASSERT_EQ(reproduction_.missing.size(), 1u);
  EXPECT_NE(reproduction_.missing[0].find("california.csv.gz"), std::string::npos);
}

TEST(Reproduction, TellsItsPageEverythingThatItPrints) {
  Reproduction r;
  r.name = "a-table";
  r.title = "published and measured";
  r.source = "a publication, table 9";
  r.columns = {"problem", "published", "measured"};
  r.rows = {{std::string("houses"), 0.5, 0.25}, {std::string("cars"), Cell(), 0.125}};
  r.findings = {"a finding"};
  r.notes = {"a difference"};
  r.used = {"/home/somebody/houses.csv"};
  r.missing = {"boats.csv"};
  r.seeds = "1 to 7";
  const std::string page = comparison_report(comparison_json(r));
  for (const char* text : {"a-table: published and measured", "a publication, table 9", ">houses<", "0.25", "0.125",
                           "a finding", "a difference", "boats.csv", "1 to 7", "houses.csv", "build: commit"})
    EXPECT_NE(page.find(text), page.npos) << text;
  EXPECT_EQ(page.find("/home/somebody"), page.npos);
  EXPECT_LT(page.find(">houses<"), page.find("a difference"));
}

}  // namespace
}  // namespace discreet
