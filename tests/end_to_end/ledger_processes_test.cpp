// Many processes at one ledger, and processes that die: never is more granted than was charged, nor charged than
// allowed.
#if __has_include(<sqlite3.h>)
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <random>

#include "discreet/io/ledger_store.hpp"
#include "discreet/privacy/ledger.hpp"
#include "tests/support/grants.hpp"
#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

// A total of mu = 1 has room for exactly a hundred of these: 100/10.01^2 < 1 < 101/10.01^2.
const Plan kPlan{Neighbours::replace_one, {{"it", GaussianEvent{{10.01}}, 1, 0}}};
constexpr std::size_t kRoom = 100;

class Processes : public ::testing::Test {
 protected:
  Processes() : ledger_(".db", ""), marks_(".marks", ""), store_(ledger_.path()) {
    EXPECT_TRUE(store_.create("rows", {Total::Kind::mu, 1, {0}}, Neighbours::replace_one, ""));
  }
  // As a fit does it: a permit, and then something leaves.
  bool fit() const {
    StoredPurse purse(store_, "rows", {"test", ""});
    const GdpAccountant accountant;
    Ledger budget = GrantsForTests::budget(accountant, {{1}, {1e-6}}, &purse);
    const auto permit = budget.authorize(kPlan);
    if (!permit) return false;
    const int file = ::open(marks_.path().c_str(), O_WRONLY | O_APPEND);
    const bool marked = ::write(file, "x", 1) == 1;
    ::close(file);
    return marked;
  }
  std::size_t released() const { return std::filesystem::file_size(marks_.path()); }
  std::size_t charged() const {
    const auto account = store_.account("rows");
    EXPECT_TRUE(account) << account.error().message;
    return account ? account->spending.charges : 0;
  }

  testing::TemporaryFile ledger_, marks_;
  LedgerStore store_;
};

TEST_F(Processes, AThousandAttemptsFindRoomForExactlyAHundred) {
  std::vector<pid_t> children;
  for (int k = 0; k < 8; ++k) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      for (int attempt = 0; attempt < 125; ++attempt) fit();
      _exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  EXPECT_EQ(released(), kRoom);
  EXPECT_EQ(charged(), kRoom);
}

TEST_F(Processes, WhatIsReleasedWasChargedWhoeverIsKilled) {
  std::minstd_rand chance(1);
  std::size_t killed = 0;
  for (int k = 0; k < 500; ++k) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      fit();
      _exit(0);
    }
    usleep(static_cast<useconds_t>(chance() % 12'000));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    killed += WIFSIGNALED(status);
    // There is room all the time, so that every attempt may be in the middle of a charge.
    if (k % 50 == 49) {
      ASSERT_TRUE(store_.grant("rows", {Total::Kind::mu, 1 + 0.1 * k, {0}}));
      ASSERT_LE(released(), charged());
    }
  }
  EXPECT_GT(killed, 0U);
  EXPECT_LE(released(), charged());
  EXPECT_TRUE(store_.verified());
  RecordProperty("killed", static_cast<int>(killed));
  RecordProperty("charged", static_cast<int>(charged()));
  RecordProperty("released", static_cast<int>(released()));
  std::printf("killed %zu, charged %zu, released %zu\n", killed, charged(), released());
}

// A file that cannot grow is what a full disk looks like.
TEST_F(Processes, AFullDiskGrantsNothing) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit none{0, 0};
    setrlimit(RLIMIT_FSIZE, &none);
    StoredPurse purse(store_, "rows", {"test", ""});
    const GdpAccountant accountant;
    Ledger budget = GrantsForTests::budget(accountant, {{1}, {1e-6}}, &purse);
    const auto permit = budget.authorize(kPlan);
    _exit(!permit && permit.error().fault == Fault::data ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(charged(), 0U);
  EXPECT_TRUE(fit()) << "and when there is room again, all is well";
}

}  // namespace
}  // namespace discreet
#endif
