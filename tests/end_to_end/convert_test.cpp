// Column files as a user meets them: the model that a table gives, to the last byte, from columns that stay on the
// disk.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <string>

#include "tests/support/program.hpp"

namespace discreet::testing {
namespace {

class Convert : public Program {
 protected:
  // The models of the table and of what was converted from it, by the same settings.
  void expect_one_model(const std::string& table, const std::string& reading, const std::string& settings) {
    const Outcome converted = run("convert " + table + " made.dcols " + reading);
    ASSERT_EQ(converted.code, 0) << converted.error;
    const Outcome first = run("fit " + table + " " + reading + " " + settings + " --noise seeded:7 --out table.json");
    ASSERT_EQ(first.code, 0) << first.error;
    for (const std::string& typed : {reading, std::string()}) {
      const Outcome second = run("fit made.dcols " + typed + " " + settings + " --noise seeded:7 --out columns.json");
      ASSERT_EQ(second.code, 0) << second.error;
      EXPECT_EQ(content("table.json"), content("columns.json")) << settings << " | " << typed;
      fs::remove(folder_ / "columns.json");
    }
  }
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
};

TEST_F(Convert, GivesTheModelThatTheTableGives) {
  ASSERT_EQ(run("generate 'clinic?n=3000&seed=5' --out rows.csv").code, 0);
  for (const char* solver :
       {"auto", "cd", "cd --order shuffled --threads 2", "block", "greedy", "sgd --passes 2", "newton",
        "svrg --passes 2", "dual --batch 100 --penalty l2:0.1 --passes 1 --no-intercept", "exact"}) {
    const std::string epsilon = std::string(solver) == "exact" ? "" : " --epsilon 2";
    expect_one_model("rows.csv", "", std::string("--loss logistic --solver ") + solver + epsilon);
  }
  ASSERT_EQ(run("generate 'regression?n=4000&p=7&seed=5' --out numbers.csv").code, 0);
  for (const char* solver : {"cd", "moments", "block", "newton", "frank-wolfe --radius 2 --no-intercept", "sgd"})
    for (const char* precision : {"", "--precision float32"})
      expect_one_model("numbers.csv", precision, std::string("--epsilon 2 --solver ") + solver);
}

TEST_F(Convert, GivesItWhateverTheRowsAreReadBy) {
  std::string text = "id,age,city,income,group,outcome\n";
  for (int i = 0; i < 2000; ++i)
    text += std::to_string(i) + "," + std::to_string(18 + i * 7 % 70) + "," + (i % 3 ? "Lyon" : "Oslo") + "," +
            std::to_string(i * 37 % 900) + ".5," + std::to_string(i % 2) + "," + (i * 7 % 70 > 30 ? "ill" : "well") +
            "\n";
  write("rows.csv", text);
  const std::string words = "--drop id --categorical city=Lyon,Oslo --classes well,ill";
  expect_one_model("rows.csv", words, "--loss logistic --epsilon 1");
  expect_one_model("rows.csv", words + " --bound age=18,90 --bound income=0,800 --precision float32 --target outcome",
                   "--loss logistic --epsilon 1 --solver cd");
  write("limits.csv", "column,low,high\nage,0,60\nincome,0,500\n");
  expect_one_model("rows.csv", "--drop id --drop city --bounds limits.csv --row-norm 300 --classes well,ill",
                   "--loss logistic --epsilon 1 --solver block");
  expect_one_model("rows.csv", "--drop id --drop city --drop outcome --target income --bound income=0,700",
                   "--epsilon 1 --solver newton");
}

TEST_F(Convert, GoesOnWithEveryCommandThatTakesData) {
  ASSERT_EQ(run("generate 'clinic?n=2000' --out rows.csv").code, 0);
  ASSERT_EQ(run("convert rows.csv rows.dcols").code, 0);
  ASSERT_EQ(run("fit rows.csv --loss logistic --epsilon 1 --out m.json").code, 0);
  for (const char* rest : {"predict m.json ", "evaluate m.json ", "fairness m.json --group smoker "}) {
    const Outcome table = run(std::string(rest) + "rows.csv"), columns = run(std::string(rest) + "rows.dcols");
    EXPECT_EQ(columns.code, table.code) << rest << columns.error;
    EXPECT_EQ(columns.out, table.out) << rest;
  }
  EXPECT_EQ(run("compare rows.dcols --loss logistic --solver cd --epsilon 1").code, 0);
  EXPECT_EQ(run("tune rows.dcols --loss logistic --epsilon 2 --trials 1 --out t.json").code, 0);
  EXPECT_EQ(run("convert rows.dcols fewer.dcols --drop age").code, 0);
  EXPECT_EQ(run("fit fewer.dcols --loss logistic --epsilon 1 --out f.json").code, 0);
}

TEST_F(Convert, SaysWhatItDidAndThatItIsSensitive) {
  write("rows.csv", "a,y\n1,2\n3,4\n");
  const Outcome said = run("convert rows.csv rows.dcols");
  EXPECT_NE(said.out.find("2 rows, 1 features"), std::string::npos) << said.out;
  EXPECT_NE(said.error.find("as sensitive as the data"), std::string::npos) << said.error;
  struct stat about {};
  ASSERT_EQ(stat((folder_ / "rows.dcols").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0600u);
  const Json json = Json::parse(run("convert rows.csv rows.dcols --precision float32 --json").out);
  EXPECT_EQ(json["rows"], 2);
  EXPECT_EQ(json["precision"], "float32");
  EXPECT_EQ(json["bytes"], fs::file_size(folder_ / "rows.dcols"));
  EXPECT_FALSE(json["private"].get<bool>());
}

TEST_F(Convert, TakesStandardInput) {
  write("rows.csv", "a,y\n1,2\n3,4\n");
  EXPECT_EQ(run("convert - piped.dcols < rows.csv").code, 0);
  EXPECT_EQ(run("convert rows.csv named.dcols").code, 0);
  EXPECT_EQ(fs::file_size(folder_ / "piped.dcols"), fs::file_size(folder_ / "named.dcols") - 7) << "but for the name";
}

TEST_F(Convert, ExitsWithTheCodeOfWhoMustAct) {
  write("rows.csv", "a,b,y\n1,2,3\n4,5,6\n");
  write("bad.csv", "a,y\n1,2\nx,3\n");
  write("rows.svm", "1 1:2\n");
  write("fake.dcols", "a,y\n1,2\n");
  ASSERT_EQ(run("convert rows.csv rows.dcols").code, 0);
  std::ofstream(folder_ / "cut.dcols") << content("rows.dcols").substr(0, 200);
  struct {
    const char* arguments;
    int code;
  } const cases[] = {{"convert rows.csv", 2},
                     {"convert rows.csv out.csv", 2},
                     {"convert rows.csv out.dcols.gz", 2},
                     {"convert rows.csv -", 2},
                     {"convert rows.svm out.dcols", 2},
                     {"convert rows.csv out.dcols --target z", 2},
                     {"convert rows.csv out.dcols --standardise from-data", 2},
                     {"convert rows.csv out.dcols --precision float16", 2},
                     {"convert missing.csv out.dcols", 5},
                     {"convert bad.csv out.dcols", 5},
                     {"convert rows.csv nowhere/out.dcols", 5},
                     {"fit fake.dcols --epsilon 1", 5},
                     {"fit cut.dcols --epsilon 1", 5},
                     {"fit missing.dcols --epsilon 1", 5},
                     {"fit rows.dcols --epsilon 1 --drop a", 2},
                     {"fit rows.dcols --epsilon 1 --target a", 2},
                     {"fit rows.dcols --epsilon 1 --bound a=0,1", 2},
                     {"fit rows.dcols --epsilon 1 --loss logistic --positive 9", 2}};
  for (const auto& [arguments, code] : cases) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, code) << arguments << ": " << outcome.error;
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << arguments << ": " << outcome.error;
  }
  EXPECT_FALSE(exists("out.dcols"));
}

TEST_F(Convert, WarnsOfSolversThatCopyAllRows) {
  ASSERT_EQ(run("convert 'synthetic:regression?n=500&p=3' rows.dcols").code, 0);
  const Outcome copies = run("fit rows.dcols --epsilon 1 --solver sgd --passes 1");
  EXPECT_EQ(copies.code, 0);
  EXPECT_NE(copies.error.find("makes a copy of all of rows.dcols"), std::string::npos) << copies.error;
  EXPECT_NE(run("fit rows.dcols --epsilon 1 --batch 50 --passes 1").error.find("sgd walks"), std::string::npos);
  EXPECT_EQ(run("fit rows.dcols --epsilon 1 --solver cd --passes 1").error.find("copy"), std::string::npos);
}

}  // namespace
}  // namespace discreet::testing
