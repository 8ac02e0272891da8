// How strong a guarantee is, in words and in the certainty that somebody can reach.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/base/bracket.hpp"
#include "discreet/base/normal.hpp"
#include "discreet/report/page.hpp"
#include "discreet/report/words.hpp"

namespace discreet {
namespace {

// What two neighbouring datasets differ in, as the choice that an onlooker faces.
std::string_view two_worlds(Neighbours relation) {
  switch (relation) {
    case Neighbours::replace_one:
      return "which of two versions of one row the data held";
    case Neighbours::zero_out:
      return "whether one row counted or not";
    case Neighbours::add_remove:
      return "whether one row was in the data or not";
  }
  return "";
}

// Rounded down, but for what rounding did to a round number: what is said must not be rarer than what is true.
double three_digits_of(double value) {
  const double last = std::pow(10, std::floor(std::log10(value)) - 2);
  return std::floor(value / last * (1 + 1e-9)) * last;
}

// Whether nothing is wrong with a label but its figures.
bool only_in_name(const PrivacyLabel& label) {
  const std::vector<std::string> caveats = label.all_caveats();
  return std::isfinite(label.spent.value) && caveats.size() == 1 && caveats[0] == nominal_caveat(label);
}

std::string_view how_private(const PrivacyLabel& label) {
  const Strength by_epsilon = strength_by_epsilon(label), strength = strength_of(label);
  if (strength == Strength::nominal)
    return by_epsilon == Strength::nominal
               ? "Not private but in name. The limit on what can be learnt from this model about one row of its data "
                 "is "
                 "so high that it protects little"
               : "Not private but in name. The guarantee may fail with a probability so large that it protects little";
  if (strength > by_epsilon)
    return "Private, but weakly. The guarantee may fail, and the probability of that is more than one over the number "
           "of rows: it allows for a few rows that are published outright";
  switch (strength) {
    case Strength::strong:
      return "Private. Nobody can learn much from this model about any one row of the data that it was trained on";
    case Strength::limited:
      return "Private. What anybody can learn from this model about any one row of the data that it was trained on is "
             "limited";
    default:
      return "Private, but weakly. Somebody may learn a good deal from this model about one row of the data that it "
             "was "
             "trained on; what they can learn has a limit";
  }
}

}  // namespace

std::string verdict(const PrivacyLabel& label) {
  if (!label.is_private() && !only_in_name(label))
    return "Not private. This model gives no privacy guarantee: treat it as confidentially as the data it was trained "
           "on.";
  return fmt::format("{}: epsilon is {:.4g}, delta {:.3g}.", how_private(label), label.spent.value,
                     label.budget.delta.value);
}

bool is_weak(const PrivacyLabel& label) { return label.is_private() && strength_of(label) >= Strength::weak; }

// Whatever is seen is a coarser view of one draw from N(0, 1) or N(mu, 1) (Blackwell, by the meaning of mu), and makes
// that sure on some event S with P(S) >= e^epsilon Q(S). Among those the most probable is a half-line x >= c
// (Neyman-Pearson) that has it with equality: P = Phi(mu - c), Q = Phi(-c), and P/Q grows with c.
// proof: docs/proofs/certainty.md
double chance_of_more(Mu mu, Epsilon epsilon) {
  if (!(mu.value > 0) || std::isinf(epsilon.value)) return 0;
  const auto surely = [&](double c) { return log_normal_cdf(mu.value - c) - log_normal_cdf(-c) >= epsilon.value; };
  double low = -40, high = 40;
  while (!surely(high) && high < 1e100) low = high, high *= 2;  // a file may say anything
  // The end that gives the larger probability.
  const double least = bisect({high, low}, {.steps = 60}, [&](double c) { return !surely(c); });
  return std::min(1.0, std::exp(log_normal_cdf(mu.value - least)));
}

std::string percent_sure(double epsilon) {
  const double doubt = 100 / (1 + std::exp(epsilon));
  if (doubt == 0) return "100 %";
  // So many digits that doubt stays visible, the last one rounded up: it is the most that anybody can be.
  const int needed = std::max(1, 1 - static_cast<int>(std::floor(std::log10(doubt))));
  const int digits = doubt < 1 ? std::min(needed, 10) : 1;
  const double unit = std::pow(10, digits);
  return fmt::format("{:.{}f} %", std::ceil((100 - doubt) * unit * (1 - 1e-13)) / unit, digits);
}

std::string strength_in_words(const PrivacyLabel& label) {
  if (!label.is_private()) return {};
  std::string text = fmt::format("Take somebody who knows everything except {}, and finds both equally likely. ",
                                 two_worlds(label.plan.neighbours));
  const std::string sure = percent_sure(label.spent.value);
  const double delta = label.budget.delta.value;
  if (std::isfinite(label.mu.value) && !label.trials) {
    text += fmt::format(
        "After seeing everything that was released, that person can be at most {} sure of what is true, where 50 % is "
        "no idea and 100 % is certainty, except with a probability of at most {}.",
        sure, chance_in_words(chance_of_more(label.mu, label.spent)));
    // The best test between two Gaussians that are mu apart, when both are as likely.
    return text + fmt::format(" On average over many such guesses, at most about {:.1f} % would be right.",
                              100 * normal_cdf(label.mu.value / 2));
  }
  if (!(delta > 0))
    return text + fmt::format(
                      "After seeing everything that was released, that person can be at most {} sure of what is true, "
                      "where 50 % is no idea and 100 % is certainty.",
                      sure);
  // (epsilon, delta) says this and no more: every such pair is a coarser view of an answer that is true with
  // probability delta, and otherwise a coin with the odds e^epsilon to one (Kairouz, Oh, Viswanath 2015, on what
  // composition costs).
  return text + fmt::format(
                    "Everything that was released is worth no more to that person than being told the truth with a "
                    "probability of {}, and being at most {} sure otherwise, where 50 % is no idea and 100 % is "
                    "certainty.",
                    chance_in_words(delta), sure);
}

std::string protected_by(Neighbours relation) {
  switch (relation) {
    case Neighbours::replace_one:
      return "whatever one row of the data contains: replacing it by any other row changes what can be seen by little";
    case Neighbours::zero_out:
      return "one row's contribution: making it count for nothing changes what can be seen by little";
    case Neighbours::add_remove:
      return "one row's presence: adding or removing it changes what can be seen by little";
  }
  return {};
}

std::string chance_in_words(double chance) {
  if (!(chance > 0)) return "0";
  if (chance > 0.01) return fmt::format("{:.3g}", std::ceil(1000 * chance * (1 - 1e-9)) / 1000);
  if (chance <= 1e-18) return fmt::format("{:.2g}", chance * 1.05);  // never less than it is
  const double one_in = three_digits_of(1 / chance);
  for (const auto& [size, name] :
       {std::pair{1e15, " million billion"}, {1e12, " thousand billion"}, {1e9, " billion"}, {1e6, " million"}})
    if (one_in >= size * 0.9995) return fmt::format("1 in {:.3g}{}", one_in / size, name);
  return fmt::format("1 in {:.0f}", one_in);
}

}  // namespace discreet
