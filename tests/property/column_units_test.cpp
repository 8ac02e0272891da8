// What is said of a model and its rows must not depend on the units of their columns.
#include "discreet/fairness/column_units.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/fairness/assessment.hpp"
#include "tests/support/tallies.hpp"

namespace discreet {
namespace {

using testing::any_scores, testing::any_tally, testing::rows_of, testing::Tallied;

// Columns as tables have them: grams and tonnes, years and shares.
struct Raw {
  std::vector<double> factors, shifts;
  double value(std::size_t j, double x) const { return factors[j] * x + shifts[j]; }
};
Raw any_raw(PublicRandom& random, std::size_t features) {
  Raw raw;
  for (std::size_t j = 0; j < features; ++j) {
    const double scale = std::pow(10, 8 * random.uniform() - 4);
    raw.factors.push_back(random.below(4) == 0 ? -scale : scale);
    raw.shifts.push_back(30 * scale * random.normal());
  }
  return raw;
}

// A model of columns of about one, its limits, and the noise of output perturbation on its weights.
Model plain_model(PublicRandom& random, std::size_t features) {
  Model model;
  model.loss = "logistic";
  model.penalty = "l2:0.5";
  model.task = Task::classification;
  model.classes = {"-1", "1"};
  NoiseSpread noise{{}, 0, "exact: for a test", {}, 0.1};
  for (std::size_t j = 0; j < features; ++j) {
    model.features.push_back("x" + std::to_string(j + 1));
    model.weights.push_back(random.normal());
    model.penalty_weights.push_back(0.5 + random.uniform());
    model.bounds.push_back({model.features[j], -3 - random.uniform(), 2 + random.uniform()});
    noise.weights.push_back(0.1 * random.uniform());
    noise.centres.push_back(0.5 * random.normal());
    noise.intercept = std::hypot(noise.intercept, noise.weights[j] * noise.centres[j]);
  }
  noise.intercept = std::hypot(noise.intercept, noise.intercept_at_centres);
  model.intercept = 0.3;
  model.noise = noise;
  model.privacy.mu = {0.5};
  model.privacy.plan.lines = {{"minimum", GaussianEvent{{2}}, 1, features + 1}};
  return model;
}

// The same model of raw columns: it has the same margins, and its noise and its penalty move them as far.
Model of_raw_columns(Model model, const Raw& raw) {
  double square = std::pow(model.noise->intercept_at_centres, 2);
  for (std::size_t j = 0; j < model.weights.size(); ++j) {
    const double factor = raw.factors[j];
    model.weights[j] /= factor;
    model.intercept -= model.weights[j] * raw.shifts[j];
    model.penalty_weights[j] *= factor * factor;
    const double ends[] = {raw.value(j, model.bounds[j].low), raw.value(j, model.bounds[j].high)};
    model.bounds[j].low = std::min(ends[0], ends[1]);
    model.bounds[j].high = std::max(ends[0], ends[1]);
    model.noise->weights[j] /= std::abs(factor);
    model.noise->centres[j] = raw.value(j, model.noise->centres[j]);
    square += std::pow(model.noise->weights[j] * model.noise->centres[j], 2);
  }
  model.noise->intercept = std::sqrt(square);
  return model;
}

enum class Distance { reference, noise, would_be_noise };

// A plain model, one near it and rows within its limits, all of them in raw columns where `raw` is given.
Assessment assessed(std::uint64_t seed, Distance kind, const Raw* raw, std::size_t features = 4) {
  PublicRandom random(seed);
  Tallied made = any_tally(random, 80, 2, 2);
  std::vector<Model> models{plain_model(random, features), plain_model(random, features)};
  for (std::size_t j = 0; j < features; ++j) models[1].weights[j] = models[0].weights[j] + 0.05 * random.normal();
  models[1].bounds = models[0].bounds;
  testing::Rows rows(80, std::vector<double>(features));
  for (auto& row : rows)
    for (std::size_t j = 0; j < features; ++j) {
      const double x = std::clamp(random.normal(), models[0].bounds[j].low, models[0].bounds[j].high);
      row[j] = raw ? raw->value(j, x) : x;
    }
  if (raw)
    for (Model& model : models) model = of_raw_columns(model, *raw);
  if (kind != Distance::noise)
    for (Model& model : models) model.noise.reset();
  if (kind == Distance::would_be_noise)
    models[0].intercept = 0, models[0].privacy.spent = {std::numeric_limits<double>::infinity()};
  const bool referred = kind == Distance::reference;
  const auto subject = fairness_subject({models[0]}, referred ? std::vector{models[1]} : std::vector<Model>());
  FairnessQuestion question;
  question.notions = *notions_named("");
  question.distance.budget = {{2}, {1e-5}};
  question.distance.rows = 5000;
  return *assess(testing::make_dataset(rows, made.made.labels), made.groups, *subject, question);
}

// The largest ratio, either way, of what two assessments say of rows and of levels.
double furthest_apart(const Assessment& a, const Assessment& b) {
  double most = 1;
  const auto compare = [&](double x, double y) {
    if (x != y)
      most = std::max({most, (std::abs(x) + 1e-9) / (std::abs(y) + 1e-9), (std::abs(y) + 1e-9) / (std::abs(x) + 1e-9)});
  };
  for (std::size_t i = 0; i < a.judged.size(); ++i)
    compare(a.distances.back().reach.of(a.judged[i].length), b.distances.back().reach.of(b.judged[i].length));
  for (std::size_t k = 0; k < a.parts.size(); ++k) compare(a.parts[k].lipschitz, b.parts[k].lipschitz);
  for (std::size_t m = 0; m < a.notions.size(); ++m)
    for (std::size_t k = 0; k < a.notions[m].levels.size(); ++k) {
      const LevelReport &x = a.notions[m].levels[k], &y = b.notions[m].levels[k];
      if (!x.level.defined) continue;
      compare(x.bounds.back().up, y.bounds.back().up);
      compare(x.bounds.back().down, y.bounds.back().down);
      compare(x.bounds.back().chernoff, y.bounds.back().chernoff);
    }
  return most;
}

// Grams or tonnes, years or ages: what is said of a model does not depend on it, wherever the distance comes from.
TEST(EveryBound, IsTheSameInWhateverUnitsColumnsAre) {
  PublicRandom random(13);
  for (const Distance kind : {Distance::reference, Distance::noise, Distance::would_be_noise})
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      Raw raw = any_raw(random, 4);
      // An intercept is held by the least of what holds the weights, which is no matter of scale: there is none here.
      if (kind == Distance::would_be_noise) raw.shifts.assign(4, 0);
      const Assessment plain = assessed(seed, kind, nullptr), moved = assessed(seed, kind, &raw);
      ASSERT_EQ(plain.distances.size(), 1U);
      ASSERT_EQ(plain.judged.size(), moved.judged.size());
      ASSERT_LT(furthest_apart(plain, moved), 1 + 1e-6) << static_cast<int>(kind) << " " << seed;
      EXPECT_LT(plain.notions[0].levels[0].bounds[0].change(), 1) << "a bound that says something";
    }
}

// Twin: lengths of rows as they are, and the distance of weights as they are, say nothing about raw columns.
TEST(EveryBound, WouldBeEmptyWithoutTheUnitsOfItsColumns) {
  PublicRandom random(13);
  const Raw raw{{1e4, 1e-3, 1, 10}, {3e5, 0.01, 2000, 0}};
  const Model model = of_raw_columns(plain_model(random, 4), raw), other = of_raw_columns(plain_model(random, 4), raw);
  double units = 0, plain = 0, at_centre = model.intercept - other.intercept;
  ColumnUnits asked = column_units(model, false);
  for (std::size_t j = 0; j < 4; ++j) {
    const double apart = model.weights[j] - other.weights[j];
    plain += apart * apart;
    units += std::pow(asked.halves[j] * apart, 2);
    at_centre += asked.centres[j] * apart;
  }
  plain = std::sqrt(plain + std::pow(model.intercept - other.intercept, 2));
  units = std::sqrt(units + at_centre * at_centre);
  double longest = 1, longest_in_units = std::sqrt(5.0);
  for (std::size_t j = 0; j < 4; ++j) longest = std::hypot(longest, model.bounds[j].high);
  EXPECT_GT(longest * plain, 1e4 * longest_in_units * units);
}

// Any model against any other, of columns on any scale: no margin moves further than the units say, and the one that is
// furthest for its distance moves as far.
TEST(EveryMargin, OfRawColumnsMovesByAtMostItsReach) {
  PublicRandom random(19);
  double closest = HUGE_VAL;
  for (int trial = 0; trial < 400; ++trial) {
    const std::size_t classes = 2 + random.below(2);
    const Raw raw = any_raw(random, 3);
    Tallied made = any_tally(random, 30, classes, 2);
    testing::Rows rows(30, std::vector<double>(3));
    Model model;
    for (std::size_t j = 0; j < 3; ++j) {
      model.features.push_back("x" + std::to_string(j + 1));
      const double ends[] = {raw.value(j, -2), raw.value(j, 2)};
      model.bounds.push_back({model.features[j], std::min(ends[0], ends[1]), std::max(ends[0], ends[1])});
      for (auto& row : rows) row[j] = raw.value(j, std::clamp(random.normal(), -2.0, 2.0));
    }
    const bool sparse = random.below(4) == 0;
    const Dataset data =
        sparse ? testing::make_sparse_dataset(rows, made.made.labels) : testing::make_dataset(rows, made.made.labels);
    const ColumnUnits units = column_units(model, random.below(2) == 0 && sparse);
    // Moved in the direction of one row, where the bound is met.
    const LinearScores here = any_scores(random, classes, 3);
    LinearScores there = here;
    double square = 0;
    for (std::size_t k = 0; k < here.weights.size(); ++k) {
      const double size = classes == 2 ? 1 : k == 0 ? 1 : k == 1 ? -1 : 0;
      double intercept = size;
      square += size * size;
      for (std::size_t j = 0; j < 3; ++j) {
        const double part = size * (rows[7][j] - units.centres[j]) / units.halves[j];
        there.weights[k][j] += part / units.halves[j];
        intercept -= part / units.halves[j] * units.centres[j];
        square += part * part;
      }
      there.intercepts[k] += intercept;
    }
    const MarginReach reach = units.reach(std::sqrt(square));
    const auto judged = rows_of(GroupTally(data, made.groups, {here, there, reach}));
    const GroupParts parts = parts_of(judged, 2, classes);
    const auto bounds = bounds_in_parts(judged, parts, reach);
    const auto before = accuracies_of(judged, parts), after = accuracies_of(judged, parts, true);
    for (const FairnessLevel& level : levels_of(Notion::equalized_odds, parts, 1)) {
      if (!level.defined) continue;
      const LevelBounds bound = bounds_of(level, bounds);
      const double moved = level.value(after) - level.value(before);
      ASSERT_TRUE(moved >= -bound.down - 1e-12 && moved <= bound.up + 1e-12);
    }
    for (const JudgedRow& row : judged) {
      const double moved = std::abs(row.margin - row.margin_by_other);
      ASSERT_LE(moved, reach.of(row.length) * (1 + 1e-6));
      closest = std::min(closest, reach.of(row.length) / moved);
      // sqrt(p + 1) within the limits.
      ASSERT_TRUE(sparse || row.length <= (classes > 2 ? std::sqrt(2.0) : 1) * 2 * (1 + 1e-9));
    }
  }
  EXPECT_LT(closest, 1.01) << "the constants are not larger than they must be";
}

TEST(EveryColumn, HasAUnitThatGivesABound) {
  Model model;
  for (const char* name : {"year", "flag", "point", "origin", "free", "whole"}) model.features.push_back(name);
  model.bounds = {{"year", 2000, 2020}, {"flag", 0, 1}, {"point", 7, 7}, {"origin", 0, 0}, {"whole", -HUGE_VAL, 1}};
  const ColumnUnits dense = column_units(model, false), sparse = column_units(model, true);
  EXPECT_EQ(dense.centres, (std::vector<double>{2010, 0, 7, 0, 0, 0}));
  EXPECT_TRUE(dense.halves[0] == 10 && dense.halves[1] == 1);
  EXPECT_TRUE(sparse.centres == std::vector<double>(6, 0) && sparse.halves[0] == 2020);
  for (const ColumnUnits& units : {dense, sparse})
    for (const double half : units.halves) EXPECT_TRUE(half > 0 && std::isfinite(half));
  EXPECT_FALSE(dense.limited);
  const ColumnUnits seen = column_units(model, false, std::vector<ColumnMoments>(6, {20, 5}));
  EXPECT_TRUE(seen.centres[0] == 20 && seen.halves[4] == 5 && !seen.limited) << "what is seen is nearer to the rows";
  EXPECT_EQ(column_units(model, true, std::vector<ColumnMoments>(6, {4, 3})).halves[0], 5) << "from zero";
  EXPECT_EQ(column_units(model, false, std::vector<ColumnMoments>(6, {2e3, 0})).halves[0], 10) << "a single value";
  // Rows that are shrunk to a length, and columns in other units.
  model.row_norm = 5;
  EXPECT_EQ(column_units(model, false).halves[0], 5);
  EXPECT_EQ(column_units(model, false).centres[0], 0);
  model.row_norm.reset();
  model.means = {2010, 0, 0, 0, 0, 0};
  model.deviations = {5, 1, 1, 1, 1, 1};
  EXPECT_EQ(column_units(model, false).centres[0], 0);
  EXPECT_EQ(column_units(model, false).halves[0], 2);
}

}  // namespace
}  // namespace discreet
