#include "discreet/oracle/oracle.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/base/contract.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/grants.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

using testing::Bench;
using testing::make_dataset;
using testing::make_permit;
using testing::random_rows;

struct Stage {
  testing::Random made = random_rows(300, 4, 11, false);
  Dataset data = make_dataset(made.rows, made.labels);
  Bench bench;
  std::unique_ptr<DualOracle> oracle = bench.oracle(data, "squared", true);
  SecureRandom source;
  Gaussian gaussian{source};
  Frame frame{{1, 4, 0.25, 2, 1}, {0.5, -1, 0, 2, 0}};

  Stage() { oracle->set_frame(frame); }
  double x(std::size_t i, std::size_t j) const { return j == 4 ? 1 : made.rows[i][j] - frame.centres[j]; }

  // The slope that clipping by the ball rule leaves, computed the long way.
  double slope(std::size_t j, const std::vector<double>& w, double radius) const {
    double sum = 0;
    for (std::size_t i = 0; i < made.rows.size(); ++i) {
      double margin = 0, square = 0;
      for (std::size_t k = 0; k < 5; ++k) {
        margin += w[k] * x(i, k);
        square += x(i, k) * x(i, k) / frame.smoothness[k];
      }
      const double clip = radius / std::sqrt(square);
      sum += std::clamp(margin - made.labels[i], -clip, clip) * x(i, j);
    }
    return sum / static_cast<double>(made.rows.size());
  }
  double exact_slope(std::size_t j, Clip clip) {
    Permit permit = make_permit("slopes", 0, 1, 5);
    SlopeGroup group = oracle->slopes(permit.pay("slopes"), clip);
    return gaussian.release(group.slope({j})).value();
  }
};

TEST(LinearOracle, AnswersTheClippedMeanSlopeAtTheCurrentPoint) {
  Stage s;
  std::vector<double> w{0.1, -0.2, 0.3, 0, 0.7};
  s.oracle->restart(w);
  for (const double radius : {0.5, 3.0, 1e6})
    for (std::size_t j = 0; j < 5; ++j)
      EXPECT_NEAR(s.exact_slope(j, {ClipRule::ball, radius}), s.slope(j, w, radius), 1e-8 * radius);
}

TEST(LinearOracle, RemembersMovesAndDoesThemWithTheNextQuestion) {
  Stage s;
  std::vector<double> w(5, 0.0);
  s.oracle->restart(w);
  for (const auto& [j, distance] : {std::pair<std::size_t, double>{2, 0.5}, {2, -0.1}, {4, 1.0}, {0, 0.25}}) {
    s.oracle->move({j}, distance);
    w[j] += distance;
    EXPECT_NEAR(s.exact_slope(1, {ClipRule::ball, 2}), s.slope(1, w, 2), 1e-9);
  }
}

TEST(LinearOracle, ClipsEachSlopeByItselfUnderTheOtherRules) {
  Stage s;
  s.oracle->restart(std::vector<double>(5, 0.0));
  const double total = 1 + 4 + 0.25 + 2 + 1;
  for (const ClipRule rule : {ClipRule::smoothness, ClipRule::uniform})
    for (std::size_t j = 0; j < 5; ++j) {
      const double limit =
          0.8 * (rule == ClipRule::smoothness ? std::sqrt(s.frame.smoothness[j] / total) : 1 / std::sqrt(5.0));
      double sum = 0;
      for (std::size_t i = 0; i < s.made.rows.size(); ++i)
        sum += std::clamp(-s.made.labels[i] * s.x(i, j), -limit, limit);
      EXPECT_NEAR(s.exact_slope(j, {rule, 0.8}), sum / 300, 1e-9);
    }
}

TEST(LinearOracle, AnswersAllSlopesAtOnceAsOneByOne) {
  Stage s;
  std::vector<double> w{0.1, -0.2, 0.3, 0, 0.7};
  s.oracle->restart(std::vector<double>{0.1, 0, 0, 0, 0});
  s.oracle->move_all(std::vector<double>{0, -0.2, 0.3, 0, 0.7});
  Permit permit = make_permit("slopes", 0, 3, 5);
  const auto at_once = s.gaussian.release(s.oracle->all_slopes(permit.pay("slopes"), {ClipRule::ball, 2})).value();
  for (std::size_t j = 0; j < 5; ++j) EXPECT_NEAR(at_once[j], s.slope(j, w, 2), 1e-8);
  for (const ClipRule rule : {ClipRule::smoothness, ClipRule::uniform}) {
    const auto boxed = s.gaussian.release(s.oracle->all_slopes(permit.pay("slopes"), {rule, 0.8})).value();
    for (std::size_t j = 0; j < 5; ++j) EXPECT_NEAR(boxed[j], s.exact_slope(j, {rule, 0.8}), 1e-9);
  }
}

TEST(LinearOracle, OwesMovesFromWalkToWalkAndDoesThemForAnyOtherQuestion) {
  Stage s;
  const std::vector<std::vector<double>> steps{{0.1, 0, 0.5, 0, 0.2}, {-0.3, 0.2, 0, 0, 0.1}, {0, 0, -0.7, 0.4, 0}};
  std::vector<double> w(5, 0.0);
  s.oracle->restart(w);
  Permit permit = make_permit("slopes", 0, 9, 5);
  for (int round = 0; round < 2; ++round) {
    for (const std::vector<double>& step : steps) {
      s.oracle->move_all(step);
      for (std::size_t j = 0; j < 5; ++j) w[j] += step[j];
      const auto walk = s.gaussian.release(s.oracle->all_slopes(permit.pay("slopes"), {ClipRule::ball, 2})).value();
      for (std::size_t j = 0; j < 5; ++j) EXPECT_NEAR(walk[j], s.slope(j, w, 2), 1e-8) << round;
    }
    s.oracle->move({1}, 0.25);
    w[1] += 0.25;
    for (std::size_t j = 0; j < 5; ++j) EXPECT_NEAR(s.exact_slope(j, {ClipRule::ball, 2}), s.slope(j, w, 2), 1e-9);
  }
}

TEST(LinearOracle, DoesMovesOfEitherKindBeforeAnyQuestion) {
  Stage s;
  s.oracle->restart(std::vector<double>(5, 0.0));
  s.oracle->move_all(std::vector<double>{0.1, 0, 0, -0.5, 0});
  s.oracle->move({1}, 0.25);
  s.oracle->move_all(std::vector<double>{0, 0, 1, 0, 0.5});
  EXPECT_NEAR(s.exact_slope(3, {ClipRule::ball, 2}), s.slope(3, {0.1, 0.25, 1, -0.5, 0.5}, 2), 1e-9);
}

TEST(LinearOracle, CountsRowsWithLongSlopes) {
  Stage s;
  s.oracle->restart(std::vector<double>(5, 0.0));
  int beyond = 0;
  for (std::size_t i = 0; i < 300; ++i) {
    double square = 0;
    for (std::size_t k = 0; k < 5; ++k) square += s.x(i, k) * s.x(i, k) / s.frame.smoothness[k];
    beyond += std::abs(s.made.labels[i]) * std::sqrt(square) > 4;
  }
  Permit permit = make_permit("clip", 0, 1);
  EXPECT_NEAR(s.gaussian.release(s.oracle->rows_beyond(permit.pay("clip"), 4)).value(), beyond / 300.0, 1e-9);
}

TEST(LinearOracle, HasTheGradientAndCurvatureOfItsRisk) {
  Stage s;
  Permit permit = GrantsForTests::exact_answers("exact");
  const auto ask = [&](auto&& sealed) { return exactly(permit.pay("exact"), sealed); };
  std::vector<double> w{0.1, -0.2, 0.3, 0, 0.7};
  s.oracle->restart(w);
  const Eigen::VectorXd gradient = ask(s.oracle->gradient());
  const Eigen::MatrixXd curvature = ask(s.oracle->curvature(s.oracle->every_coordinate()));
  constexpr double h = 1e-4;
  for (std::size_t j = 0; j < 5; ++j) {
    std::vector<double> up = w, down = w;
    up[j] += h;
    down[j] -= h;
    s.oracle->restart(up);
    const double above = ask(s.oracle->risk());
    const Eigen::VectorXd slopes_above = ask(s.oracle->gradient());
    s.oracle->restart(down);
    EXPECT_NEAR(gradient[static_cast<Eigen::Index>(j)], (above - ask(s.oracle->risk())) / (2 * h), 1e-7);
    const Eigen::VectorXd column = (slopes_above - ask(s.oracle->gradient())) / (2 * h);
    EXPECT_LT((column - curvature.col(static_cast<Eigen::Index>(j))).norm(), 1e-7);
  }
  s.oracle->restart(w);
  const Eigen::MatrixXd some = ask(s.oracle->curvature(std::vector<Coordinate>{{1}, {4}}));
  ASSERT_EQ(some.rows(), 2);
  EXPECT_EQ(some(1, 0), curvature(4, 1));
  EXPECT_EQ(some(1, 1), curvature(4, 4));
}

TEST(LinearOracle, CountsARowThatIsNotANumberAsZero) {
  const double bad = std::nan(""), huge = 1e308;
  const Dataset data = make_dataset({{1, 2}, {bad, 1}, {huge, huge}, {1, -1}}, {1, 1, 1, bad});
  Bench bench;
  const auto oracle = bench.oracle(data, "squared");
  oracle->set_frame(testing::flat_frame(2));
  oracle->restart(std::vector<double>{0.5, 0.5});
  SecureRandom source;
  Gaussian gaussian(source);
  Permit permit = make_permit("slopes", 0, 1, 2);
  SlopeGroup group = oracle->slopes(permit.pay("slopes"), {ClipRule::ball, 10});
  EXPECT_NEAR(gaussian.release(group.slope({0})).value(), 0.5 / 4, 1e-9);
  EXPECT_NEAR(gaussian.release(group.slope({1})).value(), 1.0 / 4, 1e-9);
}

TEST(SlopeGroup, AsksForEachCoordinateOnceAndNoMore) {
  Stage s;
  Permit permit = make_permit("slopes", 3, 2, 5);
  SlopeGroup pass = s.oracle->slopes(permit.pay("slopes"), {ClipRule::ball, 1});
  s.gaussian.release(pass.slope({3}));
  EXPECT_THROW(pass.slope({3}), ContractViolation);
  EXPECT_THROW(pass.slope({5}), ContractViolation);
  SlopeGroup single = s.oracle->slopes(permit.pay("slopes"), {ClipRule::smoothness, 1});
  s.gaussian.release(single.slope({3}));
  EXPECT_TRUE(single.complete());
  EXPECT_THROW(single.slope({2}), ContractViolation)
      << "a slope that is clipped by itself is a group of its own, whatever the plan says";
}

TEST(SlopeGroup, KeepsOneFrame) {
  Stage s;
  Permit permit = make_permit("slopes", 3, 1, 5);
  SlopeGroup pass = s.oracle->slopes(permit.pay("slopes"), {ClipRule::ball, 1});
  s.gaussian.release(pass.slope({0}));
  s.oracle->set_frame(testing::flat_frame(5));
  EXPECT_THROW(pass.slope({1}), ContractViolation) << "another frame would give a row another share of the same group";
}

TEST(SlopeGroup, NeedsAFrameAndAThreshold) {
  Stage s;
  Permit permit = make_permit("slopes", 3, 4, 5);
  EXPECT_THROW(s.oracle->slopes(permit.pay("slopes"), {ClipRule::ball, 0}), ContractViolation);
  EXPECT_THROW(s.oracle->set_frame({{1, 1, 1, 1, 0}, {0, 0, 0, 0, 0}}), ContractViolation);
  const auto fresh = s.bench.oracle(s.data, "squared");
  EXPECT_THROW(fresh->slopes(permit.pay("slopes"), {ClipRule::ball, 1}), ContractViolation);
}

TEST(Exact, AnswersOnlyWhatWasPaidForAsExact) {
  Stage s;
  Permit noisy = make_permit("slopes", 3, 1);
  EXPECT_THROW(Exact::release(noisy.pay("slopes"), s.oracle->risk()), ContractViolation);
}

}  // namespace
}  // namespace discreet
