#include "discreet/cli/interrupt.hpp"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>

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

}  // namespace discreet
