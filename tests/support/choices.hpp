// The exact laws of private choices among a few scores, and the most that they can tell apart. Scores are in units of
// their sensitivity, and the rate is how fast the logarithm of the odds falls with one unit.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

namespace discreet::testing {

using Scores = std::vector<double>;
using Law = std::function<std::vector<double>(const Scores&)>;

inline std::vector<double> exponential_law(const Scores& scores, double rate) {
  const double largest = *std::max_element(scores.begin(), scores.end());
  std::vector<double> law;
  double total = 0;
  for (const double s : scores) total += law.emplace_back(std::exp(rate * (s - largest)));
  for (double& p : law) p /= total;
  return law;
}

// By dynamic programming over the sets of those whose turn has come and whose coin has failed.
inline std::vector<double> permute_and_flip_law(const Scores& scores, double rate) {
  const std::size_t k = scores.size();
  const double largest = *std::max_element(scores.begin(), scores.end());
  std::vector<double> law(k, 0.0), reach(std::size_t{1} << k, 0.0);
  reach[0] = 1;
  for (std::size_t failed = 0; failed + 1 < reach.size(); ++failed) {
    const double turn = reach[failed] / static_cast<double>(k - static_cast<std::size_t>(__builtin_popcountll(failed)));
    for (std::size_t j = 0; j < k; ++j) {
      if (failed >> j & 1) continue;
      const double success = std::exp(rate * (scores[j] - largest));
      law[j] += turn * success;
      reach[failed | std::size_t{1} << j] += turn * (1 - success);
    }
  }
  return law;
}

// The largest of the scores with Laplace noise of scale 1/rate, by the trapezoidal rule over the winner's noisy score.
inline std::vector<double> noisy_max_law(const Scores& scores, double rate) {
  const auto below = [&](double x) { return x < 0 ? 0.5 * std::exp(rate * x) : 1 - 0.5 * std::exp(-rate * x); };
  std::vector<double> law(scores.size(), 0.0);
  const auto [low, high] = std::minmax_element(scores.begin(), scores.end());
  const double step = 0.005 / rate;
  for (double x = *low - 40 / rate; x < *high + 40 / rate; x += step)
    for (std::size_t j = 0; j < scores.size(); ++j) {
      double p = 0.5 * rate * std::exp(-rate * std::abs(x - scores[j])) * step;
      for (std::size_t m = 0; m < scores.size(); ++m)
        if (m != j) p *= below(x - scores[m]);
      law[j] += p;
    }
  return law;
}

// What an outcome tells about which of two score vectors it came from.
struct Losses {
  double largest = 0;  // the largest loss in size, which epsilon bounds
  double range = 0;    // the largest less the least
};
inline Losses losses(const Law& law, const Scores& here, const Scores& there) {
  const std::vector<double> p = law(here), q = law(there);
  double high = std::log(p[0] / q[0]), low = high;
  for (std::size_t j = 1; j < p.size(); ++j) {
    high = std::max(high, std::log(p[j] / q[j]));
    low = std::min(low, std::log(p[j] / q[j]));
  }
  return {std::max(high, -low), high - low};
}

// The worst over every way in which each score goes up by a unit, down by one or stays, from each of the starts.
inline Losses worst(const Law& law, const std::vector<Scores>& starts, bool monotone = false) {
  Losses found;
  for (const Scores& start : starts) {
    std::size_t ways = 1;
    for (std::size_t j = 0; j < start.size(); ++j) ways *= 3;
    for (std::size_t way = 0; way < ways; ++way) {
      Scores moved = start;
      bool up = false, down = false;
      for (std::size_t j = 0, rest = way; j < start.size(); ++j, rest /= 3) {
        moved[j] += static_cast<double>(rest % 3) - 1;
        up |= rest % 3 == 2;
        down |= rest % 3 == 0;
      }
      if (monotone && up && down) continue;
      const Losses one = losses(law, start, moved);
      found = {std::max(found.largest, one.largest), std::max(found.range, one.range)};
    }
  }
  return found;
}

}  // namespace discreet::testing
