// The integer sums of neighbouring datasets differ by no more than the grid says, whatever the rows are: random ones,
// huge and tiny ones, and ones that are not numbers. The sums are seen through exact answers, a cell at a time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/oracle/census.hpp"
#include "discreet/privacy/gaussian.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

using testing::Rows;

// A number such as adversaries like.
double wild(PublicRandom& random) {
  switch (random.below(10)) {
    case 0:
      return 0;
    case 1:
      return std::numeric_limits<double>::infinity();
    case 2:
      return std::nan("");
    case 3:
      return 1e300 * random.normal();
    case 4:
      return 1e-300 * random.normal();
    case 5:
      return 1e30 * random.normal();
    case 6:
      return 1e-30 * random.normal();
    default:
      return random.normal();
  }
}

struct Pair {
  Rows rows, other_rows;
  std::vector<double> labels, other_labels;
};

Pair neighbours(std::size_t n, std::size_t p, PublicRandom& random, bool classes) {
  Pair pair;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> row(p);
    for (double& x : row) x = i == 0 ? wild(random) : random.normal();
    pair.rows.push_back(row);
    pair.labels.push_back(classes ? (random.uniform() < 0.5 ? -1 : 1) : (i == 0 ? wild(random) : random.normal()));
  }
  pair.other_rows = pair.rows;
  pair.other_labels = pair.labels;
  for (double& x : pair.other_rows[0]) x = wild(random);
  pair.other_labels[0] = classes ? -pair.labels[0] : wild(random);
  return pair;
}

// The cells of a whole pass under the ball rule at fixed points: exact answers divided by what a cell is worth.
template <class T>
std::vector<double> pass_cells(const Rows& rows, const std::vector<double>& labels, const std::string& loss,
                               const Frame& frame, double radius, const std::vector<std::vector<double>>& points) {
  const Dataset data = testing::make_dataset<T>(rows, labels);
  testing::Bench bench;
  const auto oracle = bench.oracle(data, loss);
  oracle->set_frame(frame);
  SecureRandom source;
  Gaussian gaussian(source);
  Permit permit = testing::make_permit("slopes", 0, 1, frame.smoothness.size());
  SlopeGroup group = oracle->slopes(permit.pay("slopes"), {ClipRule::ball, radius});
  std::vector<double> units;
  for (std::size_t j = 0; j < frame.smoothness.size(); ++j) {
    oracle->restart(points[j]);
    const double slope = gaussian.release(group.slope({j})).value();
    units.push_back(slope * static_cast<double>(rows.size()) / (radius * std::sqrt(frame.smoothness[j])));
  }
  return units;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double square = 0;
  for (std::size_t j = 0; j < a.size(); ++j) square += (a[j] - b[j]) * (a[j] - b[j]);
  return std::sqrt(square);
}

template <class T>
void check_passes(const std::string& loss) {
  PublicRandom random(17);
  double largest = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const std::size_t p = 1 + random.below(6);
    const Pair pair = neighbours(5, p, random, loss == "logistic");
    Frame frame = testing::flat_frame(p);
    for (std::size_t j = 0; j < p; ++j) {
      frame.smoothness[j] = std::exp(4 * random.normal());
      frame.centres[j] = random.normal();
    }
    // A pass moves between its questions; the bound must hold along any path of public points.
    std::vector<std::vector<double>> points(p, std::vector<double>(p));
    for (auto& point : points)
      for (double& w : point) w = std::exp(3 * random.normal());
    const double radius = std::exp(3 * random.normal());
    const double apart = distance(pass_cells<T>(pair.rows, pair.labels, loss, frame, radius, points),
                                  pass_cells<T>(pair.other_rows, pair.other_labels, loss, frame, radius, points));
    largest = std::max(largest, apart);
    // Two units, half a cell of rounding a number on each side; exact answers have 2^40 cells to a unit.
    ASSERT_LE(apart, 2 * (1 + std::sqrt(static_cast<double>(p)) * 0x1p-41) * (1 + 1e-13)) << "trial " << trial;
  }
  EXPECT_GT(largest, 1.9) << "the search comes close to the bound, or it would prove nothing";
}

TEST(Pass, MovesByAtMostTwoUnitsWhenARowIsReplaced) {
  for (const char* loss : {"squared", "logistic"}) {
    SCOPED_TRACE(loss);
    check_passes<double>(loss);
    check_passes<float>(loss);
  }
}

TEST(CensusAnswers, MoveByAtMostTheirBoundWhenARowIsReplaced) {
  PublicRandom random(23);
  for (int trial = 0; trial < 300; ++trial) {
    const std::size_t p = 1 + random.below(5);
    const Pair pair = neighbours(4, p, random, false);
    const Dataset data = testing::make_dataset(pair.rows, pair.labels),
                  other = testing::make_dataset(pair.other_rows, pair.other_labels);
    testing::Bench bench;
    const Census here(data, Task::regression, 1, bench.machinery), there(other, Task::regression, 1, bench.machinery);
    std::vector<double> centres(p + 1), bounds(p + 1);
    for (double& c : centres) c = random.normal();
    for (double& b : bounds) b = std::exp(2 * random.normal());
    Permit permit = testing::make_permit("scales", 0, 6, p + 1);
    SecureRandom source;
    Gaussian gaussian(source);
    const auto in_units = [&](std::vector<double> answer, double power) {
      for (std::size_t k = 0; k < answer.size(); ++k) answer[k] /= std::pow(bounds[k], power);
      return answer;
    };
    const auto ask = [&](const Census& census, auto question, double power) {
      return in_units(gaussian.release((census.*question)(permit.pay("scales"), centres, bounds)).value(), power);
    };
    const double root = std::sqrt(static_cast<double>(p + 1)) * (1 + 1e-9);
    EXPECT_LE(distance(ask(here, &Census::beyond, 0), ask(there, &Census::beyond, 0)), root);
    EXPECT_LE(distance(ask(here, &Census::means, 1), ask(there, &Census::means, 1)), 2 * root);
    EXPECT_LE(distance(ask(here, &Census::squares, 2), ask(there, &Census::squares, 2)), root);
  }
}

}  // namespace
}  // namespace discreet
