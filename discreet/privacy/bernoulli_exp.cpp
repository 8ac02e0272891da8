#include "discreet/privacy/bernoulli_exp.hpp"

#include <vector>

#include "discreet/base/contract.hpp"

namespace discreet {
namespace {

// A number in [0, 1) in base 2^32. The digits of a random one are drawn when a comparison asks for them; those of a
// given one end in zeros.
class Digits {
 public:
  static Digits random(NoiseSource& source, std::uint32_t first) { return Digits(&source, {first}); }
  static Digits given(Wide fraction) {
    std::vector<std::uint32_t> digits;
    for (int shift = 96; shift >= 0; shift -= 32) digits.push_back(static_cast<std::uint32_t>(fraction >> shift));
    return Digits(nullptr, std::move(digits));
  }

  bool operator<(Digits& other) {
    for (std::size_t k = 0;; ++k) {
      const std::uint32_t mine = at(k), theirs = other.at(k);
      if (mine != theirs) return mine < theirs;
    }
  }

 private:
  Digits(NoiseSource* source, std::vector<std::uint32_t> digits) : source_(source), digits_(std::move(digits)) {}
  std::uint32_t at(std::size_t k) {
    while (digits_.size() <= k) digits_.push_back(source_ ? source_->next32() : 0);
    return digits_[k];
  }

  NoiseSource* source_;
  std::vector<std::uint32_t> digits_;
};

// Von Neumann: draw uniforms while they keep falling below one another, the first below x. The chance that an odd
// number is drawn is 1 - x + x^2/2! - ... = exp(-x).
bool continue_falling(NoiseSource& source, Digits previous, Digits current, bool answer) {
  while (current < previous) {
    previous = std::move(current);
    current = Digits::random(source, source.next32());
    answer = !answer;
  }
  return answer;
}

bool exp_of_fraction(NoiseSource& source, Wide fraction) {
  std::uint32_t previous = static_cast<std::uint32_t>(fraction >> 96);
  bool first = true, answer = true;
  for (;;) {
    const std::uint32_t current = source.next32();
    if (current == previous) [[unlikely]]  // once in 2^32: decide by the digits that follow
      return continue_falling(source, first ? Digits::given(fraction) : Digits::random(source, previous),
                              Digits::random(source, current), answer);
    if (current > previous) return answer;
    previous = current;
    first = false;
    answer = !answer;
  }
}

}  // namespace

// The first uniform is always below 1, so the chain starts from it.
bool bernoulli_exp_one(NoiseSource& source) {
  std::uint32_t previous = source.next32();
  bool answer = false;
  for (;;) {
    const std::uint32_t current = source.next32();
    if (current == previous) [[unlikely]]
      return continue_falling(source, Digits::random(source, previous), Digits::random(source, current), answer);
    if (current > previous) return answer;
    previous = current;
    answer = !answer;
  }
}

// The same chain, given that its second uniform fell below the first, which has probability 1/2: an even number of
// uniforms falls in a row. The chance that a further one falls, after k, is 1/(k+1).
bool bernoulli_two_over_e(NoiseSource& source) {
  for (std::uint32_t k = 2;; ++k) {
    const std::uint32_t bound = k + 1, excess = -bound % bound;
    std::uint32_t word;
    do word = source.next32();
    while (word < excess);
    if (word % bound != 0) return k % 2 == 0;
  }
}

bool bernoulli_exp(NoiseSource& source, Wide numerator, int exponent) {
  require(exponent >= 0 && exponent < 128, "the exponent fits the fixed-point format");
  for (Wide whole = numerator >> exponent; whole > 0; --whole)
    if (!bernoulli_exp_one(source)) return false;
  const Wide fraction = exponent == 0 ? 0 : numerator << (128 - exponent);
  return exp_of_fraction(source, fraction);
}

}  // namespace discreet
