// Rows in groups, and linear scores of them, drawn at random.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "discreet/oracle/group_tally.hpp"
#include "tests/support/grants.hpp"
#include "tests/support/make.hpp"

namespace discreet::testing {

inline LinearScores any_scores(PublicRandom& random, std::size_t classes, std::size_t features) {
  LinearScores scores;
  for (std::size_t k = 0; k < (classes == 2 ? 1 : classes); ++k) {
    scores.weights.emplace_back();
    for (std::size_t j = 0; j < features; ++j) scores.weights.back().push_back(random.normal());
    scores.intercepts.push_back(random.normal());
  }
  return scores;
}

struct Tallied {
  Random made;
  Dataset data;
  GroupColumn groups;
};
inline Tallied any_tally(PublicRandom& random, std::size_t n, std::size_t classes, std::size_t groups) {
  Random made = random_rows(n, 3, random.next() % 1000, true);
  std::vector<std::uint32_t> codes;
  GroupColumn column{"g", {}, true, n, Sensitive(std::vector<std::uint32_t>())};
  for (std::size_t r = 0; r < groups; ++r) column.values.push_back("g" + std::to_string(r));
  for (std::size_t i = 0; i < n; ++i) {
    codes.push_back(static_cast<std::uint32_t>(random.below(groups + 1)));  // some are in none
    if (classes > 2) made.labels[i] = static_cast<double>(random.below(classes));
  }
  column.codes = Sensitive(std::move(codes));
  Dataset data = make_dataset(made.rows, made.labels);
  return {std::move(made), std::move(data), std::move(column)};
}

inline std::vector<JudgedRow> rows_of(const GroupTally& tally) {
  Permit permit = GrantsForTests::exact_answers("t");
  return exactly(permit.pay("t"), tally.exact_rows());
}

}  // namespace discreet::testing
