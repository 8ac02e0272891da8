// Work handed out to threads in order and taken back in order: whatever is interrupted, what was delivered is the
// beginning of the list and nothing else.
#pragma once

#include <cstddef>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace discreet {

// Calls work(k) for each k below count on several threads, and deliver(k, what work(k) returned) one at a time, k by k.
// Once stop() is true nothing new is begun, and what was begun is finished and delivered. Returns how many there are.
template <class Stop, class Work, class Deliver>
std::size_t in_order(std::size_t count, std::size_t threads, Stop&& stop, Work&& work, Deliver&& deliver) {
  using Product = decltype(work(std::size_t{0}));
  std::mutex lock;
  std::size_t next = 0, delivered = 0;
  std::map<std::size_t, Product> waiting;
  std::exception_ptr failure;
  const auto take = [&](std::size_t& mine) {
    const std::lock_guard guard(lock);
    if (next == count || failure || stop()) return false;
    mine = next++;
    return true;
  };
  const auto hand_in = [&](std::size_t mine, Product product) {
    const std::lock_guard guard(lock);
    waiting.emplace(mine, std::move(product));
    for (auto first = waiting.begin(); first != waiting.end() && first->first == delivered; ++delivered) {
      deliver(delivered, std::move(first->second));
      first = waiting.erase(first);
    }
  };
  const auto serve = [&] {
    try {
      for (std::size_t mine; take(mine);) hand_in(mine, work(mine));
    } catch (...) {
      const std::lock_guard guard(lock);
      failure = std::current_exception();
    }
  };
  std::vector<std::jthread> others;
  for (std::size_t k = 1; k < threads && k < count; ++k) others.emplace_back(serve);
  serve();
  others.clear();  // waits for them
  if (failure) std::rethrow_exception(failure);
  return delivered;
}

}  // namespace discreet
