// Neighbouring datasets that differ in a row such as adversaries like.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "discreet/base/public_random.hpp"
#include "tests/support/make.hpp"

namespace discreet::testing {

// A number such as adversaries like: any magnitude that a double has, and some that it has not.
inline double wild(PublicRandom& random) {
  switch (random.below(8)) {
    case 0:
      return 0;
    case 1:
      return std::numeric_limits<double>::infinity();
    case 2:
      return std::nan("");
    case 3:
    case 4:
      return std::pow(10.0, 620 * random.uniform() - 315) * random.normal();
    default:
      return random.normal();
  }
}

// All values of a row close to one magnitude, where squares just underflow or overflow.
inline double magnitude(PublicRandom& random) {
  return random.below(3) == 0 ? std::pow(10.0, 400 * random.uniform() - 200) : 1;
}

struct Pair {
  Rows rows, other_rows;
  std::vector<double> labels, other_labels;
};

inline Pair neighbours(std::size_t n, std::size_t p, PublicRandom& random, bool classes) {
  Pair pair;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> row(p);
    const double size = magnitude(random);
    for (double& x : row) x = i == 0 ? size * wild(random) : random.normal();
    pair.rows.push_back(row);
    pair.labels.push_back(classes ? (random.uniform() < 0.5 ? -1 : 1) : (i == 0 ? wild(random) : random.normal()));
  }
  pair.other_rows = pair.rows;
  pair.other_labels = pair.labels;
  const double size = magnitude(random);
  for (double& x : pair.other_rows[0]) x = size * wild(random);
  pair.other_labels[0] = classes ? -pair.labels[0] : wild(random);
  return pair;
}

inline double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double square = 0;
  for (std::size_t j = 0; j < a.size(); ++j) square += (a[j] - b[j]) * (a[j] - b[j]);
  return std::sqrt(square);
}

}  // namespace discreet::testing
