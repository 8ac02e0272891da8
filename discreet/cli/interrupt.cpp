#include "discreet/cli/interrupt.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace discreet {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "it is set in a signal handler");

extern "C" void note_interrupt(int) { interrupted = true; }

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
