// What one row can do to a minimum, whatever the row is. The answers' seeded noise is the same for both datasets and
// cancels in their difference.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/oracle/perturbation.hpp"
#include "discreet/penalty/elastic_net.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/grants.hpp"
#include "tests/support/linear_risk.hpp"
#include "tests/support/make.hpp"
#include "tests/support/wild.hpp"

namespace discreet {
namespace {

using testing::distance;
using testing::Rows;

constexpr double kMultiplier = 5;

// There are as many rows as sums are divided by.
RiskFacts facts_of(const Oracle& oracle) {
  return {oracle.normaliser(), oracle.normaliser(), static_cast<double>(oracle.coordinates()), oracle.loss_smoothness(),
          oracle.precision()};
}

double charged(const Oracle& oracle, const Minimum& what) {
  const double error = oracle.normaliser() * Perturbation::certified(facts_of(oracle), what.radius, 0);
  const RowBound bound = RowBound::whole(1 + 2 * error, 2 + 2 * error, oracle.coordinates());
  const Lattice lattice = Lattice::fitting({kMultiplier}, Neighbours::replace_one, bound);
  return lattice.sensitivity() / static_cast<double>(lattice.cells_per_unit()) * (1 + 1e-9);
}

std::vector<double> released(ReferenceOracle& oracle, const Minimum& what) {
  SeededNoise source(7);
  Gaussian gaussian(source);
  Perturbation perturbation(source);
  Permit permit = testing::make_permit("minimum", kMultiplier, 1, oracle.coordinates());
  std::vector<double> point = gaussian.release(perturbation.output(permit.pay("minimum"), oracle, what)).value();
  const double unit = what.steepest * what.radius / oracle.normaliser();
  for (std::size_t j = 0; j < point.size(); ++j) point[j] *= std::sqrt(oracle.frame().smoothness[j]) / unit;
  return point;
}

struct Apart {
  double moved, paid;
};

struct Steep {
  const char* loss;
  double steepest;
  bool classes;
};
constexpr Steep kLosses[] = {{"logistic", 1, true}, {"huber:0.7", 0.7, false}};

template <class T>
Apart one_trial(const Steep& steep, PublicRandom& random) {
  const std::size_t p = 1 + random.below(4), q = p + random.below(2), n = 5;
  const ElasticNet net{std::exp(2 * random.normal()), random.below(2) == 0 ? 0 : 0.5};
  std::vector<double> weights(q, 1.0), ridge(q, 0.0);
  if (q > p) weights[p] = 0, ridge[p] = net.bend();
  const WeightedPenalty penalty(AnyPenalty(net), weights);
  Frame frame = testing::flat_frame(q);
  for (std::size_t j = 0; j < q; ++j) {
    if (random.below(3) == 0) ridge[j] += std::exp(2 * random.normal());
    frame.smoothness[j] = penalty.bend(Coordinate{j}) + ridge[j];
    if (j < p) frame.centres[j] = random.below(2) == 0 ? 0 : random.normal();
  }
  const Minimum what{penalty, ridge, std::exp(2 * random.normal()), steep.steepest};
  testing::Pair pair = testing::neighbours(n, p, random, steep.classes);
  const auto answer = [&](const Rows& rows, const std::vector<double>& labels, double* paid) {
    const Dataset data = testing::make_dataset<T>(rows, labels);
    testing::Bench bench;
    const auto oracle = bench.oracle(data, steep.loss, q > p);
    oracle->set_frame(frame);
    if (paid) *paid = charged(*oracle, what);
    return released(*oracle, what);
  };
  Apart found{};
  const std::vector<double> here = answer(pair.rows, pair.labels, &found.paid);
  found.moved = distance(here, answer(pair.other_rows, pair.other_labels, nullptr));
  return found;
}

TEST(Minimum, MovesByAtMostWhatIsCharged) {
  for (const Steep& steep : kLosses) {
    PublicRandom random(47);
    double largest = 0;
    for (int trial = 0; trial < 600; ++trial) {
      const Apart doubles = one_trial<double>(steep, random), floats = one_trial<float>(steep, random);
      ASSERT_LE(doubles.moved, doubles.paid) << steep.loss << ", trial " << trial;
      ASSERT_LE(floats.moved, floats.paid) << steep.loss << ", trial " << trial;
      largest = std::max(largest, doubles.moved / doubles.paid);
    }
    // Two logistic slopes along one row add up to one, so replaced rows use about half of what any loss could.
    EXPECT_GT(largest, 0.4) << steep.loss;
  }
}

// Labels that were moved before they were sealed are not larger than signs are: 10 and 20 once pulled by their size.
TEST(Minimum, MovesByAtMostWhatIsChargedWhateverLabelsAreSealed) {
  for (const double label : {1.0, 10.0, 20.0}) {
    const testing::UnitMinimum unit;
    testing::Bench bench;
    Rows rows(100, {0.0});
    rows[0] = {1};
    std::vector<double> labels(100, label);
    const Dataset data = testing::make_dataset(rows, labels);
    rows[0] = {-1};
    const Dataset other = testing::make_dataset(rows, labels);
    const auto here = bench.oracle(data, "logistic"), there = bench.oracle(other, "logistic");
    for (Oracle* oracle : {here.get(), there.get()}) oracle->set_frame(testing::flat_frame(1));
    const double moved = distance(released(*here, unit.what()), released(*there, unit.what()));
    EXPECT_LE(moved, charged(*here, unit.what())) << label;
    EXPECT_GT(moved, 0.4) << "the row pulls";
  }
}

// The quotient that is put on the grid has 53 bits, so it is off by more the farther out the minimum may be.
TEST(Minimum, IsCertifiedWithTheRoundingOfTheQuotient) {
  const testing::UnitMinimum unit;
  const testing::LinearRisk flat(1, 0, 0);
  constexpr double kFar = 1e6;
  const RiskFacts facts = facts_of(flat);
  const double slope = (Perturbation::certified(facts, 1, kFar) - Perturbation::certified(facts, 1, 0)) / kFar;
  const double of_gradients = 2 * 8 * (1.01 + 1) * 0x1p-52, of_quotient = 1.01 * 0x1p-52;
  EXPECT_GE(slope, 0.999 * (of_gradients + of_quotient));
}

TEST(Minimum, UsesAllThatIsChargedForTheWorstOfLosses) {
  const testing::UnitMinimum unit;
  testing::LinearRisk here(1), there(-1);
  const double moved = distance(released(here, unit.what()), released(there, unit.what()));
  EXPECT_LE(moved, charged(here, unit.what()));
  EXPECT_GT(moved, 0.999 * charged(here, unit.what()));
}

// The points that are found are off by what the precision allows. With it in the price nothing is amiss; a minimum
// assumed exact is seen.
TEST(Minimum, WouldBeCaughtIfItWereAssumedExact) {
  const testing::UnitMinimum unit;
  constexpr double kCoarse = 0.01, kFault = 0.08;
  for (const bool honest : {true, false}) {
    const double said = honest ? kCoarse : 0x1p-52;
    testing::LinearRisk here(1, kFault, said), there(-1, -kFault, said);
    const double moved = distance(released(here, unit.what()), released(there, unit.what()));
    EXPECT_EQ(moved <= charged(here, unit.what()), honest) << moved;
  }
}

// Gradients that never get small, whatever the point: no search that waits for one would end, and a search that gave up
// would tell. The number of plain steps is known beforehand.
TEST(Minimum, IsAnsweredWhereNoGradientGetsSmall) {
  const testing::UnitMinimum unit;
  struct Restless final : testing::FakeOracle {
    Restless() : FakeOracle(1, 1, nullptr, 1e-9) {}
    Sensitive<Eigen::VectorXd> gradient() override {
      up = !up;
      return Sensitive<Eigen::VectorXd>(Eigen::VectorXd::Constant(1, up ? 0.6 : 0.4));
    }
    Sensitive<Eigen::MatrixXd> curvature(std::span<const Coordinate>) override {
      return Sensitive<Eigen::MatrixXd>(Eigen::MatrixXd::Zero(1, 1));
    }
    bool up = false;
  } oracle;
  testing::LinearRisk calm(0.5);
  EXPECT_NEAR(released(oracle, unit.what())[0], released(calm, unit.what())[0], 0.11);
}

// A normaliser below the number of rows lets them pull harder together, and rounding with them.
TEST(Minimum, IsCertifiedForAsManyRowsAsThereAre) {
  const RiskFacts few{50, 50, 1, 0.25, 0x1p-52}, many{50, 0.5, 1, 0.25, 0x1p-52};
  const double least = Perturbation::certified(few, 1, 0);
  EXPECT_GT(Perturbation::certified(many, 1, 0) - 1e-10, 50 * (least - 1e-10));
}

TEST(ShrunkRows, AreAsLongAsTheyMayBeAndAnswerNoSlopes) {
  const Dataset data = testing::make_dataset({{30, 40}, {0.3, 0.4}, {std::nan(""), 1}}, {1, -1, 1});
  testing::Bench bench;
  const auto oracle = bench.oracle(data, "logistic");
  oracle->set_frame(testing::flat_frame(2));
  oracle->shrink_rows(2);
  oracle->restart(std::vector<double>{1, 2});
  Permit permit = testing::make_permit("exact", 0, 3, 2);
  const std::vector<double> margins = exactly(permit.pay("exact"), oracle->margins());
  EXPECT_NEAR(margins[0], 2 * (0.6 + 1.6), 1e-9);
  EXPECT_LE(margins[0], 2 * (0.6 + 1.6));
  EXPECT_NEAR(margins[1], 1.1, 1e-9);
  EXPECT_EQ(margins[2], 0);
  EXPECT_THROW(oracle->all_slopes(permit.pay("exact"), {}), ContractViolation);
  oracle->set_frame(testing::flat_frame(2));
  EXPECT_NO_THROW(oracle->all_slopes(permit.pay("exact"), {}));
}

}  // namespace
}  // namespace discreet
