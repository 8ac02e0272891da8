// What the program writes, and over what it does not.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/program.hpp"

namespace discreet::testing {
namespace {

TEST_F(Program, AnswersAfterTheFilesAreWritten) {
  ASSERT_EQ(run("fit 'synthetic:regression?n=200' --epsilon 1 --out m.json").code, 0);
  const Outcome lost = run("predict m.json 'synthetic:regression?n=5' --out nowhere/p.csv --json");
  EXPECT_EQ(lost.code, 5);
  EXPECT_TRUE(Json::parse(lost.out).contains("error")) << lost.out;
  const Outcome kept = run("predict m.json 'synthetic:regression?n=5' --out p.csv --json");
  EXPECT_EQ(Json::parse(kept.out)["predictions"].size(), 5u);
  EXPECT_TRUE(exists("p.csv"));
}

// By the file itself, not by how its name is spelt.
TEST_F(Program, WritesOverNothingThatItReads) {
  ASSERT_EQ(run("generate 'regression?n=50&p=2' --out part-1.csv").code, 0);
  ASSERT_EQ(run("fit part-1.csv --epsilon 1 --out m.json").code, 0);
  const std::string rows = content("part-1.csv"), model = content("m.json");
  fs::create_hard_link(folder_ / "part-1.csv", folder_ / "other.csv");
  fs::create_symlink("m.json", folder_ / "link.json");
  for (const char* arguments :
       {"fit part-1.csv --epsilon 1 --out other.csv", "fit 'part-*.csv' --epsilon 1 --report part-1.csv",
        "tune part-1.csv --epsilon 1 --out ./part-1.csv", "predict m.json part-1.csv --out link.json",
        "predict m.json part-1.csv --out other.csv", "report link.json --out m.json",
        "compare part-1.csv --epsilon 1 --csv a.csv --report ./a.csv", "fit part-1.csv other.csv --epsilon 1",
        "fit 'part-*.csv' part-1.csv --epsilon 1", "convert part-1.csv a.dcols --labels a.dcols"}) {
    EXPECT_EQ(run(arguments).code, 2) << arguments;
    EXPECT_EQ(content("part-1.csv"), rows) << arguments;
    EXPECT_EQ(content("m.json"), model) << arguments;
  }
  EXPECT_EQ(run("fit part-1.csv --epsilon 1 --out /dev/null --report /dev/null").code, 0);
}

bool says(const Outcome& outcome, const std::string& words) { return outcome.error.find(words) != std::string::npos; }

TEST_F(Program, KeepsWhatABudgetHasPaidFor) {
  const std::string fit = "fit 'synthetic:regression?n=5000&p=3' --epsilon 1 --out m.json --report page.html";
  ASSERT_EQ(run(fit).code, 0);
  const std::string first = content("m.json"), page = content("page.html");
  const Outcome again = run(fit);
  ASSERT_EQ(again.code, 0) << again.error;
  EXPECT_EQ(content("m.1.json"), first);
  EXPECT_EQ(content("page.1.html"), page);
  EXPECT_TRUE(says(again, "m.json was there already and is kept as m.1.json")) << again.error;
  EXPECT_TRUE(says(again, "page.html was there already and is kept as page.1.html")) << again.error;
  EXPECT_NE(content("m.json"), first);
  const std::string second = content("m.json");
  ASSERT_EQ(run("tune 'synthetic:regression?n=200' --epsilon 1 --out m.json").code, 0);
  EXPECT_EQ(content("m.2.json"), second);
  EXPECT_EQ(content("m.1.json"), first);
  // Through a link, what it leads to is kept beside itself.
  fs::create_directory(folder_ / "store");
  fs::rename(folder_ / "m.json", folder_ / "store/v.json");
  fs::create_symlink("store/v.json", folder_ / "m.json");
  const std::string linked = content("m.json");
  ASSERT_EQ(run(fit).code, 0);
  EXPECT_TRUE(fs::is_symlink(folder_ / "m.json"));
  EXPECT_EQ(content("store/v.1.json"), linked);
  // A report can be made again, as often as anybody likes.
  ASSERT_EQ(run("report m.json --out label.html").code, 0);
  ASSERT_EQ(run("report m.json --out label.html").code, 0);
  EXPECT_FALSE(exists("label.1.html"));
}

// What each output may replace: an empty file, and one of its own kind.
TEST_F(Program, ReplacesNothingOfAnotherKind) {
  ASSERT_EQ(run("generate 'regression?n=50&p=2' --out data.csv").code, 0);
  ASSERT_EQ(run("fit data.csv --epsilon 1 --out m.json --report model.html").code, 0);
  ASSERT_EQ(run("predict m.json data.csv --out p.csv").code, 0);
  ASSERT_EQ(run("report m.json --format yaml --out label.yaml").code, 0);
  ASSERT_EQ(run("report m.json --format markdown --out label.md").code, 0);
  ASSERT_EQ(run("account m.json --curve curve.csv").code, 0);
  ASSERT_EQ(run("convert data.csv d.dcols").code, 0);
  ASSERT_EQ(run("compare data.csv --solver moments --epsilon 1 --repeats 1 --csv runs.csv --report runs.html").code, 0);
  ASSERT_EQ(run("ledger create ledger.db --dataset d --epsilon 2 --delta 1e-6").code, 0);
  std::ofstream(folder_ / "notes.txt") << "notes\n";
  std::ofstream(folder_ / "page.html") << "<!doctype html><title>mine</title>";
  std::ofstream(folder_ / "other.json") << "{\"format\": \"mine\"}";
  std::ofstream(folder_ / "old.dcols") << "not columns";
  const char* all[] = {"data.csv", "m.json",   "model.html", "p.csv",     "label.yaml", "label.md",   "curve.csv",
                       "d.dcols",  "runs.csv", "runs.html",  "notes.txt", "page.html",  "other.json", "old.dcols"};
  struct Writer {
    std::string command;
    std::vector<std::string> may;  // replace these
  };
  const std::string spends =
      "fit 'synthetic:regression?n=50&p=2' --epsilon 1 --delta 1e-7 --ledger ledger.db --dataset d ";
  const Writer writers[] = {
      {spends + "--out ", {"m.json"}},
      {spends + "--out /dev/null --report ", {"model.html"}},
      {"tune 'synthetic:regression?n=50&p=2' --epsilon 1 --delta 1e-7 --ledger ledger.db --dataset d --out ",
       {"m.json"}},
      {"predict m.json 'synthetic:regression?n=5&p=2' --out ", {"p.csv"}},
      {"report m.json --out ", {"model.html"}},
      {"report m.json --format yaml --out ", {"label.yaml"}},
      {"report m.json --format markdown --out ", {"label.md"}},
      {"account m.json --curve ", {"curve.csv"}},
      {"convert 'synthetic:regression?n=5&p=2' ", {"d.dcols"}},
      {"generate 'regression?n=50&p=2' --out ", {"data.csv"}},
      {"compare 'synthetic:regression?n=50&p=2' --solver moments --epsilon 1 --repeats 1 --report ", {"runs.html"}},
      {"reproduce dpcd-table2 --quick --csv ", {}},
      {"reproduce dpcd-table2 --quick --report ", {"runs.html"}}};
  const std::string charged = run("ledger history ledger.db --json").out;
  for (const auto& [command, may] : writers)
    for (const std::string name : all) {
      if (std::find(may.begin(), may.end(), name) != may.end()) continue;
      const std::string before = content(name);
      const Outcome refused = run(command + name);
      EXPECT_EQ(refused.code, 2) << command << name << '\n' << refused.error;
      EXPECT_EQ(content(name), before) << command << name;
    }
  EXPECT_EQ(run("ledger history ledger.db --json").out, charged);
  const Outcome refused = run("report m.json --out data.csv");
  EXPECT_TRUE(says(refused, "--out data.csv: the file is there and is not a report about a model; choose another name"))
      << refused.error;
  for (const auto& [command, may] : writers)
    for (const std::string& name : may)
      if (command.find("ledger") == std::string::npos && command.find("reproduce") == std::string::npos) {
        EXPECT_EQ(run(command + name).code, 0) << command << name;
      }
  std::ofstream(folder_ / "empty.html").close();
  EXPECT_EQ(run("report m.json --out empty.html").code, 0);
}

TEST_F(Program, SaysThatTheModelIsThereWhenItsReportIsNot) {
  const std::string fit = "fit 'synthetic:regression?n=200' --epsilon 1 --report /dev/full --out ";
  const Outcome file = run(fit + "m.json");
  EXPECT_EQ(file.code, 5);
  EXPECT_TRUE(says(file, "the model is written and is in m.json")) << file.error;
  EXPECT_EQ(run("report m.json --out page.html").code, 0);
  const Outcome json = run(fit + "- --json");
  EXPECT_EQ(json.code, 5);
  EXPECT_TRUE(says(json, "the model is written and is on standard output")) << json.error;
  EXPECT_EQ(Json::parse(json.out)["format"], "discreet-model");
}

TEST_F(Program, TakesAnOptionOnce) {
  const std::string fit = "fit 'synthetic:regression?n=200' --epsilon 1 --out m.json ";
  for (const char* repeated : {"--epsilon 2", "--epsilon=1", "--passes 3 --passes 3", "--out other.json",
                               "--strict --strict", "--intercept --no-intercept",
                               "--neighbours zero-out --neighbors zero-out", "--config a.toml --config b.toml"}) {
    std::ofstream(folder_ / "a.toml") << "passes = 2\n";
    std::ofstream(folder_ / "b.toml") << "passes = 2\n";
    const Outcome refused = run(fit + repeated);
    EXPECT_EQ(refused.code, 2) << repeated;
    EXPECT_TRUE(says(refused, "is given twice")) << repeated << ": " << refused.error;
    EXPECT_FALSE(exists("m.json")) << repeated;
  }
  EXPECT_EQ(run(fit + "--drop x1 --drop x2").code, 0);  // a list
  std::ofstream(folder_ / "c.toml") << "epsilon = 3\n";
  EXPECT_EQ(run(fit + "--config c.toml --json").code, 0);  // the command line wins
  EXPECT_EQ(Json::parse(content("m.json"))["privacy"]["epsilon"], 1.0);
}

// The shell ends what it has started in the background with a signal as soon as the file is there that says where the
// run is: before the ledger is charged, or afterwards.
TEST_F(Program, SaysWhatWasChargedWhenItIsInterrupted) {
  ASSERT_EQ(run("ledger create l.db --dataset d --epsilon 20 --delta 1e-4").code, 0);
  const std::string long_fit =
      "fit 'synthetic:regression?n=100000&p=40' --solver cd --passes 3000 --epsilon 2 --delta 1e-6 --ledger l.db "
      "--dataset d";
  // `run` puts the program first: here it is the shell that runs it and sends the signal.
  const auto interrupted = [&](const std::string& arguments, const std::string& when) {
    std::ofstream(folder_ / "run.sh") << "set -m\n"
                                      << program() << " " << arguments << " &\nchild=$!\n"
                                      << when << "\nkill -INT $child\nwait $child\n";
    return run("--version >/dev/null; bash run.sh");
  };
  const std::string charged = "until " + program() + " ledger history l.db | grep -q charge; do sleep 0.05; done";
  const Outcome after = interrupted(long_fit, charged);
  EXPECT_EQ(after.code, 130);
  EXPECT_TRUE(says(after, "there is no model; ledger l.db, dataset 'd' was charged epsilon ")) << after.error;
  EXPECT_FALSE(exists("model.json"));
  ASSERT_EQ(run("ledger create l2.db --dataset d --epsilon 20 --delta 1e-4").code, 0);
  ASSERT_EQ(mkfifo((folder_ / "slow.csv").c_str(), 0600), 0);
  const Outcome before = interrupted("fit slow.csv --epsilon 2 --ledger l2.db --dataset d", "sleep 1");
  EXPECT_EQ(before.code, 130);
  EXPECT_TRUE(says(before, "ledger l2.db, dataset 'd' was not charged")) << before.error;
  const Outcome none =
      interrupted("fit 'synthetic:regression?n=100000&p=40' --solver cd --passes 3000 --epsilon 2 --json", "sleep 1");
  EXPECT_EQ(none.code, 130);
  EXPECT_TRUE(says(none, "there is no model, and no ledger was charged")) << none.error;
  EXPECT_EQ(Json::parse(none.out)["error"]["code"], 130);
}

}  // namespace
}  // namespace discreet::testing
