#include "discreet/base/workers.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "discreet/base/contract.hpp"
#include "discreet/base/subnormal.hpp"

namespace discreet {
namespace {

// A round follows the last one within microseconds, and waking a thread takes as long, so it pays to look again a
// while. Not for longer: a thread that spins for a core that another process has taken away would wait for ever.
constexpr int kLooks = 2000;

void breathe() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace

Workers::Workers(std::size_t threads) {
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  if (threads == 0) threads = cores;
  if (threads <= cores) patience_ = kLooks;
  try {
    for (std::size_t k = 1; k < threads; ++k) helpers_.emplace_back([this] { help(); });
  } catch (const std::system_error&) {
    // The machine gives no more threads; those there are do the work, with the same result.
  }
}

Workers::~Workers() {
  stopping_ = true;
  wake(work_, helpers_asleep_);
  for (std::thread& helper : helpers_) helper.join();
}

template <class Ready>
void Workers::await(Ready&& ready, std::condition_variable& alarm, std::atomic<std::size_t>& asleep) {
  for (int look = 0; look < patience_; ++look) {
    if (ready()) return;
    breathe();
  }
  // Whoever makes it ready looks for sleepers afterwards, and whoever sleeps looks whether it is ready afterwards: one
  // of the two sees the other.
  std::unique_lock lock(mutex_);
  ++asleep;
  alarm.wait(lock, ready);
  --asleep;
}

void Workers::wake(std::condition_variable& alarm, const std::atomic<std::size_t>& asleep) {
  if (asleep == 0) return;
  { const std::lock_guard lock(mutex_); }  // a sleeper that has looked is now waiting for the alarm
  alarm.notify_all();
}

void Workers::call(std::size_t part) {
  try {
    (*task_.load())(part);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!thrown_) thrown_ = std::current_exception();
  }
}

void Workers::take_parts() {
  constexpr Ticket kParts = (Ticket{1} << kPartBits) - 1;
  Ticket ticket = ticket_;
  while ((ticket & kParts) != 0) {
    if (!ticket_.compare_exchange_weak(ticket, ticket - 1)) continue;
    // The round cannot end before this part is finished, so the task is the one that the ticket was for.
    call((ticket & kParts) - 1);
    if (--unfinished_ == 0) wake(done_, caller_asleep_);
    ticket = ticket_;
  }
}

void Workers::help() {
  const SubnormalsAreZero flushed;
  Ticket seen = 0;
  for (;;) {
    await([&] { return stopping_ || ticket_ >> kPartBits != seen; }, work_, helpers_asleep_);
    if (stopping_) return;
    seen = ticket_ >> kPartBits;
    take_parts();
  }
}

void Workers::run(std::size_t parts, const std::function<void(std::size_t)>& task) {
  const SubnormalsAreZero flushed;
  if (helpers_.empty() || parts <= 1) {
    for (std::size_t part = 0; part < parts; ++part) task(part);
    return;
  }
  require(parts >> kPartBits == 0, "parts can be counted in 32 bits");
  task_ = &task;
  unfinished_ = parts;
  ticket_ = ((ticket_ >> kPartBits) + 1) << kPartBits | parts;
  wake(work_, helpers_asleep_);
  take_parts();
  await([&] { return unfinished_ == 0; }, done_, caller_asleep_);
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

}  // namespace discreet
