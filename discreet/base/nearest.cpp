#include "discreet/base/nearest.hpp"

#include <algorithm>
#include <numeric>

namespace discreet {
namespace {

bool differ_by_a_swap(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  const auto [first, other] = std::mismatch(a.begin(), a.end(), b.begin());
  if (a.end() - first < 2) return false;
  return first[0] == other[1] && first[1] == other[0] && std::equal(first + 2, a.end(), other + 2);
}

// How many letters must change to make one word of the other; two that changed places count as one.
std::size_t distance(std::string_view a, std::string_view b) {
  if (differ_by_a_swap(a, b)) return 1;
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace

std::optional<std::string> nearest(std::string_view given, const std::vector<std::string_view>& words) {
  constexpr std::size_t kLongest = 100;  // letters; what is longer is no slip of a name
  if (given.size() > kLongest) return std::nullopt;
  std::optional<std::string> best;
  std::size_t least = std::min<std::size_t>(2, given.size() / 2) + 1;
  for (const std::string_view word : words) {
    if (word.size() > kLongest) continue;
    const std::size_t letters = distance(given, word);
    if (letters >= least) continue;
    least = letters;
    best = word;
  }
  if (best || given.size() < 3) return best;
  const auto begun = std::find_if(words.begin(), words.end(), [&](std::string_view w) { return w.starts_with(given); });
  if (begun != words.end()) best = *begun;
  return best;
}

std::string suggesting(std::string_view given, const std::vector<std::string_view>& words, std::string otherwise,
                       std::string_view before) {
  const std::optional<std::string> meant = nearest(given, words);
  if (!meant) return otherwise;
  std::string text = "did you mean ";
  text.append(before).append(*meant).append("?");
  return otherwise.empty() ? text : text + " " + otherwise;
}

}  // namespace discreet
