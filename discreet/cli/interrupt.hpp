// Ctrl-C. Long experiments take it as a flag, finish what they have begun and keep it; a second one ends the program at
// once. What spends a budget ends at once and says what was charged.
#pragma once

#include <signal.h>

#include <atomic>
#include <string>
#include <string_view>
#include <thread>

#include "discreet/cli/console.hpp"
#include "discreet/fit/options.hpp"

namespace discreet {

// Set by the first interrupt after this call.
const std::atomic<bool>& await_interrupt();

// Ends the program as an interrupt does, after everything was written.
[[noreturn]] void end_interrupted();

// While one lives, an interrupt ends the program with words about the ledger; once the result is there, after the
// result was written.
class SpendingRun {
 public:
  // `result` is what there will be none of, as "model". Several processes are ended by their launcher instead.
  SpendingRun(const Options& options, std::string_view result, const Console& console);
  ~SpendingRun();
  SpendingRun(const SpendingRun&) = delete;
  SpendingRun& operator=(const SpendingRun&) = delete;

  // From now on an interrupt waits for the end of this.
  void has_result();

 private:
  void watch();
  std::string words() const;

  std::string ledger_, dataset_, result_;
  std::size_t entries_before_ = 0;  // of the ledger's history
  const Console* console_;
  sigset_t signals_, mask_before_;
  int caught_ = -1, wake_ = -1;  // descriptors of the signals, and of the end of the watch
  std::thread watcher_;
};

}  // namespace discreet
