// Corners of an l1 ball: how far a row moves their scores, which of them is lowest, and where walking between them
// ends.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fit/fit.hpp"
#include "discreet/oracle/choices.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/grants.hpp"
#include "tests/support/solved.hpp"

namespace discreet {
namespace {

constexpr ClipRule kRules[] = {ClipRule::ball, ClipRule::smoothness, ClipRule::uniform};

double unit_of(Clip clip, const std::vector<double>& smoothness, std::size_t j) {
  double total = 0;
  for (const double m : smoothness) total += m;
  if (clip.rule == ClipRule::ball) return clip.threshold * std::sqrt(smoothness[j]);
  if (clip.rule == ClipRule::smoothness) return clip.threshold * std::sqrt(smoothness[j] / total);
  return clip.threshold / std::sqrt(static_cast<double>(smoothness.size()));
}

// The bound is what a replaced row does at worst, written out: twice the threshold of a slope times the reach, over the
// number of rows. No less, and no more than rounding above it.
TEST(Vertices, StateWhatOneRowCanDo) {
  PublicRandom random(4);
  testing::Bench bench;
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t n = 1 + random.below(1000), p = 1 + random.below(6);
    const testing::Random made = testing::random_rows(n, p, 9, false);
    const Dataset data = testing::make_dataset(made.rows, made.labels);
    const bool intercept = random.below(2) == 0;
    const auto oracle = bench.oracle(data, "squared", intercept);
    Frame frame = testing::flat_frame(p + intercept);
    for (double& m : frame.smoothness) m = std::exp(3 * random.normal());
    oracle->set_frame(frame);
    std::vector<double> reaches(p);
    for (double& r : reaches) r = std::exp(3 * random.normal());
    for (const ClipRule rule : kRules) {
      const Clip clip{rule, std::exp(2 * random.normal())};
      const Vertices vertices(*oracle, reaches, clip);
      double worst = 0;
      for (std::size_t j = 0; j < p; ++j)
        worst = std::max(worst, reaches[j] * unit_of(clip, frame.smoothness, j) / static_cast<double>(n));
      EXPECT_GE(vertices.sensitivity(Neighbours::replace_one), 2 * worst);
      EXPECT_LE(vertices.sensitivity(Neighbours::replace_one), 2 * worst * (1 + 1e-10));
      EXPECT_GE(vertices.sensitivity(Neighbours::zero_out), worst);
      EXPECT_LE(vertices.sensitivity(Neighbours::zero_out), worst * (1 + 1e-10));
    }
  }
}

// Without noise the corner that is chosen is the one where the linear model of the risk is least, on both layouts and
// with reaches of all sizes; the intercept is never one.
TEST(Vertices, TellTheLowestCorner) {
  PublicRandom random(8);
  testing::Bench bench;
  SeededNoise source(1);
  Selection selection(source);
  for (int trial = 0; trial < 100; ++trial) {
    const testing::Random made = testing::mostly_zeros(60, 9, 0.5, static_cast<std::uint64_t>(trial), false);
    const bool intercept = trial % 2 == 0;
    std::vector<double> reaches(9), point(9 + intercept);
    for (double& r : reaches) r = std::exp(random.normal());
    for (double& w : point) w = 0.3 * random.normal();
    for (const bool sparse : {false, true}) {
      const Dataset data =
          sparse ? testing::make_sparse_dataset(made.rows, made.labels) : testing::make_dataset(made.rows, made.labels);
      const auto oracle = bench.oracle(data, "squared", intercept);
      oracle->set_frame(testing::flat_frame(9 + intercept));
      oracle->restart(point);
      Permit permit = testing::make_permit("exact", NonPrivateEvent{}, 2, 0);
      Vertices vertices(*oracle, reaches, {ClipRule::uniform, 1e4});
      const Vertex corner = vertices[selection.release(vertices.choice(permit.pay("exact"))).value()];
      const Eigen::VectorXd slopes = exactly(permit.pay("exact"), oracle->gradient());
      double least = 0;
      for (std::size_t j = 0; j < 9; ++j)
        least = std::min(least, -reaches[j] * std::abs(slopes[static_cast<Eigen::Index>(j)]));
      EXPECT_NEAR(corner.weight * slopes[static_cast<Eigen::Index>(corner.j.value)], least, 1e-9 * -least) << trial;
    }
  }
}

double mean_loss(const Released<Model>& model, const Dataset& data) {
  Model plain = model.value();
  plain.penalty = "none";
  plain.penalty_weights.clear();
  return metric_of(*evaluate(plain, data), "objective");
}

// The lasso's optimum is also the best point of the ball that it lies on the border of: an independent solver says how
// low the risk gets there, and walking between corners must get as low for every loss, layout and intercept.
TEST(FrankWolfe, ReachesTheOptimumOfTheBallWithoutNoise) {
  testing::with_every_loss([](const std::string& loss, Task task) {
    for (const bool sparse : {false, true})
      for (const bool intercept : {true, false}) {
        SCOPED_TRACE(loss + (sparse ? " sparse" : " dense") + (intercept ? " with an intercept" : ""));
        testing::Random made = testing::mostly_zeros(300, 8, 0.6, 11, task);
        if (task == Task::classification)
          for (std::size_t i = 0; i < made.labels.size(); i += 10) made.labels[i] *= -1;
        Dataset data = sparse ? testing::make_sparse_dataset(made.rows, made.labels)
                              : testing::make_dataset(made.rows, made.labels);
        if (task == Task::classification) data.schema.classes = {"-1", "1"};
        Options options;
        options.loss = loss;
        options.intercept = intercept;
        options.solver = "exact";
        options.penalty = "l1:0.05";
        const auto lasso = fit(data, options);
        ASSERT_TRUE(lasso) << lasso.error().message;
        double radius = 0;
        for (const double w : lasso->value().weights) radius += std::abs(w);
        ASSERT_GT(radius, 0.1);
        options.solver = "frank-wolfe";
        options.penalty = "none";
        options.epsilon = "inf";
        options.radius = fmt::format("{:.17g}", radius);
        const auto model = fit(data, options);
        ASSERT_TRUE(model) << model.error().message;
        const double best = mean_loss(*lasso, data), found = mean_loss(*model, data);
        EXPECT_LE(found, best + 1e-4 * std::abs(best));
        EXPECT_GE(found, best - 1e-6 * std::abs(best)) << "nothing in the ball is better than the best of it";
        double size = 0;
        for (const double w : model->value().weights) size += std::abs(w);
        EXPECT_LE(size, radius * (1 + 1e-12));
      }
  });
}

// A ball of weights times spreads is a plain one when every column is first divided by its spread.
TEST(FrankWolfe, ScalesItsBallByTheSpreads) {
  testing::Random made = testing::random_rows(300, 4, 5, false);
  const std::vector<double> scales{1, 100, 0.01, 3};
  testing::Random scaled = made;
  for (std::size_t j = 0; j < 4; ++j) {
    double square = 0;
    for (const auto& row : made.rows) square += row[j] * row[j] / 300;
    for (std::size_t i = 0; i < 300; ++i) {
      scaled.rows[i][j] = made.rows[i][j] * scales[j];
      made.rows[i][j] /= std::sqrt(square);
    }
  }
  const Dataset even = testing::make_dataset(made.rows, made.labels),
                uneven = testing::make_dataset(scaled.rows, scaled.labels);
  Options options;
  options.solver = "frank-wolfe";
  options.epsilon = "inf";
  options.intercept = false;
  options.radius = "1.5";
  const double plain = mean_loss(*fit(even, options), even);
  EXPECT_GT(std::abs(mean_loss(*fit(uneven, options), uneven) / plain - 1), 0.01) << "the plain ball is another one";
  options.radius = "scaled:1.5";
  EXPECT_NEAR(mean_loss(*fit(uneven, options), uneven) / plain, 1, 1e-4);
}

}  // namespace
}  // namespace discreet
