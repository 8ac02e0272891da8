#include "discreet/cli/progress_bar.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace discreet {

ProgressBar::ProgressBar(bool wanted) : shown_(wanted && isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
  if (drawn_) fmt::print(stderr, "\r{:60}\r", "");
}

void ProgressBar::advance(std::uint64_t done, std::uint64_t total) {
  using std::chrono::duration;
  const Clock::time_point now = Clock::now();
  if (!shown_ || now - last_ < std::chrono::milliseconds(200)) return;
  last_ = now;
  drawn_ = true;
  const double share = static_cast<double>(done) / static_cast<double>(total);
  const double left = duration<double>(now - start_).count() * (1 - share) / share;
  constexpr int kWidth = 30;
  const int filled = static_cast<int>(share * kWidth);
  fmt::print(stderr, "\r[{:#<{}}{:.<{}}] {:3.0f} %, {:.0f} s left ", "", filled, "", kWidth - filled, 100 * share,
             left);
  std::fflush(stderr);
}

}  // namespace discreet
