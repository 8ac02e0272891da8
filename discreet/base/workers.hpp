// Threads that wait for row ranges to work on. What they add up are integers, so how many of them there are changes
// the time and nothing else.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
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
  void run(std::size_t parts, const std::function<void(std::size_t)>& task);

 private:
  void help();
  void take_parts(std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable work_, done_;
  const std::function<void(std::size_t)>* task_ = nullptr;
  std::size_t parts_ = 0, next_ = 0, busy_ = 0;
  std::uint64_t round_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> helpers_;
};

}  // namespace discreet
