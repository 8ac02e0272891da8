#include "tests/support/program.hpp"

namespace discreet {
namespace {

class AuditCommand : public testing::Program {};

TEST_F(AuditCommand, SaysWhatWasClaimedWhatWasFoundAndWhatWasTried) {
  const testing::Outcome text = run("audit --solver cd --epsilon 1 --runs 400");
  EXPECT_EQ(text.code, 0) << text.error;
  for (const char* part : {"Claimed: epsilon 1 at delta 1e-06", "--solver cd", "400 fits",
                           "Audited: epsilon is at least", "confidence 0.999", "does not contradict"})
    EXPECT_NE(text.out.find(part), std::string::npos) << part;

  const testing::Outcome object =
      run("audit --solver sgd --epsilon 2 --delta 1e-6 --runs 400 --canary all --confidence 0.99 --json");
  EXPECT_EQ(object.code, 0) << object.error;
  const testing::Json json = testing::Json::parse(object.out);
  EXPECT_LE(json["claimed"]["epsilon"], 2);
  EXPECT_LE(json["epsilon_lower_bound"], 2);
  EXPECT_EQ(json["contradicted"], false);
  EXPECT_EQ(json["confidence"], 0.99);
  EXPECT_EQ(json["canaries"].size(), 7);
  EXPECT_EQ(json["tried"]["runs"], 400);
}

TEST_F(AuditCommand, TakesOneRun) {
  const testing::Outcome done = run("audit --solver cd --mode one-run --canaries 500 --epsilon 1 --json");
  EXPECT_EQ(done.code, 0) << done.error;
  const testing::Json json = testing::Json::parse(done.out);
  EXPECT_EQ(json["guesses"]["canaries"], 500);
  EXPECT_LE(json["epsilon_lower_bound"], 1);
}

TEST_F(AuditCommand, RefusesWhatItCannotDo) {
  for (const char* arguments :
       {"--canary nobody", "--mode twice", "--runs 3", "--confidence 1", "--epsilon inf", "--solver exact",
        "--mode one-run --runs 1000", "--canaries 10", "--attacker aunt", "--smoothness from-data", "--rows 1"}) {
    const testing::Outcome refused = run(std::string("audit ") + arguments);
    EXPECT_EQ(refused.code, 2) << arguments << ": " << refused.error;
    EXPECT_EQ(std::count(refused.error.begin(), refused.error.end(), '\n'), 1) << refused.error;
  }
}

// The same program with half the noise. A claim that is contradicted is a defect of the program: exit code 1.
#ifdef DISCREET_MISTAKEN_PROGRAM
TEST_F(AuditCommand, EndsWithOneWhereTheClaimIsContradicted) {
  const std::string arguments = " audit --solver cd --epsilon 4 --runs 4000 --json";
  const auto ends = [&](const char* mistake) {
    FILE* pipe =
        popen((std::string("DISCREET_MISTAKE=") + mistake + " " DISCREET_MISTAKEN_PROGRAM + arguments + " 2>/dev/null")
                  .c_str(),
              "r");
    std::string out;
    for (int c; (c = fgetc(pipe)) != EOF;) out.push_back(static_cast<char>(c));
    const int status = pclose(pipe);
    const testing::Json json = testing::Json::parse(out);
    EXPECT_EQ(json["contradicted"], json.contains("error"));
    return std::pair(WEXITSTATUS(status), json["contradicted"].get<bool>());
  };
  EXPECT_EQ(ends("1"), std::pair(1, true));
  EXPECT_EQ(ends("0"), std::pair(0, false));
}
#endif

}  // namespace
}  // namespace discreet
