#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "discreet/solver/progress.hpp"

namespace discreet {

// How many fits are run at once, whatever they are for.
struct Workplace {
  std::size_t threads = 1;
  std::function<std::unique_ptr<Progress>()> bar;  // a new one for each stretch of fits
  const std::atomic<bool>* stop = nullptr;         // set from outside to end early
  bool stopped() const { return *stop; }
};

}  // namespace discreet
