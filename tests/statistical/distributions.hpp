// Questions that every sampler of noise must answer, and samplers broken on purpose that must not. Each question raises
// a false alarm with probability at most kFalseAlarm.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "discreet/privacy/noise_source.hpp"
#include "tests/statistical/support.hpp"

namespace discreet::testing {

using Draw = std::function<std::int64_t()>;
using Cdf = std::function<double(double)>;

// Kolmogorov and Smirnov: the share of draws below each of 4096 points is close to what the law says. The largest
// difference over all points exceeds d with probability at most 2 exp(-2 n d^2) (Dvoretzky, Kiefer, Wolfowitz;
// Massart's constant), for any law; over some of them it is only smaller. The law is given in units of 2^exponent
// cells, whose own steps of 2^-exponent are far below d.
inline bool follows(const Draw& draw, int exponent, const Cdf& cdf, std::size_t draws = 16'000'000) {
  constexpr int kPoints = 4096;
  constexpr double kReach = 12;  // further out the law is flat to 1e-5
  std::vector<double> counts(kPoints + 1, 0.0);
  for (std::size_t k = 0; k < draws; ++k) {
    const double x = std::ldexp(static_cast<double>(draw()), -exponent);
    const double place = std::clamp((x + kReach) / (2 * kReach) * kPoints, 0.0, static_cast<double>(kPoints));
    ++counts[static_cast<std::size_t>(std::ceil(place))];
  }
  const double n = static_cast<double>(draws);
  const double limit = std::sqrt(std::log(2 / kFalseAlarm) / (2 * n)) + std::ldexp(1.0, -exponent);
  double below = 0, largest = 0;
  for (int point = 0; point < kPoints; ++point) {
    below += counts[static_cast<std::size_t>(point)] / n;
    largest = std::max(largest, std::abs(below - cdf(2 * kReach * point / kPoints - kReach)));
  }
  return largest < limit;
}

// Every residue modulo 16 is as frequent as every other: the law is flat over so few cells.
inline bool fills_the_lattice(const Draw& draw, int draws = 1'000'000) {
  std::vector<double> counts(16, 0.0);
  for (int k = 0; k < draws; ++k) ++counts[static_cast<std::size_t>(draw() & 15)];
  return looks_like(counts, std::vector<double>(16, 1.0 / 16));
}

// The signs of neighbouring draws agree half of the time: a fair coin tossed n times is within kDeviations.
inline bool forgets(const Draw& draw, int draws = 1'000'000) {
  double agreed = 0;
  bool before = draw() < 0;
  for (int k = 0; k < draws; ++k) {
    const bool now = draw() < 0;
    agreed += now == before;
    before = now;
  }
  return std::abs(agreed - 0.5 * draws) < kDeviations * 0.5 * std::sqrt(static_cast<double>(draws));
}

inline double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }
inline double laplace_cdf(double x) { return x < 0 ? 0.5 * std::exp(x) : 1 - 0.5 * std::exp(-x); }

// A sampler whose stream is one of 256: whatever is drawn, it is drawn from the key of one byte.
template <class Sampler>
Draw seeded_by_a_byte(Sampler sampler, NoiseSource& source) {
  std::array<std::int64_t, 256> all;
  for (std::size_t byte = 0; byte < all.size(); ++byte) {
    SeededNoise stream(byte);
    all[byte] = sampler(stream);
  }
  return [all, &source] { return all[source.next32() & 255]; };
}

}  // namespace discreet::testing
