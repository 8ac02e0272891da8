#include "discreet/base/workers.hpp"

#include <algorithm>
#include <system_error>

namespace discreet {

Workers::Workers(std::size_t threads) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  try {
    for (std::size_t k = 1; k < threads; ++k) helpers_.emplace_back([this] { help(); });
  } catch (const std::system_error&) {
    // The machine gives no more threads; those there are do the work, with the same result.
  }
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  work_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

void Workers::take_parts(std::unique_lock<std::mutex>& lock) {
  while (next_ < parts_) {
    const std::size_t part = next_++;
    lock.unlock();
    (*task_)(part);
    lock.lock();
  }
}

void Workers::help() {
  std::unique_lock lock(mutex_);
  std::uint64_t seen = 0;
  for (;;) {
    work_.wait(lock, [&] { return stopping_ || round_ != seen; });
    if (stopping_) return;
    seen = round_;
    ++busy_;
    take_parts(lock);
    if (--busy_ == 0) done_.notify_one();
  }
}

void Workers::run(std::size_t parts, const std::function<void(std::size_t)>& task) {
  if (helpers_.empty() || parts <= 1) {
    for (std::size_t part = 0; part < parts; ++part) task(part);
    return;
  }
  std::unique_lock lock(mutex_);
  task_ = &task;
  parts_ = parts;
  next_ = 0;
  ++round_;
  work_.notify_all();
  take_parts(lock);
  done_.wait(lock, [&] { return busy_ == 0; });
}

}  // namespace discreet
