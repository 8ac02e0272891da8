// What processes tell each other besides sums. All of it is made of sums, so there is one kind of message.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/comm/communicator.hpp"

namespace discreet {

// What each process brings, that of the first one first. They all bring as many numbers.
std::vector<std::int64_t> gathered(const Communicator& processes, std::span<const std::int64_t> mine);
std::vector<std::string> gathered_texts(const Communicator& processes, const std::string& mine);

// Gives all of them the key that the first process has, and keeps no copy of it.
void share_key(const Communicator& processes, std::array<unsigned char, 32>& key);

// Nothing if nothing went wrong anywhere; otherwise, everywhere, what went wrong in the first process in which
// something did. Called by all of them wherever one could fail by itself.
[[nodiscard]] Result<void> agreed(const Communicator& processes, Result<void> mine);

template <class T>
[[nodiscard]] Result<T> agreed(const Communicator& processes, Result<T> mine) {
  const Result<void> fine = agreed(processes, mine ? Result<void>() : tl::unexpected(mine.error()));
  if (!fine) return tl::unexpected(fine.error());
  return mine;
}

}  // namespace discreet
