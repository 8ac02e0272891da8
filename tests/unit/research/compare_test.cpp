// The pieces of an experiment: statistics, grids, settings, the order of work, a run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "discreet/research/compare/comparison.hpp"
#include "discreet/research/compare/grid.hpp"
#include "discreet/research/compare/in_order.hpp"
#include "discreet/research/compare/settings.hpp"

namespace discreet {
namespace {

TEST(Summary, IsThatOfASample) {
  const double values[] = {1, 2, 4, 5};
  const Summary summary = summarise(values);
  EXPECT_DOUBLE_EQ(summary.mean, 3);
  EXPECT_DOUBLE_EQ(summary.std, std::sqrt(10.0 / 3));
  EXPECT_DOUBLE_EQ(summary.min, 1);
  EXPECT_DOUBLE_EQ(summary.max, 5);
  EXPECT_DOUBLE_EQ(summary.error_of_mean(), std::sqrt(10.0 / 12));
}

TEST(Summary, OfOneRunHasNoSpreadAndOfADivergedOneNoMean) {
  EXPECT_EQ(summarise(std::vector{2.0}).std, 0);
  const Summary diverged = summarise(std::vector<double>{1, HUGE_VAL});
  EXPECT_EQ(diverged.mean, HUGE_VAL);
  EXPECT_EQ(diverged.min, 1);
}

TEST(Grid, HasThePublishedNumberOfPoints) {
  EXPECT_EQ(grid_for("cd", Grain::published).size(), 5000u);  // appendix G.1: 10 x 100 x 5
  EXPECT_EQ(grid_for("sgd", Grain::published).size(), 5000u);
  EXPECT_EQ(grid_for("greedy", Grain::published).size(), 3500u);  // table D.3: 7 x 10 x 50
  EXPECT_EQ(grid_for("dual", Grain::published).size(), 156u);     // as the DP-SCD publication counts
  EXPECT_EQ(grid_for("exact", Grain::published).size(), 1u);
}

TEST(Grid, GoesFromEndToEnd) {
  const auto axes = grid_for("sgd", Grain::published).axes;
  EXPECT_EQ(axes[1].first, "step");
  EXPECT_EQ(axes[1].second.front(), "1e-06");
  EXPECT_EQ(axes[1].second.back(), "1");
  EXPECT_EQ(axes[2].second.front(), "0.001");
  EXPECT_EQ(axes[2].second.back(), "1e+06");
}

TEST(Grid, ThinIsPartOfThePublished) {
  for (const char* solver : {"cd", "sgd", "greedy", "dual"}) {
    const Grid whole = grid_for(solver, Grain::published), thin = grid_for(solver, Grain::thin);
    EXPECT_LT(thin.size(), whole.size() / 3);
    for (std::size_t k = 0; k < thin.axes.size(); ++k) {
      const std::set<std::string> allowed(whole.axes[k].second.begin(), whole.axes[k].second.end());
      for (const std::string& value : thin.axes[k].second) EXPECT_TRUE(allowed.contains(value)) << solver << value;
    }
  }
}

TEST(Settings, AreTheOptionsThatAreNotAsUsual) {
  Options options;
  options.clip = "3";
  options.penalty = "l1:1";
  options.intercept = false;
  options.epsilon = "1";
  EXPECT_EQ(text_of(solver_settings(options)), "clip=3");
  EXPECT_EQ(text_of(problem_settings(options)), "penalty=l1:1;intercept=no");
  EXPECT_EQ(problem_alone(options).clip, "auto");
  EXPECT_EQ(problem_alone(options).penalty, "l1:1");
}

TEST(Settings, ListsAreCombined) {
  Options options;
  options.passes = "5,20";
  options.clip = "1,2,3";
  options.penalty = "elastic-net:0.1,0.5";  // a comma of the problem is no list
  const std::vector<Options> all = each_listed(options);
  ASSERT_EQ(all.size(), 6u);
  EXPECT_EQ(all[0].passes + all[0].clip, "51");
  EXPECT_EQ(all[5].passes + all[5].clip, "203");
  EXPECT_EQ(all[5].penalty, "elastic-net:0.1,0.5");
}

TEST(InOrder, DeliversInOrderWhateverTheThreadsDo) {
  std::vector<std::size_t> delivered;
  const std::size_t count = in_order(
      200, 4, [] { return false; },
      [](std::size_t k) {
        if (k % 7 == 0) std::this_thread::yield();
        return k * k;
      },
      [&](std::size_t k, std::size_t product) {
        EXPECT_EQ(product, k * k);
        delivered.push_back(k);
      });
  EXPECT_EQ(count, 200u);
  for (std::size_t k = 0; k < delivered.size(); ++k) EXPECT_EQ(delivered[k], k);
}

TEST(InOrder, StoppedDeliversABeginning) {
  std::atomic<bool> stop{false};
  std::size_t delivered = 0, begun = 0;
  std::mutex lock;
  in_order(
      1000, 3, [&] { return stop.load(); },
      [&](std::size_t k) {
        const std::lock_guard guard(lock);
        ++begun;
        return k;
      },
      [&](std::size_t k, std::size_t) {
        ++delivered;
        if (k == 20) stop = true;
      });
  EXPECT_EQ(delivered, begun) << "what was begun is kept";
  EXPECT_GE(delivered, 21u);
  EXPECT_LT(delivered, 1000u);
}

TEST(InOrder, PassesOnWhatIsThrown) {
  const auto work = [](std::size_t k) -> int { return k == 5 ? throw std::runtime_error("five") : 0; };
  EXPECT_THROW(in_order(
                   10, 2, [] { return false; }, work, [](std::size_t, int) {}),
               std::runtime_error);
}

// The last point of a curve is the model itself: an intercept and its centres are in it as the model has them.
TEST(Study, CurveEndsAtTheError) {
  Options options;
  options.penalty = "l2:0.01";
  const auto study = Study::open("synthetic:regression?n=2000&p=5", options);
  ASSERT_TRUE(study) << study.error().message;
  for (const char* solver : {"cd", "block", "sgd", "svrg", "greedy"})
    for (const char* average : {"none", "tail:0.5"}) {
      Options run = options;
      run.solver = solver;
      run.epsilon = "1";
      run.passes = "6";
      if (std::string(solver) != "svrg") run.average = average;
      const Outcome outcome = study->run(run, 3, true);
      ASSERT_FALSE(outcome.curve.empty()) << solver;
      EXPECT_NEAR(outcome.curve.back(), outcome.error, 1e-9 * (1 + outcome.error)) << solver << average;
      EXPECT_EQ(outcome.error, study->run(run, 3, false).error) << "following changes nothing";
    }
}

TEST(Study, CurvesOfSolversByBatchesHaveAPointForEachPass) {
  Options options;
  options.penalty = "l2:0.1";
  options.intercept = false;
  const auto study = Study::open("synthetic:regression?n=1000&p=4", options);
  ASSERT_TRUE(study) << study.error().message;
  for (const char* solver : {"dual", "dual-sequential", "sgd"})
    for (const char* passes : {"1", "3", "7"}) {
      Options run = options;
      run.solver = solver;
      run.epsilon = "10";
      run.passes = passes;
      const Outcome outcome = study->run(run, 3, true);
      EXPECT_EQ(fmt::format("{}", outcome.curve.size()), passes) << solver;
      EXPECT_NEAR(outcome.curve.back(), outcome.error, 1e-9 * (1 + outcome.error)) << solver;
      EXPECT_EQ(outcome.error, study->run(run, 3, false).error) << "following changes nothing";
    }
}

TEST(Compared, RunsThatStayAtTheStartCountInTheCurve) {
  Candidate candidate;
  candidate.runs.resize(2);
  candidate.runs[0].error = 1;
  candidate.runs[0].curve = {3, 1};
  candidate.runs[1].error = 9;  // it stayed, and has no curve
  candidate.runs[0].followed = candidate.runs[1].followed = true;
  const ComparedRun run = compared(candidate);
  ASSERT_EQ(run.curve.size(), 2u);
  EXPECT_EQ(run.curve[0].mean, 6);
  EXPECT_EQ(run.curve[1].mean, 5) << "the curve ends at the mean error";
  EXPECT_EQ(run.curve[1].mean, run.error.mean);
}

TEST(InOrder, StopsWhileTheFirstIsStillUnderWay) {
  std::atomic<bool> stop{false};
  std::atomic<int> begun{0};
  in_order(
      100, 2, [&] { return stop.load(); },
      [&](std::size_t k) {
        ++begun;
        if (k == 1) stop = true;
        while (k == 0 && !stop) std::this_thread::yield();
        return k;
      },
      [](std::size_t, std::size_t) {});
  EXPECT_EQ(begun, 2) << "nothing is begun after it, though nothing was delivered before";
}

TEST(Study, SameSeedSameOutcomeOtherSeedAnother) {
  Options options;
  const auto study = Study::open("synthetic:regression?n=5000&p=3", options);
  ASSERT_TRUE(study);
  options.epsilon = "1";
  EXPECT_EQ(study->run(options, 1, false).objective, study->run(options, 1, false).objective);
  EXPECT_NE(study->run(options, 1, false).objective, study->run(options, 2, false).objective);
  EXPECT_GE(study->run(options, 1, false).error, 0);
}

}  // namespace
}  // namespace discreet
