// Threads that wait for row ranges to work on. What they add up are integers, so how many of them there are changes
// the time and nothing else.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace discreet {

class Workers {
 public:
  // 0 asks for one thread for each core.
  explicit Workers(std::size_t threads = 0);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  std::size_t threads() const { return helpers_.size() + 1; }

  // Calls task(part) for each part below `parts`, on the calling thread and the helpers; returns when all are done.
  // What a part throws is thrown here then, the first of it; whether the other parts are still called is not said.
  void run(std::size_t parts, const std::function<void(std::size_t)>& task);

 private:
  // The number of the round in its upper half, how many parts nobody has taken yet in its lower half: a helper that
  // comes late can never take a part of another round.
  using Ticket = std::uint64_t;
  static constexpr int kPartBits = 32;

  void help();
  void take_parts();
  void call(std::size_t part);
  template <class Ready>
  void await(Ready&& ready, std::condition_variable& alarm, std::atomic<std::size_t>& asleep);
  void wake(std::condition_variable& alarm, const std::atomic<std::size_t>& asleep);

  std::atomic<Ticket> ticket_{0};
  std::atomic<const std::function<void(std::size_t)>*> task_{nullptr};
  std::atomic<std::size_t> unfinished_{0};
  std::atomic<bool> stopping_{false};
  int patience_ = 0;  // how often to look before going to sleep

  std::mutex mutex_;
  std::condition_variable work_, done_;
  std::exception_ptr thrown_;
  std::atomic<std::size_t> helpers_asleep_{0}, caller_asleep_{0};
  std::vector<std::thread> helpers_;
};

}  // namespace discreet
