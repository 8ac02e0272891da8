#include "discreet/mechanism/discrete_choice.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "discreet/base/contract.hpp"
#include "discreet/privacy/bernoulli_exp.hpp"

namespace discreet {
namespace {

// Without bias: the incomplete last stretch of words is drawn again.
std::size_t draw_below(NoiseSource& source, std::size_t bound) {
  const std::uint64_t excess = (-static_cast<std::uint64_t>(bound)) % bound;
  for (;;) {
    const std::uint64_t word = source.next64();
    if (word >= excess) return word % bound;
  }
}

Wide draw_below(NoiseSource& source, Wide bound) {
  int spare = 0;
  while (!((bound - 1) >> (127 - spare) & 1) && spare < 127) ++spare;
  for (;;) {
    const Wide high = source.next64();
    const Wide drawn = (high << 64 | source.next64()) >> spare;
    if (drawn < bound) return drawn;
  }
}

// A coin for each score; that of the largest always succeeds.
class Coins {
 public:
  Coins(NoiseSource& source, std::span<const std::int64_t> scores, Rate rate)
      : source_(&source), scores_(scores), largest_(*std::max_element(scores.begin(), scores.end())), rate_(rate) {}

  std::size_t size() const { return scores_.size(); }
  bool flip(std::size_t j) const { return bernoulli_exp(*source_, price(j), rate_.exponent); }

  // How many whole units the exponent of a coin holds, at most `most`.
  std::size_t units(std::size_t j, std::size_t most) const {
    return static_cast<std::size_t>(std::min<Wide>(price(j) >> rate_.exponent, most));
  }
  // The coin of j, known to hold so many units, made 2^units times as likely to succeed: each unit's exp(-1) is
  // doubled.
  bool flip_likelier(std::size_t j, std::size_t units) const {
    for (std::size_t k = 0; k < units; ++k)
      if (!bernoulli_two_over_e(*source_)) return false;
    return bernoulli_exp(*source_, price(j) - (static_cast<Wide>(units) << rate_.exponent), rate_.exponent);
  }

 private:
  // The exponent of the coin, in units of 2^-exponent.
  Wide price(std::size_t j) const {
    return static_cast<Wide>(static_cast<SignedWide>(largest_) - scores_[j]) * rate_.numerator;
  }

  NoiseSource* source_;
  std::span<const std::int64_t> scores_;
  std::int64_t largest_;
  Rate rate_;
};

}  // namespace

// Proposes j with probability proportional to 2^-units and lets its coin make up the difference. A uniform proposal
// would find one high score among many only by trying them all.
std::size_t draw_exponential_choice(NoiseSource& source, std::span<const std::int64_t> scores, Rate rate) {
  require(!scores.empty(), "there is something to choose from");
  const Coins coins(source, scores, rate);
  constexpr std::size_t kMost = 62;
  std::vector<std::uint8_t> units(coins.size());
  std::array<std::size_t, kMost + 2> starts{};
  for (std::size_t j = 0; j < units.size(); ++j) {
    units[j] = static_cast<std::uint8_t>(coins.units(j, kMost));
    ++starts[units[j] + 1];
  }
  Wide mass = 0;
  for (std::size_t u = 0; u <= kMost; ++u) {
    mass += static_cast<Wide>(starts[u + 1]) << (kMost - u);
    starts[u + 1] += starts[u];
  }
  std::vector<std::size_t> sorted(units.size());
  std::array<std::size_t, kMost + 2> next = starts;
  for (std::size_t j = 0; j < units.size(); ++j) sorted[next[units[j]]++] = j;
  for (;;) {
    Wide at = draw_below(source, mass);
    std::size_t u = 0;
    for (Wide here; at >= (here = static_cast<Wide>(starts[u + 1] - starts[u]) << (kMost - u)); ++u) at -= here;
    const std::size_t j = sorted[starts[u] + static_cast<std::size_t>(at >> (kMost - u))];
    if (coins.flip_likelier(j, u)) return j;
  }
}

std::size_t draw_permute_and_flip(NoiseSource& source, std::span<const std::int64_t> scores, Rate rate) {
  require(!scores.empty(), "there is something to choose from");
  const Coins coins(source, scores, rate);
  std::vector<std::size_t> left(scores.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  for (;;) {
    // Never empty: the coin of the largest score succeeds when its turn comes.
    const std::size_t k = draw_below(source, left.size());
    if (coins.flip(left[k])) return left[k];
    left[k] = left.back();
    left.pop_back();
  }
}

}  // namespace discreet
