// The program as a user runs it: arguments in, text and exit codes out.
#include "tests/support/program.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <string>

namespace discreet::testing {
namespace {

TEST_F(Program, FitsWritesPredictsAndEvaluates) {
  const Outcome fitted = run("fit 'synthetic:clinic?n=3000' --loss logistic --epsilon 1 --out m.json --report r.html");
  EXPECT_EQ(fitted.code, 0) << fitted.error;
  EXPECT_NE(fitted.out.find("epsilon 1 of 1"), std::string::npos);
  EXPECT_TRUE(exists("m.json"));
  EXPECT_NE(content("r.html").find("Privacy label"), std::string::npos);

  ASSERT_EQ(run("generate 'clinic?n=50&seed=3' --out rows.csv").code, 0);
  const Outcome predicted = run("predict m.json rows.csv");
  EXPECT_EQ(predicted.code, 0) << predicted.error;
  EXPECT_EQ(std::count(predicted.out.begin(), predicted.out.end(), '\n'), 51);
  EXPECT_TRUE(predicted.out.starts_with("prediction,probability\n"));

  const Outcome evaluated = run("evaluate m.json rows.csv --json");
  const Json json = Json::parse(evaluated.out);
  EXPECT_EQ(json["metrics"]["rows"], 50);
  EXPECT_FALSE(json["private"].get<bool>());
}

TEST_F(Program, FitsPredictsAndEvaluatesSparseFiles) {
  std::ofstream out(folder_ / "rows.svm");
  for (int i = 0; i < 5000; ++i) out << (i % 2 ? "+1" : "-1") << " " << 1 + i % 2 << ":1 " << 3 + i % 5 << ":0.5\n";
  out.close();
  const Outcome guessed = run("fit rows.svm --loss logistic --epsilon 1 --json");
  EXPECT_EQ(guessed.code, 0) << guessed.error;
  EXPECT_FALSE(Json::parse(guessed.out)["privacy"]["private"].get<bool>()) << "the width is some row's";
  EXPECT_EQ(run("fit rows.svm --loss logistic --epsilon 1 --strict").code, 4);
  // Noise that no seed tames: so many rows and such an epsilon that it does not matter.
  const Outcome fitted = run("fit rows.svm --loss logistic --epsilon 10 --strict --features 9 --out m.json --json");
  EXPECT_EQ(fitted.code, 0) << fitted.error;
  EXPECT_EQ(Json::parse(fitted.out)["model"]["weights"].size(), 9u);
  const Outcome evaluated = run("evaluate m.json rows.svm --json");
  EXPECT_GT(Json::parse(evaluated.out)["metrics"]["accuracy"].get<double>(), 0.9) << evaluated.error;
  const Outcome predicted = run("predict m.json rows.svm");
  EXPECT_EQ(std::count(predicted.out.begin(), predicted.out.end(), '\n'), 5001) << predicted.error;
  EXPECT_EQ(run("fit rows.svm --loss logistic --epsilon 1 --features 6").code, 5);
}

TEST_F(Program, PrintsOneObjectAndNothingElseWhenAskedForJson) {
  const Outcome fitted = run("fit 'synthetic:regression?n=5000' --epsilon 1 --json");
  const Json json = Json::parse(fitted.out);
  EXPECT_EQ(json["format"], "discreet-model");
  EXPECT_EQ(fitted.error, "");
  EXPECT_EQ(Json::parse(content("model.json")), json) << "model.json is the default place";
  EXPECT_EQ(Json::parse(run("plan --rows 1000 --features 5 --epsilon 1 --json").out)["rows"], 1000);
  const Outcome refused = run("fit 'synthetic:regression?n=500' --json");
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(Json::parse(refused.out)["error"]["code"], 2);
  EXPECT_EQ(std::count(refused.error.begin(), refused.error.end(), '\n'), 1) << "an error is one line";
}

TEST_F(Program, ExitsWithTheCodeOfWhoMustAct) {
  std::ofstream(folder_ / "bad.csv") << "a,y\n1,2\nx,3\n";
  struct {
    const char* arguments;
    int code;
  } const cases[] = {{"", 2},
                     {"fit", 2},
                     {"frobnicate", 2},
                     {"fit synthetic:clinic", 2},
                     {"fit synthetic:clinic --epsilon", 2},
                     {"fit synthetic:clinic --epsilon 1 --colour red", 2},
                     {"fit synthetic:nothing --epsilon 1", 2},
                     {"fit synthetic:clinic --loss logistic --epsilon 1 --noise seeded:1 --strict", 4},
                     {"fit missing.csv --epsilon 1", 5},
                     {"fit bad.csv --epsilon 1", 5},
                     {"fit bad.csv --epsilon 1 --target z", 2},
                     {"predict missing.json bad.csv", 5},
                     {"predict bad.csv bad.csv", 5},
                     {"fit synthetic:clinic --loss logistic --epsilon 1 --out no/such/folder/m.json", 5},
                     {"--help", 0},
                     {"--version", 0},
                     {"fit --help", 0}};
  for (const auto& c : cases) {
    const Outcome outcome = run(c.arguments);
    EXPECT_EQ(outcome.code, c.code) << c.arguments << "\n" << outcome.error;
    if (c.code != 0) {
      EXPECT_TRUE(outcome.error.starts_with("discreet: ")) << outcome.error;
    }
  }
  EXPECT_FALSE(exists("model.json")) << "nothing is written when anything is wrong";
}

TEST_F(Program, ShowsExamplesFirst) {
  const std::string help = run("fit --help").out;
  EXPECT_LT(help.find("Examples:"), help.find("--epsilon E"));
  EXPECT_NE(help.find("--clip-rule"), std::string::npos);
}

TEST_F(Program, ReadsListsInASettingsFile) {
  std::ofstream(folder_ / "settings.toml")
      << "epsilon = 1 # one\nbound = [\"x1=-5,5\",\n  \"x2=-5,5\"]\nstrict = true\n"
         "penalty = \"l1:0.1\"\n[plan]\nepsilon = 2\n[fit]\nepsilon = 3\n";
  const Outcome fitted = run("fit 'synthetic:regression?n=500&p=2' --config settings.toml --json");
  ASSERT_EQ(fitted.code, 0) << fitted.error;
  EXPECT_EQ(Json::parse(fitted.out)["privacy"]["epsilon"], 3.0);
  std::ofstream(folder_ / "settings.toml") << "epsilon = 1\npenalty = elastic-net:0.1,0.5\n";
  EXPECT_NE(run("fit synthetic:regression --config settings.toml").error.find("several values"), std::string::npos);
}

TEST_F(Program, TakesSettingsFromAFileAndLetsTheCommandLineWin) {
  std::ofstream(folder_ / "settings.toml") << "loss = \"logistic\"\nepsilon = 3\n\n[fit]\npasses = 7\n";
  const Json json = Json::parse(run("fit 'synthetic:clinic?n=500' --config settings.toml --epsilon 2 --json").out);
  EXPECT_EQ(json["model"]["loss"], "logistic");
  EXPECT_EQ(json["privacy"]["epsilon"], 2.0);
  EXPECT_EQ(json["solver"]["passes"], 7);
  EXPECT_EQ(run("fit synthetic:clinic --config missing.toml").code, 2);
}

TEST_F(Program, ReadsStandardInputAndWritesStandardOutput) {
  const Outcome piped = run("generate 'regression?n=300&p=2' | " + program() + " fit - --epsilon 1 --out -");
  EXPECT_EQ(piped.code, 0) << piped.error;
  EXPECT_EQ(Json::parse(piped.out)["model"]["features"], Json::array({"x1", "x2"}));
}

TEST_F(Program, ReadsRowsForAModelAsTheyWereReadForTraining) {
  // Bounds and units belong to the model: the exact fit must look as good on the file as it was.
  ASSERT_EQ(run("generate 'regression?n=400&p=2&noise=0.1' --out d.csv").code, 0);
  std::ofstream(folder_ / "d.csv", std::ios::app) << "1e6,1e6,0\n";
  for (const std::string how : {"--bound x1=-5,5 --bound x2=-5,5", "--standardise from-data"}) {
    ASSERT_EQ(run("fit d.csv --solver exact --out m.json " + how).code, 0) << how;
    const double r2 = Json::parse(run("evaluate m.json d.csv --json").out)["metrics"]["r2"].get<double>();
    EXPECT_GT(r2, how[2] == 'b' ? 0.9 : -1e-9) << how;
  }
}

TEST_F(Program, PredictsWithoutLabels) {
  ASSERT_EQ(run("fit 'synthetic:clinic?n=500' --loss logistic --epsilon 1 --out m.json").code, 0);
  ASSERT_EQ(run("generate 'clinic?n=3' --out rows.csv").code, 0);
  std::string text = content("rows.csv");
  for (const std::string end : {",0\n", ",1\n"})
    for (std::size_t at; (at = text.find(end)) != text.npos;) text.replace(at, end.size(), ",\n");
  std::ofstream(folder_ / "blank.csv") << text;
  EXPECT_EQ(run("predict m.json blank.csv").code, 0);
}

TEST_F(Program, WritesThroughPipesAndLinksInsteadOfReplacingThem) {
  ASSERT_EQ(run("fit 'synthetic:regression?n=200' --epsilon 1 --out m.json").code, 0);
  fs::create_symlink("real.html", folder_ / "link.html");
  std::ofstream(folder_ / "real.html").close();
  EXPECT_EQ(run("report m.json --out link.html").code, 0);
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.html"));
  EXPECT_NE(content("real.html"), "");
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  const Outcome piped = run("report m.json --out pipe >/dev/null & cat pipe");
  EXPECT_NE(piped.out.find("<!doctype html>"), std::string::npos);
  EXPECT_TRUE(fs::is_fifo(folder_ / "pipe"));
}

TEST_F(Program, ExplainsWhatWasTyped) {
  struct {
    const char* arguments;
    const char* words;
  } const cases[] = {{"frobnicate", "there is no command 'frobnicate'"},
                     {"fit synthetic:clinic --neighborhood x", "there is no option --neighborhood"},
                     {"fit synthetic:clinic --epsilom 1", "did you mean --epsilon?"},
                     {"fit synthetic:clinic --epsilon", "--epsilon needs a value"},
                     {"fit synthetic:clinic --epsilon 0", "not a number above 0"},
                     {"fit synthetic:clinic --epsilon 1 --threads 100000", "more than 1024"},
                     {"fit synthetic:clinic --epsilon 1 --smoothness public", "public:FILE"},
                     {"fit synthetic:regression --solver cd --epsilon inf --step 30", "diverged"}};
  for (const auto& c : cases) {
    const Outcome outcome = run(c.arguments);
    EXPECT_EQ(outcome.code, 2) << c.arguments;
    EXPECT_NE(outcome.error.find(c.words), std::string::npos) << outcome.error;
  }
}

TEST_F(Program, WarnsOfOptionsThatDoNothing) {
  const std::string small = "'synthetic:clinic?n=300' --loss logistic --epsilon 1 --no-intercept ";
  const Outcome batch = run("fit " + small + "--solver cd --batch 10");
  EXPECT_EQ(batch.code, 0) << batch.error;
  EXPECT_NE(batch.error.find("warning: --batch is not used by cd: it is for sgd, svrg, dual"), std::string::npos)
      << batch.error;
  EXPECT_EQ(batch.out.find("(intercept)"), std::string::npos) << "there is none";
  EXPECT_EQ(run("fit " + small + "--solver sgd --batch 10").error.find("not used"), std::string::npos);
  EXPECT_EQ(run("fit " + small + "--batch 10").error.find("not used"), std::string::npos) << "auto takes it as a hint";
  EXPECT_NE(
      run("plan --rows 1000 --features 3 --epsilon 1 --metric diagonal --solver cd").error.find("--metric is not"),
      std::string::npos);
  const Outcome numbers = run("fit 'synthetic:clinic?n=300' --classes 0,1 --epsilon 1");
  EXPECT_NE(numbers.error.find("did you forget --loss logistic?"), std::string::npos) << numbers.error;
  EXPECT_NE(run("fit --help").out.find("for sgd, svrg, dual, dual-sequential"), std::string::npos);
}

// With so few rows the noise hides most of the columns that are on other scales.
TEST_F(Program, NamesColumnsWhoseScaleTheBudgetDidNotShow) {
  const Outcome few = run("fit 'synthetic:clinic?n=500' --loss logistic --epsilon 1 --noise seeded:1");
  EXPECT_NE(few.error.find("hides on what scale they are"), std::string::npos) << few.error;
  EXPECT_NE(few.error.find("declare bounds for them"), std::string::npos) << few.error;
  const Outcome many = run("fit 'synthetic:clinic?n=20000' --loss logistic --epsilon 1 --noise seeded:1");
  EXPECT_EQ(many.error.find("on what scale"), std::string::npos) << many.error;
}

TEST_F(Program, SaysWhenItsOutputIsLost) {
  EXPECT_EQ(run("plan --rows 100 --features 3 --epsilon 1 > /dev/full").code, 5);
}

TEST_F(Program, PlansWithoutData) {
  const Outcome plan = run("plan --rows 20000 --features 13 --loss logistic --epsilon 1");
  EXPECT_EQ(plan.code, 0) << plan.error;
  EXPECT_NE(plan.out.find("slopes"), std::string::npos);
  // What is planned is what is spent.
  const Json planned = Json::parse(run("plan --rows 3000 --features 13 --loss logistic --epsilon 1 --json").out);
  const Json fitted = Json::parse(run("fit 'synthetic:clinic?n=3000' --loss logistic --epsilon 1 --json").out);
  EXPECT_EQ(planned["privacy"]["events"], fitted["privacy"]["events"]);
}

}  // namespace
}  // namespace discreet::testing
