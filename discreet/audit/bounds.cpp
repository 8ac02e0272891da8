#include "discreet/audit/bounds.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

#include "discreet/base/contract.hpp"

namespace discreet {
namespace {

using boost::math::binomial;

void check(Tally seen, double miss) {
  require(seen.runs > 0 && seen.hits <= seen.runs, "an event happens at most as often as there are runs");
  require(miss > 0 && miss < 1, "a chance of being wrong is between 0 and 1");
}

double normal_quantile(double p) { return boost::math::quantile(boost::math::normal(), p); }

}  // namespace

double least_chance(Tally seen, double miss) {
  check(seen, miss);
  if (seen.hits == 0) return 0;
  return binomial::find_lower_bound_on_p(static_cast<double>(seen.runs), static_cast<double>(seen.hits), miss);
}

double most_chance(Tally seen, double miss) {
  check(seen, miss);
  if (seen.hits == seen.runs) return 1;
  return binomial::find_upper_bound_on_p(static_cast<double>(seen.runs), static_cast<double>(seen.hits), miss);
}

// Each side may fail with half of it.
Contrast contrast(Tally here, Tally there, double miss) {
  return {least_chance(here, miss / 2), most_chance(there, miss / 2)};
}

bool Contrast::breaks(Budget claim) const { return here > std::exp(claim.epsilon.value) * there + claim.delta.value; }

Epsilon Contrast::least_epsilon(Delta delta) const {
  return {here > delta.value ? std::max(0.0, std::log((here - delta.value) / there)) : 0.0};
}

// Of mu-GDP the trade-off is known: who errs with probability a on one side errs with Phi(Phi^-1(1-a) - mu) on the
// other, or more.
Mu Contrast::least_mu() const {
  if (!(here > 0) || !(there < 1)) return {0};
  if (here >= 1 || there <= 0) return {0};  // bounds of finite counts are never that certain
  return {std::max(0.0, normal_quantile(here) - normal_quantile(there))};
}

double chance_of_guesses(const Guesses& guesses, Budget claim) {
  require(guesses.right <= guesses.made && guesses.made <= guesses.canaries, "a guess is about a canary");
  if (guesses.made == 0 || guesses.right == 0) return 1;
  const double made = static_cast<double>(guesses.made), right = static_cast<double>(guesses.right);
  // Randomised response is the best that epsilon alone allows: each guess is right with this chance.
  const binomial best(made, 1 / (1 + std::exp(-claim.epsilon.value)));
  const double pure = boost::math::cdf(boost::math::complement(best, right - 1));
  // What delta adds: the most that moving i right guesses across the line gains, for each of them.
  double below = 0, steepest = 0;
  for (std::uint64_t i = 1; i <= guesses.right && claim.delta.value > 0; ++i) {
    const double density = boost::math::pdf(best, right - static_cast<double>(i));
    below += density;
    steepest = std::max(steepest, below / static_cast<double>(i));
    if (below > 0 && density < 1e-18 * below && below < static_cast<double>(i) * steepest) break;
  }
  return std::min(1.0, pure + 2 * static_cast<double>(guesses.canaries) * claim.delta.value * steepest);
}

// From below, until one is not refuted. Whoever is private with an epsilon is so with the next one of the grid, which
// is refuted with probability `miss` at most; the walk ends there at the latest, and its last step is below the
// epsilon.
Epsilon least_epsilon(const Guesses& guesses, Delta delta, double miss) {
  constexpr double kStep = 0.01, kMost = 30;
  double proven = 0;
  for (double epsilon = kStep; epsilon < kMost; epsilon += kStep) {
    if (chance_of_guesses(guesses, {{epsilon}, delta}) > miss) break;
    proven = epsilon;
  }
  return {proven};
}

}  // namespace discreet
