// A bar with the time left, on standard error, when that is a terminal and the run is long enough to wonder about.
#pragma once

#include <chrono>

#include "discreet/solver/progress.hpp"

namespace discreet {

class ProgressBar final : public Progress {
 public:
  explicit ProgressBar(bool wanted = true);
  ~ProgressBar() override;
  void advance(std::uint64_t done, std::uint64_t total) override;

 private:
  using Clock = std::chrono::steady_clock;
  bool shown_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace discreet
