#include "discreet/cli/interrupt.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "discreet/io/ledger_store.hpp"

namespace discreet {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "it is set in a signal handler");

constexpr char kWords[] = "\nstopping: what is under way is finished first; once more ends at once\n";

// Said here, not where the flag is looked at: a long fit would leave whoever waits in the dark until then.
extern "C" void note_interrupt(int) {
  interrupted = true;
  const int error = errno;
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kWords, sizeof kWords - 1);
  errno = error;
}

}  // namespace

const std::atomic<bool>& await_interrupt() {
  struct sigaction action {};
  action.sa_handler = note_interrupt;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return interrupted;
}

void end_interrupted() {
  std::fflush(nullptr);
  std::signal(SIGINT, SIG_DFL);
  std::raise(SIGINT);
  std::_Exit(1);
}

SpendingRun::SpendingRun(const Options& options, std::string_view result, const Console& console)
    : ledger_(options.ledger), dataset_(options.dataset), result_(result), console_(&console) {
  if (console.processes().ranks() > 1) return;
  if (!ledger_.empty())
    if (const auto history = LedgerStore(ledger_).history()) entries_before_ = history->size();
  // Threads that are started from now on leave these signals to the watcher. One that the caller ignores stays ignored.
  sigemptyset(&signals_);
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction now {};
    if (sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) sigaddset(&signals_, signal);
  }
  pthread_sigmask(SIG_BLOCK, &signals_, &mask_before_);
  caught_ = signalfd(-1, &signals_, SFD_CLOEXEC);
  wake_ = eventfd(0, EFD_CLOEXEC);
  try {
    if (caught_ >= 0 && wake_ >= 0) watcher_ = std::thread([this] { watch(); });
  } catch (const std::system_error&) {
    // Without a thread an interrupt waits for the result.
  }
}

void SpendingRun::has_result() {
  if (!watcher_.joinable()) return;
  eventfd_write(wake_, 1);
  watcher_.join();
}

SpendingRun::~SpendingRun() {
  if (console_->processes().ranks() > 1) return;
  has_result();
  if (caught_ >= 0) close(caught_);
  if (wake_ >= 0) close(wake_);
  std::fflush(nullptr);
  pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);  // one that came meanwhile ends the program here
}

// The ledger itself says what was charged: whatever this process knows may be older.
std::string SpendingRun::words() const {
  const std::string start = fmt::format("interrupted: there is no {}", result_);
  if (ledger_.empty()) return start + ", and no ledger was charged";
  const auto history = LedgerStore(ledger_).history();
  if (!history)
    return fmt::format("{}; discreet ledger history {} tells whether dataset '{}' was charged", start, ledger_,
                       dataset_);
  for (std::size_t k = history->size(); k > entries_before_; --k) {
    const LedgerEntry& entry = (*history)[k - 1];
    if (entry.action != "charge" || entry.dataset != dataset_) continue;
    const Json details = Json::parse(entry.details, nullptr, false);
    return fmt::format("{}; ledger {}, dataset '{}' was charged epsilon {} at delta {}, which stays spent", start,
                       ledger_, dataset_, details.value("epsilon", Json()).dump(),
                       details.value("delta", Json()).dump());
  }
  return fmt::format("{}; ledger {}, dataset '{}' was not charged", start, ledger_, dataset_);
}

void SpendingRun::watch() {
  pollfd watched[] = {{caught_, POLLIN, 0}, {wake_, POLLIN, 0}};
  while (poll(watched, 2, -1) < 0 && errno == EINTR) {
  }
  if (watched[1].revents != 0) return;
  signalfd_siginfo about{};
  if (read(caught_, &about, sizeof about) != sizeof about) return;
  const int signal = static_cast<int>(about.ssi_signo);
  constexpr int kEndedBySignal = 128;  // as shells count
  const std::string said = words();
  console_->note(said);
  console_->answer({{"error", {{"code", kEndedBySignal + signal}, {"message", said}, {"hint", ""}}}});
  std::fflush(nullptr);
  pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
  std::raise(signal);
  std::_Exit(kEndedBySignal + signal);
}

}  // namespace discreet
