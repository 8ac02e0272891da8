#include "discreet/privacy/discrete_choice.hpp"

#include <algorithm>
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

// A coin for each score; that of the largest always succeeds.
class Coins {
 public:
  Coins(NoiseSource& source, std::span<const std::int64_t> scores, Rate rate)
      : source_(&source), scores_(scores), largest_(*std::max_element(scores.begin(), scores.end())), rate_(rate) {}

  bool flip(std::size_t j) const {
    const auto gap = static_cast<Wide>(static_cast<SignedWide>(largest_) - scores_[j]);
    return bernoulli_exp(*source_, gap * rate_.numerator, rate_.exponent);
  }

 private:
  NoiseSource* source_;
  std::span<const std::int64_t> scores_;
  std::int64_t largest_;
  Rate rate_;
};

}  // namespace

std::size_t draw_exponential_choice(NoiseSource& source, std::span<const std::int64_t> scores, Rate rate) {
  require(!scores.empty(), "there is something to choose from");
  const Coins coins(source, scores, rate);
  for (;;) {
    const std::size_t j = draw_below(source, scores.size());
    if (coins.flip(j)) return j;
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
