#include "discreet/audit/one_run.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "discreet/base/contract.hpp"
#include "discreet/base/normal.hpp"
#include "discreet/data/arrays.hpp"
#include "discreet/privacy/gdp.hpp"

namespace discreet {
namespace {

// Canary i lies along feature i: it pulls its weight up or down, or does not pull at all.
Result<Dataset> release_canaries(const Stage& stage, const std::vector<bool>& coins) {
  const Bait& bait = stage.bait;
  std::vector<double> values, labels;
  std::vector<std::int64_t> indices, starts{0};
  for (std::size_t i = 0; i < coins.size(); ++i) {
    const bool there = coins[i] || stage.neighbours == Neighbours::replace_one;
    if (there) {
      values.push_back(bait.length);
      indices.push_back(static_cast<std::int64_t>(i));
    }
    labels.push_back(coins[i] ? bait.plus : there ? bait.minus : bait.none);
    starts.push_back(static_cast<std::int64_t>(values.size()));
  }
  ArrayNames names;
  for (std::size_t i = 0; i < coins.size(); ++i) names.features.push_back("x" + std::to_string(i + 1));
  names.target = "y";
  if (stage.rules.task == Task::classification) names.classes = {"-1", "1"};
  return seal_rows(CompressedRows<double>{values, indices, starts, coins.size()}, labels, names, stage.rules);
}

// How many guesses to make is decided before the run: as many as would prove the most if the model were as revealing
// as it may be, its weights being normal and mu apart. Those that are furthest from the middle are the surest.
std::uint64_t worthwhile_guesses(std::uint64_t canaries, Budget claim, double miss) {
  const double half = 0.5 * largest_mu(claim).value;
  std::uint64_t best = canaries;
  double most = -1;
  for (const double threshold : {0.0, 0.5, 1.0, 1.5, 2.0, 2.5}) {
    const double right = normal_cdf(half - threshold), wrong_side = normal_cdf(-half - threshold);
    const auto made = static_cast<std::uint64_t>(static_cast<double>(canaries) * (right + wrong_side));
    const auto expected = static_cast<std::uint64_t>(static_cast<double>(made) * right / (right + wrong_side));
    const double promised = least_epsilon({canaries, made, expected}, claim.delta, miss).value;
    if (made > 0 && promised > most) {
      most = promised;
      best = made;
    }
  }
  return best;
}

}  // namespace

Result<OneRunFinding> audit_one_run(const Rehearsal& rehearsal, double miss) {
  const Stage& stage = rehearsal.stage();
  require(stage.rows == stage.bait.features, "every canary has a feature of its own");
  SecureRandom source;
  std::vector<bool> coins(stage.rows);
  for (std::size_t i = 0; i < coins.size(); ++i) coins[i] = (source.next32() & 1) != 0;
  const auto data = release_canaries(stage, coins);
  if (!data) return tl::unexpected(data.error());

  std::vector<double> weights = rehearsal.run(*data, source, Attacker::model);
  weights.resize(coins.size());  // without the intercept
  std::vector<double> sorted = weights;
  std::sort(sorted.begin(), sorted.end());
  // Between the two heaps that weights fall into if they tell; the median would be in the larger one.
  const double middle = 0.5 * (sorted[sorted.size() / 10] + sorted[sorted.size() - 1 - sorted.size() / 10]);
  std::vector<std::size_t> surest(coins.size());
  std::iota(surest.begin(), surest.end(), std::size_t{0});
  std::stable_sort(surest.begin(), surest.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(weights[a] - middle) > std::abs(weights[b] - middle);
  });
  const Budget claim{rehearsal.blueprint().label.spent, rehearsal.blueprint().granted.delta};
  OneRunFinding found;
  found.guesses = {coins.size(), worthwhile_guesses(coins.size(), claim, miss), 0};
  for (std::size_t k = 0; k < found.guesses.made; ++k)
    found.guesses.right += coins[surest[k]] == (weights[surest[k]] > middle);
  found.epsilon = least_epsilon(found.guesses, claim.delta, miss);
  return found;
}

}  // namespace discreet
