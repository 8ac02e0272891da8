#include "discreet/comm/agreement.hpp"

#include <string.h>  // explicit_bzero

#include <algorithm>
#include <cstring>

#include "discreet/base/contract.hpp"

namespace discreet {

std::vector<std::int64_t> gathered(const Communicator& processes, std::span<const std::int64_t> mine) {
  std::vector<std::int64_t> all(processes.ranks() * mine.size(), 0);
  std::copy(mine.begin(), mine.end(), all.begin() + static_cast<std::ptrdiff_t>(processes.rank() * mine.size()));
  processes.sum(all);
  return all;
}

std::vector<std::string> gathered_texts(const Communicator& processes, const std::string& mine) {
  if (processes.ranks() == 1) return {mine};
  const auto length = static_cast<std::int64_t>(mine.size());
  const std::vector<std::int64_t> lengths = gathered(processes, {&length, 1});
  const auto longest = static_cast<std::size_t>(*std::max_element(lengths.begin(), lengths.end()));
  std::vector<std::int64_t> words((longest + 7) / 8, 0);
  if (!mine.empty()) std::memcpy(words.data(), mine.data(), mine.size());
  const std::vector<std::int64_t> all = gathered(processes, words);
  std::vector<std::string> texts;
  for (std::size_t rank = 0; rank < lengths.size(); ++rank) {
    std::string& text = texts.emplace_back(static_cast<std::size_t>(lengths[rank]), '\0');
    if (!text.empty()) std::memcpy(text.data(), all.data() + rank * words.size(), text.size());
  }
  return texts;
}

void share_key(const Communicator& processes, std::array<unsigned char, 32>& key) {
  std::array<std::int64_t, 4> words{};
  static_assert(sizeof words == sizeof key);
  if (processes.first()) std::memcpy(words.data(), key.data(), key.size());
  processes.sum(words);
  std::memcpy(key.data(), words.data(), key.size());
  explicit_bzero(words.data(), sizeof words);
}

Result<void> agreed(const Communicator& processes, Result<void> mine) {
  if (processes.ranks() == 1) return mine;
  const std::int64_t code = mine ? 0 : static_cast<std::int64_t>(mine.error().fault);
  const std::vector<std::int64_t> codes = gathered(processes, {&code, 1});
  const auto failed = std::find_if(codes.begin(), codes.end(), [](std::int64_t each) { return each != 0; });
  if (failed == codes.end()) return {};
  const auto who = static_cast<std::size_t>(failed - codes.begin());
  const std::vector<std::string> messages = gathered_texts(processes, mine ? std::string() : mine.error().message);
  const std::vector<std::string> hints = gathered_texts(processes, mine ? std::string() : mine.error().hint);
  return wrong(static_cast<Fault>(*failed), messages[who], hints[who]);
}

}  // namespace discreet
