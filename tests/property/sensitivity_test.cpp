// The integer sums of neighbouring datasets differ by no more than the grid says, whatever the rows are: random ones,
// huge and tiny ones, and ones that are not numbers. The sums are seen through exact answers, a cell at a time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/oracle/census.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/losses.hpp"
#include "tests/support/make.hpp"
#include "tests/support/wild.hpp"

namespace discreet {
namespace {

using testing::distance;
using testing::neighbours;
using testing::Pair;
using testing::Rows;

// The sums of a whole pass under the ball rule at fixed points, in units. They are seen through noisy answers on the
// grid that the noise makes, whose seeded noise is the same for both datasets and cancels in their difference.
struct Pass {
  std::string loss;
  Frame frame;
  double radius;
  bool intercept;
  Neighbours neighbours;
  std::vector<std::vector<double>> points;
  bool sparse = false;  // how rows are stored
};

template <class T>
Dataset stored(const Rows& rows, const std::vector<double>& labels, const Pass& pass) {
  return pass.sparse ? testing::make_sparse_dataset<T>(rows, labels) : testing::make_dataset<T>(rows, labels);
}
constexpr double kMultiplier = 5;

template <class T>
std::vector<double> pass_units(const Rows& rows, const std::vector<double>& labels, const Pass& pass) {
  const Dataset data = stored<T>(rows, labels, pass);
  testing::Bench bench;
  const auto oracle = bench.oracle(data, pass.loss, pass.intercept);
  oracle->set_frame(pass.frame);
  SeededNoise source(3);
  Gaussian gaussian(source);
  const std::size_t numbers = pass.frame.smoothness.size();
  Permit permit = testing::make_permit("slopes", kMultiplier, 1, numbers, pass.neighbours);
  SlopeGroup group = oracle->slopes(permit.pay("slopes"), {ClipRule::ball, pass.radius});
  std::vector<double> units;
  for (std::size_t j = 0; j < numbers; ++j) {
    oracle->restart(pass.points[j]);
    const double slope = gaussian.release(group.slope({j})).value();
    units.push_back(slope * static_cast<double>(rows.size()) / (pass.radius * std::sqrt(pass.frame.smoothness[j])));
  }
  return units;
}

// The same for all slopes at once, at the first of the points.
template <class T>
std::vector<double> units_at_once(const Rows& rows, const std::vector<double>& labels, const Pass& pass,
                                  ClipRule rule) {
  const Dataset data = stored<T>(rows, labels, pass);
  testing::Bench bench;
  const auto oracle = bench.oracle(data, pass.loss, pass.intercept);
  oracle->set_frame(pass.frame);
  oracle->restart(pass.points[0]);
  SeededNoise source(3);
  Gaussian gaussian(source);
  const std::size_t numbers = pass.frame.smoothness.size();
  Permit permit = testing::make_permit("slopes", kMultiplier, 1, numbers, pass.neighbours);
  std::vector<double> units = gaussian.release(oracle->all_slopes(permit.pay("slopes"), {rule, pass.radius})).value();
  for (std::size_t j = 0; j < numbers; ++j) {
    const double unit = rule == ClipRule::ball ? pass.radius * std::sqrt(pass.frame.smoothness[j])
                                               : pass.radius / std::sqrt(static_cast<double>(numbers));
    units[j] *= static_cast<double>(rows.size()) / unit;
  }
  return units;
}

template <class T>
void check_passes(const std::string& loss, Task task) {
  PublicRandom random(17);
  double largest = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    const std::size_t p = 1 + random.below(6);
    Pass pass{loss,          {}, std::exp(3 * random.normal()), random.below(2) == 0, Neighbours::replace_one, {},
              trial % 3 == 0};
    if (random.below(3) == 0) pass.neighbours = Neighbours::zero_out;
    Pair pair = neighbours(5, p, random, task == Task::classification);
    if (pass.neighbours == Neighbours::zero_out) {  // the row that counts for nothing
      for (double& x : pair.other_rows[0]) x = std::nan("");
    }
    const std::size_t numbers = p + pass.intercept;
    pass.frame = testing::flat_frame(numbers);
    for (std::size_t j = 0; j < p; ++j) {
      pass.frame.smoothness[j] = std::exp((random.below(4) == 0 ? 80 : 4) * random.normal());
      pass.frame.centres[j] = random.below(2) == 0 || pass.sparse ? 0 : random.normal();
    }
    // A pass moves between its questions; the bound must hold along any path of public points.
    pass.points.assign(numbers, std::vector<double>(numbers));
    for (auto& point : pass.points)
      for (double& w : point) w = std::exp(3 * random.normal());
    const double apart =
        distance(pass_units<T>(pair.rows, pair.labels, pass), pass_units<T>(pair.other_rows, pair.other_labels, pass));
    const Lattice lattice = Lattice::fitting({kMultiplier}, pass.neighbours, RowBound::ball(1, numbers));
    const double charged = lattice.sensitivity() / static_cast<double>(lattice.cells_per_unit());
    largest = std::max(largest, apart / charged);
    ASSERT_LE(apart, charged * (1 + 1e-9)) << "trial " << trial << " under " << name(pass.neighbours);
    for (const ClipRule rule : {ClipRule::ball, ClipRule::uniform}) {
      const double norm = rule == ClipRule::ball ? 1 : std::sqrt(static_cast<double>(numbers));
      const Lattice grid = Lattice::fitting({kMultiplier}, pass.neighbours, RowBound::ball(norm, numbers));
      const std::vector<double> here = units_at_once<T>(pair.rows, pair.labels, pass, rule),
                                there = units_at_once<T>(pair.other_rows, pair.other_labels, pass, rule);
      ASSERT_LE(distance(here, there), grid.sensitivity() / static_cast<double>(grid.cells_per_unit()) * (1 + 1e-9));
      // What greedy scores count on: each slope by itself, without a share of the rounding.
      const double most = pass.neighbours == Neighbours::replace_one ? 2 : 1;
      for (std::size_t j = 0; j < numbers; ++j) ASSERT_LE(std::abs(here[j] - there[j]), most * (1 + 1e-9));
    }
  }
  EXPECT_GT(largest, 0.95) << "the search comes close to the bound, or it would prove nothing";
}

TEST(EveryPass, MovesByAtMostWhatIsCharged) {
  testing::with_every_loss([](const std::string& loss, Task task) {
    SCOPED_TRACE(loss);
    check_passes<double>(loss, task);
    check_passes<float>(loss, task);
  });
}

// Thousands of entries just large enough to be numbers and too small to be squared.
TEST(EveryPass, CountsEntriesWhoseSquaresUnderflow) {
  constexpr std::size_t kFeatures = 1000;
  Rows rows(3, std::vector<double>(kFeatures, 0.0));
  for (std::size_t j = 0; j < kFeatures; ++j) rows[0][j] = j == 0 ? 1.6e-162 : 1.5e-162;
  Pass pass{"squared", testing::flat_frame(kFeatures), 1, false, Neighbours::replace_one, {}, false};
  pass.points.assign(kFeatures, std::vector<double>(kFeatures, 0.0));
  const double apart =
      distance(pass_units<double>(rows, {1e300, 0, 0}, pass), pass_units<double>(rows, {-1e300, 0, 0}, pass));
  EXPECT_LE(apart, 2.001);
}

// Of all pairs of values, and of a value and no row: what docs/proofs/moment_curve.md proves, and that it is nearly
// reached.
TEST(MomentCurve, IsNoFartherApartThanItsFirstCoordinate) {
  constexpr int kPoints = 2000;
  const auto at = [](int k) { return 2.0 * k / kPoints - 1; };
  const auto second = [](double u) { return MomentCurve::kScale * (u * u - 0.5); };
  double apart = 0, length = 0, inside = 0;
  for (int a = 0; a <= kPoints; ++a) {
    length = std::max(length, std::hypot(at(a), second(at(a))));
    for (int b = 0; b < a; ++b) {
      const double distance = std::hypot(at(a) - at(b), second(at(a)) - second(at(b)));
      apart = std::max(apart, distance);
      if (a < kPoints && a - b < 0.7 * kPoints) inside = std::max(inside, distance);
    }
  }
  EXPECT_LE(apart, 2 * (1 + 1e-12));
  EXPECT_GT(inside, 1.98) << "a larger scale would not fit";
  EXPECT_LE(length, MomentCurve::bound(1).norm);
  EXPECT_GT(length, MomentCurve::bound(1).norm * (1 - 1e-9));
}

// Each answer of the census, asked of neighbours with the same seeded noise.
TEST(EveryCensusAnswer, MovesByAtMostWhatIsCharged) {
  PublicRandom random(23);
  double largest[7] = {};
  for (int trial = 0; trial < 600; ++trial) {
    const std::size_t p = 1 + random.below(5);
    const Pair pair = neighbours(4, p, random, false);
    const Dataset data = testing::make_dataset(pair.rows, pair.labels),
                  other = testing::make_dataset(pair.other_rows, pair.other_labels);
    testing::Bench bench;
    const Census here(data, 1, bench.machinery), there(other, 1, bench.machinery);
    std::vector<std::size_t> columns;
    std::vector<double> centres, bounds;
    for (std::size_t k = 0; k <= p; ++k) {
      columns.push_back(k);
      centres.push_back(random.normal());
      bounds.push_back(std::exp(2 * random.normal()));
    }
    const auto apart = [&](auto&& question, auto&& in_units) {
      std::vector<double> answers[2];
      for (int side = 0; side < 2; ++side) {
        SeededNoise source(7);
        Gaussian gaussian(source);
        Permit permit = testing::make_permit("scales", kMultiplier, 1, columns.size() * SignedOctaves::kCells);
        answers[side] = gaussian.release(question(side == 0 ? here : there, permit.pay("scales"))).value();
        in_units(answers[side]);
      }
      return distance(answers[0], answers[1]);
    };
    const auto charged = [&](RowBound row) {
      const Lattice lattice = Lattice::fitting({kMultiplier}, Neighbours::replace_one, row);
      return lattice.sensitivity() / static_cast<double>(lattice.cells_per_unit()) * (1 + 1e-9);
    };
    const auto check = [&](int which, double moved, double paid) {
      EXPECT_LE(moved, paid) << which;
      largest[which] = std::max(largest[which], moved / paid);
    };
    const double root = std::sqrt(static_cast<double>(columns.size()));
    check(
        0,
        apart([&](const Census& c, Payment paid) { return c.sizes(std::move(paid), columns, centres); }, [](auto&) {}),
        charged(RowBound::histograms(columns.size())));
    check(1,
          apart([&](const Census& c, Payment paid) { return c.means(std::move(paid), columns, centres, bounds); },
                [&](std::vector<double>& a) {
                  for (std::size_t k = 0; k < a.size(); ++k) a[k] /= bounds[k];
                }),
          charged(RowBound::ball(root, columns.size())));
    check(2,
          apart([&](const Census& c,
                    Payment paid) { return c.row_sizes(std::move(paid), columns, Census::RowSize::mean); },
                [](auto&) {}),
          charged(RowBound::histograms(1)));
    const std::size_t most = 1 + random.below(2);
    check(3,
          apart([&](const Census& c, Payment paid) { return c.largest(std::move(paid), columns, most); }, [](auto&) {}),
          charged(RowBound::histograms(most)));
    check(4,
          apart([&](const Census& c, Payment paid) { return c.leading(std::move(paid), columns, 0.01, bounds[0]); },
                [](auto&) {}),
          charged(RowBound::histograms(1)));
    std::vector<Interval> ranges;
    for (std::size_t k = 0; k < columns.size(); ++k) ranges.push_back({centres[k] - bounds[k], centres[k] + bounds[k]});
    check(
        5,
        apart([&](const Census& c, Payment paid) { return c.moments(std::move(paid), columns, ranges); }, [](auto&) {}),
        charged(MomentCurve::bound(columns.size())));
    check(
        6,
        apart([&](const Census& c, Payment paid) { return c.signed_octaves(std::move(paid), columns); }, [](auto&) {}),
        charged(RowBound::histograms(columns.size())));
  }
  for (const double reached : largest) EXPECT_GT(reached, 0.9);
}

}  // namespace
}  // namespace discreet
