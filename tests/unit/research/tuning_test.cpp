// Choosing among settings without running all of them on all seeds.
#include "discreet/research/compare/tuning.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "discreet/base/public_random.hpp"

namespace discreet {
namespace {

Candidate with_errors(std::initializer_list<double> errors) {
  Candidate candidate;
  for (const double error : errors) {
    Outcome run;
    run.error = error;
    candidate.runs.push_back(run);
  }
  return candidate;
}

using Places = std::vector<std::size_t>;

TEST(Race, IsOverForWhatRunsWithoutErrorWouldLeaveBehind) {
  const std::vector<Candidate> candidates{with_errors({1, 1, 1}),  with_errors({2.9}),      with_errors({3.1}),
                                          with_errors({1.5, 1.5}), with_errors({1.6, 1.5}), with_errors({HUGE_VAL})};
  EXPECT_EQ(still_in_the_race(candidates, 3), (Places{1, 3}));
}

TEST(Race, GoesOnForAllThatConvergedUntilOneIsThrough) {
  const std::vector<Candidate> candidates{with_errors({1}), with_errors({1e9}), with_errors({HUGE_VAL})};
  EXPECT_EQ(still_in_the_race(candidates, 3), (Places{0, 1}));
}

// A model that holds values within its limits can be below the optimum of the weights: runs to come may be as low.
TEST(Race, ExpectsNothingBelowTheLeastThatWasSeen) {
  const std::vector<Candidate> candidates{with_errors({-1, 1, 0}), with_errors({1.5}), with_errors({2.5})};
  EXPECT_EQ(still_in_the_race(candidates, 3), (Places{1}));
}

TEST(Race, TakesWhatCameOutTheSameToTheLastBitAsOne) {
  const std::vector<Candidate> candidates{with_errors({1}), with_errors({2, 2}), with_errors({1}),
                                          with_errors({2}), with_errors({2, 3}), with_errors({1 + 1e-15})};
  EXPECT_EQ(still_in_the_race(candidates, 3), (Places{0, 1, 4, 5}));
}

// Whatever the errors are, the winner is that of a table without gaps, and not all of the table is looked at.
TEST(Race, HasTheWinnerOfTheWholeTable) {
  PublicRandom random(7);
  std::size_t looked = 0, all = 0;
  for (int trial = 0; trial < 200; ++trial) {
    constexpr std::size_t kCandidates = 60, kSeeds = 5;
    std::vector<std::vector<double>> table(kCandidates);
    std::vector<Candidate> whole, raced;
    for (auto& row : table) {
      const double level = std::exp(2 * random.normal());
      whole.emplace_back();
      raced.push_back(with_errors({}));
      for (std::size_t r = 0; r < kSeeds; ++r) {
        row.push_back(level * std::exp(random.normal()));
        Outcome run;
        run.error = row.back();
        whole.back().runs.push_back(run);
      }
    }
    // The rounds of race(): none of them may need what was not run.
    for (Places places = still_in_the_race(raced, kSeeds); !places.empty(); places = still_in_the_race(raced, kSeeds))
      for (const std::size_t k : places) {
        Outcome run;
        run.error = table[k][raced[k].runs.size()];
        raced[k].runs.push_back(run);
        if (raced[k].runs.size() == kSeeds) break;  // somebody is through: who is still in it is asked again
      }
    for (const Candidate& candidate : raced) looked += candidate.runs.size();
    all += kCandidates * kSeeds;
    EXPECT_EQ(best_of(raced, {1, kSeeds}), best_of(whole, {1, kSeeds})) << trial;
  }
  EXPECT_LT(looked, all);
}

// The same on fits, of which there are fewer than settings times seeds.
TEST(Race, ChoosesWhatAllRunsWouldHaveChosen) {
  Options problem;
  problem.penalty = "l1:0.1";
  const auto study = Study::open("synthetic:regression?n=300&p=3", problem);
  ASSERT_TRUE(study) << study.error().message;
  std::atomic<bool> stop{false};
  struct Silent final : Progress {
    void advance(std::uint64_t, std::uint64_t) override {}
  };
  const Workplace place{2, [] { return std::make_unique<Silent>(); }, &stop};
  std::vector<Options> grid;
  for (const char* clip : {"0.001", "0.1", "1", "3", "10", "100", "1000"})
    for (const char* step : {"0.01", "0.1", "1", "1.5", "10"}) {
      grid.push_back(problem);
      grid.back().solver = "cd";
      grid.back().epsilon = "5";
      grid.back().smoothness = "from-data";
      grid.back().passes = "3";
      grid.back().clip = clip;
      grid.back().step = step;
    }
  const Seeds seeds{1, 4};
  Runner all(*study, place), racing(*study, place);
  const auto everything = try_all(all, grid, seeds, false), raced = race(racing, grid, seeds);
  ASSERT_TRUE(everything && raced);
  EXPECT_EQ(best_of(*raced, seeds), best_of(*everything, seeds));
  EXPECT_EQ(all.fits(), grid.size() * seeds.count);
  EXPECT_LT(racing.fits(), all.fits());
}

}  // namespace
}  // namespace discreet
