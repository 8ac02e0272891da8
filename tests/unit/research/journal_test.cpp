// The file of an experiment: what it keeps, and what it becomes after being cut off anywhere.
#include "discreet/research/compare/journal.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

Outcome outcome_of(double objective) {
  Outcome outcome;
  outcome.objective = objective;
  outcome.error = objective / 3 - 1;
  outcome.delta = 1e-6;
  outcome.spent = 0.9999;
  outcome.passes = 20;
  return outcome;
}

class JournalFile : public ::testing::Test {
 protected:
  std::string content() const {
    std::ifstream in(file_.path());
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void add(Journal& journal, std::uint64_t seed) {
    const RunKey key{"cd", "1", "clip=3", seed};
    const Outcome* found = journal.find(key, false);
    ASSERT_TRUE(journal.add(key, found ? *found : outcome_of(static_cast<double>(seed)), found != nullptr));
  }
  testing::TemporaryFile file_{".csv", ""};
};

TEST_F(JournalFile, LineComesBackAsItWas) {
  Outcome outcome = outcome_of(0.1 + 0.2);
  outcome.claimed = 1.5;
  outcome.curve = {0.5, HUGE_VAL, 1.0 / 3};
  const RunKey key{"cd", "0.1", "block=partition:a,b \"c\".csv;clip=1", 7};
  std::string line = journal_line(key, outcome);
  line.pop_back();
  const auto read = read_journal_line(line);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->first, key);
  EXPECT_EQ(read->second.objective, outcome.objective);
  EXPECT_EQ(read->second.error, outcome.error);
  EXPECT_EQ(read->second.curve, outcome.curve);
  EXPECT_EQ(read->second.claimed, outcome.claimed);
  EXPECT_EQ(journal_line(read->first, read->second), line + "\n");
  EXPECT_FALSE(read_journal_line(line.substr(0, line.size() / 2)));
}

TEST_F(JournalFile, CutOffAnywhereEndsTheSame) {
  const std::string about = "# about\n";
  {
    auto journal = Journal::open(file_.path(), about);
    ASSERT_TRUE(journal);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) add(*journal, seed);
    ASSERT_TRUE(journal->finish());
  }
  const std::string whole = content();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    std::ofstream(file_.path()) << whole.substr(0, length);
    auto journal = Journal::open(file_.path(), about);
    ASSERT_TRUE(journal) << length << journal.error().message;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) add(*journal, seed);
    ASSERT_TRUE(journal->finish());
    ASSERT_EQ(content(), whole) << "cut off after " << length;
  }
}

TEST_F(JournalFile, OtherRunsStayAtTheEnd) {
  const std::string about = "# about\n";
  {
    auto journal = Journal::open(file_.path(), about);
    for (const std::uint64_t seed : {1, 3, 9}) add(*journal, seed);
  }
  {
    auto journal = Journal::open(file_.path(), about);
    EXPECT_EQ(journal->found(), 3u);
    for (const std::uint64_t seed : {1, 2, 3}) add(*journal, seed);
    ASSERT_TRUE(journal->finish());
  }
  auto journal = Journal::open(file_.path(), about);
  EXPECT_EQ(journal->found(), 4u);
  const std::string text = content();
  EXPECT_LT(text.find("cd,1,2,"), text.find("cd,1,3,"));
  EXPECT_LT(text.find("cd,1,3,"), text.find("cd,1,9,"));
}

TEST_F(JournalFile, SaysAtTheEndWhatWasLeftOut) {
  const std::string line = left_out_line({"newton", "1", "clip-rule=uniform", 0}, "clips by the ball, \"only\"");
  const auto ends_with_it = [&] {
    const std::string text = content();
    return text.ends_with(line) && text.find(line) == text.size() - line.size();
  };
  for (const std::uint64_t last : {1, 3, 3}) {
    auto journal = Journal::open(file_.path(), "# about\n");
    ASSERT_TRUE(journal) << journal.error().message;
    for (std::uint64_t seed = 1; seed <= last; ++seed) add(*journal, seed);
    ASSERT_TRUE(journal->finish({line}));
    EXPECT_TRUE(ends_with_it()) << content();
  }
  auto journal = Journal::open(file_.path(), "# about\n");
  ASSERT_TRUE(journal);
  EXPECT_EQ(journal->found(), 3u);
  ASSERT_TRUE(journal->finish());
  EXPECT_EQ(content().find("newton"), std::string::npos);
}

TEST_F(JournalFile, OfAnotherExperimentIsLeftAlone) {
  for (const char* other : {"# other\nsolver\n", "my notes", "a,b\n1,2\n"}) {
    std::ofstream(file_.path()) << other;
    const auto journal = Journal::open(file_.path(), "# about\n");
    ASSERT_FALSE(journal) << other;
    EXPECT_EQ(journal.error().fault, Fault::usage);
    EXPECT_EQ(content(), other);
  }
}

TEST_F(JournalFile, WithoutACurveDoesNotDoWhereOneIsNeeded) {
  auto journal = Journal::open(file_.path(), "# about\n");
  add(*journal, 1);
  auto again = Journal::open(file_.path(), "# about\n");
  EXPECT_NE(again->find({"cd", "1", "clip=3", 1}, false), nullptr);
  EXPECT_EQ(again->find({"cd", "1", "clip=3", 1}, true), nullptr);
}

TEST_F(JournalFile, KnowsARunThatWasFollowedAndHadNoPass) {
  const RunKey key{"moments", "1", "", 1};
  Outcome outcome = outcome_of(2);
  outcome.followed = true;
  {
    auto journal = Journal::open(file_.path(), "# about\n");
    ASSERT_TRUE(journal->add(key, outcome, false));
  }
  auto again = Journal::open(file_.path(), "# about\n");
  const Outcome* found = again->find(key, true);
  ASSERT_NE(found, nullptr) << "it would be run again for ever";
  EXPECT_TRUE(found->curve.empty());
  EXPECT_TRUE(content().ends_with(",-\n")) << content();
}

TEST_F(JournalFile, OfARunThatWasDoneAgainHasTheLast) {
  const RunKey key{"cd", "1", "", 1};
  Outcome outcome = outcome_of(2);
  {
    auto journal = Journal::open(file_.path(), "# about\n");
    ASSERT_TRUE(journal->add(key, outcome, false));
  }
  {
    auto journal = Journal::open(file_.path(), "# about\n");
    outcome.followed = true;
    outcome.curve = {0.5, 0.25};
    ASSERT_TRUE(journal->add(key, outcome, false));  // and it is killed here
  }
  auto journal = Journal::open(file_.path(), "# about\n");
  EXPECT_EQ(journal->found(), 1u);
  const Outcome* found = journal->find(key, true);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->curve, outcome.curve);
}

}  // namespace
}  // namespace discreet
