// compare and reproduce, as people call, interrupt and restart them.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <set>
#include <thread>

#include "tests/support/program.hpp"

namespace discreet::testing {
namespace {

const std::string kData = "'synthetic:regression?n=2000&p=5' --penalty l2:0.01 --no-intercept ";

class Compare : public Program {
 protected:
  Json answer(const std::string& arguments) const {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    return Json::parse(outcome.out);
  }
  std::size_t lines(const std::string& name) const {
    const std::string text = content(name);
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }
  // Starts the command, waits until the file has so many lines, and sends the signal. How it ended.
  int stopped(const std::string& arguments, const std::string& file, std::size_t enough, int signal) const {
    const std::string command =
        "cd " + folder_.string() + " && exec " + testing::program() + " " + arguments + " >out.txt 2>error.txt";
    const pid_t child = fork();
    if (child == 0) {
      execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    int status = 0;
    while (lines(file) < enough && waitpid(child, &status, WNOHANG) == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    kill(child, signal);
    waitpid(child, &status, 0);
    return status;
  }
};

TEST_F(Compare, SkipsWhatASolverCannotTakeAndSaysSo) {
  const std::string command = "compare " + kData +
                              "--solver cd,newton --clip-rule ball,smoothness --epsilon 1 --repeats 2 --csv runs.csv "
                              "--report page.html";
  const Json json = answer(command + " --json");
  EXPECT_EQ(json["runs"].size(), 3u) << json["runs"];
  ASSERT_EQ(json["left_out"].size(), 1u) << json["left_out"];
  const Json& cell = json["left_out"][0];
  EXPECT_EQ(cell["solver"], "newton");
  EXPECT_EQ(cell["epsilon"], 1);
  EXPECT_EQ(cell["settings"], Json({{"clip-rule", "smoothness"}}));
  EXPECT_EQ(cell["why"], "--solver newton clips by the ball rule only");
  const std::string row =
      "newton,1,,,,,,,,clip-rule=smoothness,left out: --solver newton clips by the ball rule only\n";
  EXPECT_TRUE(content("runs.csv").ends_with(row)) << content("runs.csv");
  EXPECT_EQ(lines("runs.csv"), 6 + 3 * 2 + 1u);
  const std::string before = content("runs.csv");
  // From the file again, in words.
  const std::string words = "left out: newton at epsilon 1, clip-rule smoothness: --solver newton clips by the ball";
  EXPECT_NE(run(command).out.find(words), std::string::npos);
  EXPECT_NE(content("page.html").find(words), std::string::npos);
  EXPECT_EQ(content("runs.csv"), before);
  EXPECT_EQ(run("compare " + kData + "--solver newton --clip-rule smoothness --epsilon 1").code, 2);
  EXPECT_EQ(run("compare " + kData + "--solver cd,newtan --epsilon 1").code, 2);
  // Two runs that differ in an option that is not used are the same run twice.
  const std::string twice = run("compare " + kData + "--solver cd,sgd --batch 10,20 --epsilon 1 --repeats 1").out;
  EXPECT_NE(twice.find("--batch is not used by cd"), std::string::npos);
  EXPECT_EQ(twice.find("is not used by sgd"), std::string::npos);
}

TEST_F(Compare, AnswersInTheShapeOfTheContract) {
  const Json json = answer("compare " + kData + "--solver cd,block --solver moments --epsilon 1,10 --repeats 3 --json");
  EXPECT_GT(json["optimum"].get<double>(), 0);
  EXPECT_EQ(json["data"]["rows"], 2000);
  EXPECT_EQ(json["caveats"], Json({"research output: not private"}));
  ASSERT_EQ(json["runs"].size(), 6u);
  for (const Json& run : json["runs"]) {
    EXPECT_TRUE(run["settings"].is_object());
    EXPECT_DOUBLE_EQ(run["delta"].get<double>(), 1.0 / (2000.0 * 2000.0));
    for (const char* part : {"relative_error", "seconds"})
      for (const char* name : {"mean", "std", "min", "max"}) EXPECT_TRUE(run[part][name].is_number()) << run;
    EXPECT_LE(run["relative_error"]["min"].get<double>(), run["relative_error"]["mean"].get<double>());
    EXPECT_TRUE(run.contains("passes"));
    EXPECT_FALSE(run.contains("curve"));
  }
  EXPECT_EQ(json["runs"][0]["solver"], "cd");
  EXPECT_EQ(json["runs"][3]["epsilon"], 10);
  EXPECT_LT(json["runs"][3]["relative_error"]["mean"].get<double>(),
            json["runs"][0]["relative_error"]["mean"].get<double>())
      << "ten times the budget, less error";
}

TEST_F(Compare, SaysThatItIsNotPrivateWhereverItWrites) {
  const Outcome outcome =
      run("compare " + kData + "--solver cd --epsilon 1 --repeats 2 --csv runs.csv --report page.html");
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  const std::string words = "research output: not private";
  for (const std::string& text : {outcome.out, outcome.error, content("runs.csv"), content("page.html")})
    EXPECT_NE(text.find(words), text.npos) << text;
}

TEST_F(Compare, FollowsTheErrorPassByPass) {
  const Json json = answer("compare " + kData + "--solver cd --passes 4,7 --epsilon 1 --repeats 2 --curve --json");
  ASSERT_EQ(json["runs"].size(), 2u);
  EXPECT_EQ(json["runs"][0]["curve"].size(), 4u);
  EXPECT_EQ(json["runs"][1]["curve"].size(), 7u);
  EXPECT_EQ(json["runs"][0]["settings"]["passes"], "4");
  const Json& last = json["runs"][1]["curve"][6];
  EXPECT_EQ(last["pass"], 7);
  EXPECT_NEAR(last["mean"].get<double>(), json["runs"][1]["relative_error"]["mean"].get<double>(), 1e-9);
}

TEST_F(Compare, SaysWhatRanOnWhatAndHowToDoItAgain) {
  const Json json = answer("compare " + kData + "--epsilon 1 --repeats 2 --solver auto,cd --json");
  EXPECT_EQ(json["command"],
            "discreet compare 'synthetic:regression?n=2000&p=5' --penalty l2:0.01 --no-intercept --epsilon 1 --solver "
            "auto,cd --repeats 2");
  EXPECT_TRUE(json["machine"]["cpu"].is_string());
  EXPECT_TRUE(json["build"]["commit"].is_string());
  EXPECT_TRUE(json["runs"][0]["settings"].empty());
  EXPECT_TRUE(json["runs"][0]["resolved"]["name"].is_string()) << "what auto took";
  EXPECT_TRUE(json["runs"][1]["resolved"]["passes"].is_number());
}

// What has no pass to tell of, and what stayed at its start, must not be run again either.
TEST_F(Compare, GoesOnWithCurvesWithoutRunningAnythingTwice) {
  const std::string command =
      "compare " + kData + "--solver cd,moments --epsilon 0.01,1 --repeats 2 --curve --csv curves.csv --json";
  const Json first = answer(command), again = answer(command);
  for (const Json& run : again["runs"]) EXPECT_TRUE(run["seconds"].is_null()) << run;
  for (std::size_t k = 0; k < first["runs"].size(); ++k)
    EXPECT_EQ(first["runs"][k].value("curve", Json()), again["runs"][k].value("curve", Json()));
}

TEST_F(Compare, AsksEverySolverThatCanDoIt) {
  const Json json = answer("compare " + kData + "--loss squared --epsilon 1 --repeats 1 --json");
  std::set<std::string> solvers;
  for (const Json& run : json["runs"]) solvers.insert(run["solver"]);
  for (const char* solver : {"cd", "block", "greedy", "sgd", "moments"})
    EXPECT_TRUE(solvers.contains(solver)) << solver;
  EXPECT_FALSE(solvers.contains("exact"));
}

TEST_F(Compare, RefusesWhatMakesNoSense) {
  std::ofstream(folder_ / "notes.csv") << "my notes\n";
  struct {
    std::string arguments;
    int code;
    const char* words;
  } const cases[] = {{"compare " + kData + "--solver cd", 2, "--epsilon is needed"},
                     {"compare " + kData + "--solver cdd --epsilon 1", 2, "cdd"},
                     {"compare " + kData + "--solver output --epsilon 1", 2, "output"},
                     {"compare " + kData + "--solver cd --epsilon 1 --noise seeded:1", 2, "--seed"},
                     {"compare " + kData + "--solver cd --epsilon 1 --fresh 3", 2, "--grid"},
                     {"compare " + kData + "--solver cd --epsilon 1 --grid=dense", 2, "thin"},
                     {"compare " + kData + "--solver cd --epsilon 1 --csv notes.csv", 2, "is not a list of runs"},
                     {"compare nothing.csv --solver cd --epsilon 1", 5, "nothing.csv"}};
  for (const auto& c : cases) {
    const Outcome outcome = run(c.arguments);
    EXPECT_EQ(outcome.code, c.code) << c.arguments << outcome.error;
    EXPECT_NE(outcome.error.find(c.words), std::string::npos) << outcome.error;
  }
  EXPECT_EQ(content("notes.csv"), "my notes\n");
}

// However it is stopped, the next call ends with the file of a run that nothing stopped.
TEST_F(Compare, GoesOnAfterBeingKilled) {
  const std::string command = "compare " + kData + "--solver cd,block --grid=thin --epsilon 1 --repeats 2 --csv ";
  ASSERT_EQ(run(command + "whole.csv").code, 0);
  const std::string whole = content("whole.csv");
  const std::size_t total = lines("whole.csv");
  ASSERT_GT(total, 300u);

  EXPECT_TRUE(WIFSIGNALED(stopped(command + "killed.csv", "killed.csv", total / 4, SIGKILL)));
  const std::string part = content("killed.csv");
  EXPECT_LT(lines("killed.csv"), total) << "it was stopped midway";
  EXPECT_TRUE(whole.starts_with(part.substr(0, part.rfind('\n') + 1))) << "what is there is a beginning";

  const int ended = stopped(command + "killed.csv", "killed.csv", total / 2, SIGINT);
  EXPECT_TRUE(WIFSIGNALED(ended) && WTERMSIG(ended) == SIGINT);
  EXPECT_NE(content("error.txt").find("goes on from killed.csv"), std::string::npos) << content("error.txt");
  EXPECT_NE(content("error.txt").find("stopping: "), std::string::npos) << "said at once";
  EXPECT_NE(content("out.txt").find("interrupted: "), std::string::npos);
  EXPECT_LT(lines("killed.csv"), total);
  EXPECT_TRUE(whole.starts_with(content("killed.csv")));

  ASSERT_EQ(run(command + "killed.csv --threads 3").code, 0);
  EXPECT_EQ(content("killed.csv"), whole);
  const Json again = answer(command + "killed.csv --json");
  EXPECT_TRUE(again["runs"][0]["seconds"].is_null()) << "nothing was run again, so nothing was timed";
  EXPECT_EQ(content("killed.csv"), whole);
}

TEST_F(Compare, ReportsTheChoiceOfAGridOnOtherSeeds) {
  const std::string command = "compare " + kData + "--solver moments --grid --epsilon 1 --repeats 3 --json ";
  const auto chosen = [](const Json& json) {
    std::vector<Json> found;
    for (const Json& run : json["runs"])
      if (run.value("chosen", false)) found.push_back(run);
    return found;
  };
  const auto fresh = chosen(answer(command + "--fresh 5")), same = chosen(answer(command + "--fresh 0"));
  ASSERT_EQ(fresh.size(), 1u);
  ASSERT_EQ(same.size(), 1u);
  EXPECT_EQ(fresh[0]["settings"], same[0]["settings"]);
  EXPECT_EQ(fresh[0]["repeats"], 5);
  EXPECT_EQ(same[0]["repeats"], 3);
  EXPECT_EQ(same[0]["relative_error"], fresh[0]["tuning_error"]);
  EXPECT_NE(fresh[0]["relative_error"], fresh[0]["tuning_error"]);
}

TEST_F(Compare, KeepsWhatIsGivenOutOfTheGrid) {
  const Json json = answer("compare " + kData + "--solver moments --clip 4 --grid --epsilon 1 --repeats 1 --json");
  ASSERT_FALSE(json["runs"].empty());
  for (const Json& run : json["runs"]) EXPECT_EQ(run["settings"]["clip"], "4");
}

TEST_F(Compare, ReproduceListsWhatThereIs) {
  const Outcome outcome = run("reproduce");
  EXPECT_EQ(outcome.code, 0);
  for (const char* name : {"dpcd-table2", "dpcd-table3", "dpcd-figure2", "dpgcd-table-d4", "dpgcd-figure-5.4.1",
                           "dpscd-figure1", "skgd-sampling", "fairness-table"})
    EXPECT_NE(outcome.out.find(name), std::string::npos) << name;
}

TEST_F(Compare, ReproduceExplainsWhatIsWrong) {
  fs::create_directories(folder_ / "empty");
  struct {
    const char* arguments;
    int code;
    const char* words;
  } const cases[] = {{"reproduce dpcd-table9", 2, "dpcd-table2"},
                     {"reproduce dpcd-table2 --data empty", 5, "empty/electricity.csv.gz"},
                     {"reproduce dpgcd-table-d4 --data empty", 5, "empty/california.csv.gz"},
                     {"reproduce fairness-table --data empty", 5, "empty/adult.csv.gz"},
                     {"reproduce dpcd-table2 --quick --full", 2, "exclude"}};
  for (const auto& c : cases) {
    const Outcome outcome = run(c.arguments);
    EXPECT_EQ(outcome.code, c.code) << c.arguments << outcome.error;
    EXPECT_NE(outcome.error.find(c.words), std::string::npos) << outcome.error;
  }
}

}  // namespace
}  // namespace discreet::testing
