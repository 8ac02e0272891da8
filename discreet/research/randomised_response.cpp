#include "discreet/research/randomised_response.hpp"

#include <algorithm>
#include <cmath>

#include "discreet/base/contract.hpp"
#include "discreet/research/keys.hpp"

namespace discreet {
namespace {

constexpr std::uint64_t kWords = std::uint64_t{1} << 62;

// With several categories the most lies are not a whole number of words, and rounding that takes some epsilon.
constexpr double kLeastOfSeveral = 1e-9;

// How many of 2^62 words are lies, rounded up to a double and a word: more lies are only more private.
std::uint64_t lies(Epsilon epsilon, std::uint32_t categories) {
  require(categories >= 2 && categories <= RandomisedResponse::kMostCategories, "there are from 2 to 65536 categories");
  require(epsilon.value >= (categories > 2 ? kLeastOfSeveral : 0), "an answer is paid for with an epsilon");
  const double others = categories - 1, most = others / categories;
  // exp, the sum and the quotient err by less than four units of 2^-53 together.
  const double least = std::min(most, others / (others + std::exp(epsilon.value)) * (1 + 1e-15));
  return static_cast<std::uint64_t>(std::ceil(std::ldexp(least, 62))) + (least < most);
}

std::uint64_t word_of(NoiseSource& source) { return source.next64() >> 2; }

// Any of the numbers below `count`, all equally likely.
std::uint32_t any_of(NoiseSource& source, std::uint32_t count) {
  for (;;)
    if (const std::uint64_t word = word_of(source); word < kWords - kWords % count)
      return static_cast<std::uint32_t>(word % count);
}

}  // namespace

double RandomisedResponse::lie(Epsilon epsilon, std::uint32_t categories) {
  return std::ldexp(static_cast<double>(lies(epsilon, categories)), -62);
}

double RandomisedResponse::yes_rate(Epsilon epsilon, double answered_yes) {
  require(epsilon.value > 0, "answers that are nothing but chance say nothing");
  return (answered_yes - lie(epsilon)) / (1 - 2 * lie(epsilon));
}

double RandomisedResponse::share(Epsilon epsilon, double answered, std::uint32_t categories) {
  require(epsilon.value > 0, "answers that are nothing but chance say nothing");
  const double chance = lie(epsilon, categories), each = chance / (categories - 1);
  return (answered - each) / (1 - chance - each);
}

Released<bool> RandomisedResponse::release(Payment payment, const Sensitive<bool>& bit) {
  const Event event = payment.spend();
  const bool truth = bit.open(ResearchKeys::open());
  if (std::holds_alternative<NonPrivateEvent>(event)) return {truth, ResearchKeys::release()};
  require(std::holds_alternative<PureEvent>(event), "a randomised answer is paid for as a pure one");
  const bool lying = word_of(*source_) < lies(std::get<PureEvent>(event).epsilon, 2);
  return {truth != lying, ResearchKeys::release()};
}

Released<std::vector<std::uint32_t>> RandomisedResponse::release(Payment payment,
                                                                 const Sensitive<std::vector<std::uint32_t>>& rows,
                                                                 std::uint32_t categories) {
  const Event event = payment.spend();
  require(std::holds_alternative<PureEvent>(event), "randomised answers are paid for as a pure event");
  const std::uint64_t lying = lies(std::get<PureEvent>(event).epsilon, categories);
  std::vector<std::uint32_t> answers;
  // The same draws for every row, whatever its answer is.
  for (const std::uint32_t truth : rows.open(ResearchKeys::open())) {
    const bool lie = word_of(*source_) < lying;
    const std::uint32_t any = any_of(*source_, categories), other = any_of(*source_, categories - 1);
    answers.push_back(truth >= categories ? any : lie ? other + (other >= truth) : truth);
  }
  return {std::move(answers), ResearchKeys::release()};
}

}  // namespace discreet
