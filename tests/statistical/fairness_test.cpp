// Bounds that hold with a probability, and intervals that cover with one, tried as often as it takes to see it. Counts
// of what went wrong in N trials with chance q are judged at six standard deviations, sqrt(N q (1 - q)) each, which
// chance alone crosses less than once in 10^8 runs.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fairness/distance.hpp"
#include "discreet/fairness/release.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/statistical/support.hpp"
#include "tests/support/grants.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

double most_by_chance(double trials, double chance) {
  return trials * chance + 6 * std::sqrt(trials * chance * (1 - chance));
}

constexpr std::size_t kRows = 3000, kFeatures = 3;

struct Setting {
  Dataset data;
  GroupColumn groups;
};
Setting setting() {
  testing::Random made = testing::random_rows(kRows, kFeatures, 4, true);
  std::vector<std::uint32_t> codes;
  for (std::size_t i = 0; i < kRows; ++i) codes.push_back(made.rows[i][0] + 0.5 * made.rows[i][1] > 0.3);
  Setting found{testing::make_dataset(made.rows, made.labels),
                {"g", {"a", "b"}, true, kRows, Sensitive(std::move(codes))}};
  found.data.schema.classes = {"-1", "1"};
  for (auto& bounds : found.data.schema.bounds) bounds = Interval{-6, 6};
  return found;
}

Model fitted(const Dataset& data, const std::string& solver) {
  Options options;
  options.loss = "logistic";
  options.penalty = "l2:0.3";
  options.intercept = false;
  options.solver = solver;
  options.threads = "1";
  if (solver == "output") {
    options.epsilon = "4";
    options.clip = "7";  // no row is longer, so the minimum is the optimum
  }
  const auto model = fit(data, options);
  EXPECT_TRUE(model) << model.error().message;
  return model->value();
}

FairnessQuestion question(double zeta) {
  FairnessQuestion asked;
  asked.notions = *notions_named("");
  asked.distance.zeta = zeta;
  return asked;
}

std::vector<JudgedRow> rows_of(const Setting& with, const LinearScores& model, const MarginReach& reach) {
  Permit permit = GrantsForTests::exact_answers("t");
  return exactly(permit.pay("t"), GroupTally(with.data, with.groups, {model, {}, reach}).exact_rows());
}

constexpr int kModels = 1000;
constexpr double kZeta = 0.01;

struct Tried {
  int levels = 0;     // models of which a level is outside of its bounds
  int distances = 0;  // models that are farther away than the quantile for kOften
};
constexpr double kOften = 0.2;

// Private models against the bounds around the optimum. `shrunk` is a fault on purpose: distances this much too small.
Tried try_models(double shrunk) {
  const Setting with = setting();
  const auto best = fairness_subject({fitted(with.data, "exact")}, {});
  Tried found;
  std::vector<FairnessLevel> levels;
  std::vector<double> at_best;
  std::vector<LevelBounds> bounds;
  GroupParts parts;
  double far = 0;
  for (int k = 0; k < kModels; ++k) {
    const auto subject = fairness_subject({fitted(with.data, "output")}, {});
    if (k == 0) {
      // The noise has the same deviation for every model: it is public.
      const KnownDistance known = known_distances(*subject, question(kZeta).distance).at(0);
      EXPECT_EQ(known.source, "noise");
      far = shrunk * known_distances(*subject, question(kOften).distance).at(0).value;
      MarginReach reach = known.reach;
      reach.distance *= shrunk;
      const auto rows = rows_of(with, best->scores, reach);
      parts = parts_of(rows, 2, 2);
      const auto in_parts = bounds_in_parts(rows, parts, reach);
      const auto accuracies = accuracies_of(rows, parts);
      for (const NamedNotion& notion : kNotions)
        for (const FairnessLevel& level : levels_of(notion.notion, parts, 1)) {
          levels.push_back(level);
          at_best.push_back(level.value(accuracies));
          bounds.push_back(bounds_of(level, in_parts));
          if (notion.notion == Notion::accuracy) {
            EXPECT_LT(bounds.back().change(), 0.5) << "bounds that say something";
          }
        }
    }
    const auto accuracies = accuracies_of(rows_of(with, subject->scores, {}), parts);
    bool inside = true;
    for (std::size_t m = 0; m < levels.size(); ++m) {
      const double moved = levels[m].value(accuracies) - at_best[m];
      inside = inside && moved >= -bounds[m].down - 1e-12 && moved <= bounds[m].up + 1e-12;
    }
    found.levels += !inside;
    double square = 0;
    for (std::size_t j = 0; j < kFeatures; ++j)
      square += std::pow(subject->scores.weights[0][j] - best->scores.weights[0][j], 2);
    found.distances += std::sqrt(square) > far;
  }
  return found;
}

// All levels of all measures at once, for each of a thousand private models.
TEST(FairnessBounds, HoldForAsManyPrivateModelsAsTheySay) {
  const Tried found = try_models(1);
  EXPECT_LE(found.levels, kZeta * kModels);
  EXPECT_LE(found.distances, most_by_chance(kModels, kOften));
  EXPECT_GE(found.distances, 2 * kModels * kOften - most_by_chance(kModels, kOften)) << "it is the quantile, not more";
}

TEST(FairnessBounds, WouldBeCaughtWithDistancesThatAreTooSmall) {
  EXPECT_GT(try_models(0.8).distances, most_by_chance(kModels, kOften));
  EXPECT_GT(try_models(0.1).levels, kZeta * kModels);
}

// One trial: whether every interval that was shown holds what it should.
bool covers(const Setting& with, const FairnessSubject& subject, const std::vector<double>& truth,
            const std::vector<double>& counts, double narrower) {
  Options options;
  options.epsilon = "0.8";
  options.delta = "1e-6";
  options.solver.clear();
  const auto release = release_fairness(with.data, with.groups, subject, question(kZeta), options, 0.9);
  EXPECT_TRUE(release) << release.error().message;
  bool held = true;
  std::size_t at = 0;
  const auto inside = [&](const Estimate& shown, double true_value) {
    const double low = shown.value + narrower * (shown.low - shown.value),
                 high = shown.value + narrower * (shown.high - shown.value);
    held = held && true_value >= low - 1e-9 && true_value <= high + 1e-9;
  };
  for (std::size_t k = 0; k < counts.size(); ++k) inside(release->cells[k].count, counts[k]);
  for (const ReleasedNotion& notion : release->notions)
    for (const ReleasedLevel& level : notion.levels) inside(level.level, truth[at++]);
  return held;
}

double uncovered(double narrower) {
  const Setting with = setting();
  const auto subject = fairness_subject({fitted(with.data, "exact")}, {});
  const auto rows = rows_of(with, subject->scores, {});
  const GroupParts parts = parts_of(rows, 2, 2);
  const auto accuracies = accuracies_of(rows, parts);
  std::vector<double> truth, counts(8);
  for (const NamedNotion& notion : kNotions)
    for (const FairnessLevel& level : levels_of(notion.notion, parts, 1)) truth.push_back(level.value(accuracies));
  for (const JudgedRow& row : rows) ++counts[(row.group * 2 + row.label) * 2 + row.predicted];
  double wrong = 0;
  for (int k = 0; k < kModels; ++k) wrong += !covers(with, *subject, truth, counts, narrower);
  return wrong;
}

TEST(FairnessRelease, CoversAtTheStatedRate) { EXPECT_LE(uncovered(1), most_by_chance(kModels, 0.1)); }

TEST(FairnessRelease, WouldBeCaughtWithIntervalsForLessNoise) {
  EXPECT_GT(uncovered(0.5), most_by_chance(kModels, 0.1));
}

// The noise of both mechanisms against the scale that intervals are made from. For single cells they are exact, so as
// many are wrong as may be and no fewer.
double wrong_cells(NoisyCounts::Law law, double narrower) {
  constexpr double kMultiplier = 2;
  const bool normal = law == NoisyCounts::Law::normal;
  const Setting with = setting();
  const auto subject = fairness_subject({fitted(with.data, "exact")}, {});
  const GroupTally tally(with.data, with.groups, {subject->scores, {}, {}});
  std::vector<double> truth(tally.cells());
  for (const JudgedRow& row : rows_of(with, subject->scores, {}))
    ++truth[tally.cell(row.group, row.label, row.predicted, false)];
  const Event event = normal ? Event(GaussianEvent{{kMultiplier}}) : Event(LaplaceEvent{{kMultiplier}});
  Permit permit = testing::make_permit("a", event, kModels, tally.cells());
  SecureRandom source;
  Gaussian gaussian(source);
  Laplace laplace(source);
  double wrong = 0;
  for (int k = 0; k < kModels; ++k) {
    std::vector<double> noisy = normal ? gaussian.release(tally.counts(permit.pay("a"))).value()
                                       : laplace.release(tally.laplace_counts(permit.pay("a"))).value();
    const double scale = narrower * kMultiplier * (normal ? std::sqrt(2.0) : 2);
    const NoisyCounts counts(std::move(noisy), law, scale, 0.9, tally.cells());
    bool held = true;
    for (std::size_t cell = 0; cell < truth.size(); ++cell) {
      const Estimate shown = counts.sum(std::vector{cell});
      held = held && shown.low <= truth[cell] && truth[cell] <= shown.high;
    }
    wrong += !held;
  }
  return wrong;
}

TEST(NoisyCounts, AreWrongAsOftenAsTheyMayBe) {
  // Eight cells, each with an eighth of a tenth, independently: 1 - (1 - 1/80)^8 = 0.0957.
  for (const auto law : {NoisyCounts::Law::laplace, NoisyCounts::Law::normal}) {
    EXPECT_LE(wrong_cells(law, 1), most_by_chance(kModels, 0.0957));
    EXPECT_GE(wrong_cells(law, 1), 2 * kModels * 0.0957 - most_by_chance(kModels, 0.0957));
    EXPECT_GT(wrong_cells(law, 0.7), most_by_chance(kModels, 0.0957)) << "too little noise claimed is seen";
  }
}

// The reach of one Laplace variable is exact, so its intervals are wrong exactly as often as they may be; sums of
// several are wrong less often.
TEST(LaplaceSums, StayWithinTheirReach) {
  constexpr double kTail = 0.05;
  constexpr int kDraws = 200'000;
  PublicRandom random(17);
  const auto laplace = [&] { return (random.below(2) == 0 ? 1 : -1) * -std::log(1 - random.uniform()); };
  const auto beyond = [&](std::size_t variables, double factor) {
    const double reach = factor * laplace_sum_reach(variables, 1, kTail);
    double count = 0;
    for (int k = 0; k < kDraws; ++k) {
      double sum = 0;
      for (std::size_t j = 0; j < variables; ++j) sum += laplace();
      count += std::abs(sum) > reach;
    }
    return count;
  };
  const double most = most_by_chance(kDraws, kTail);
  EXPECT_LE(beyond(1, 1), most);
  EXPECT_GE(beyond(1, 1), 2 * kDraws * kTail - most);
  for (const std::size_t several : {2, 4, 16}) EXPECT_LE(beyond(several, 1), most);
  EXPECT_GT(beyond(1, 0.9), most);
  EXPECT_GT(beyond(4, 0.5), most);
}

}  // namespace
}  // namespace discreet
