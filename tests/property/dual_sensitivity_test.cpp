// What one row can do to the moves of dual variables, whatever the row is and whatever its variable was led to before.
// The batch is everybody and the answers' seeded noise is the same for both datasets, so it cancels in their
// difference.
#include <gtest/gtest.h>

#include <cmath>

#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/make.hpp"
#include "tests/support/wild.hpp"

namespace discreet {
namespace {

using testing::distance;
using testing::Rows;

constexpr double kMultiplier = 5;
constexpr std::size_t kSteps = 3;

struct Question {
  std::string loss;
  Frame frame;
  Clip clip;
  std::vector<double> ridge;
  std::vector<std::vector<double>> points;  // one a step, public
  double crowd;
};

// In units, the steps one after the other.
std::vector<double> answers(const Dataset& data, const Question& question) {
  testing::Bench bench;
  const auto oracle = bench.oracle(data, question.loss);
  oracle->set_frame(question.frame);
  oracle->forget_duals();
  SeededNoise source(3);
  Gaussian gaussian(source);
  const std::size_t p = question.ridge.size();
  Permit permit = testing::make_permit("moves", PoissonGaussianEvent{1, {kMultiplier}}, kSteps, p);
  std::vector<double> units;
  for (const std::vector<double>& point : question.points) {
    const auto told = gaussian
                          .release(oracle->dual_moves(permit.pay_batch("moves"), question.clip,
                                                      {point, question.ridge, question.crowd}))
                          .value();
    for (std::size_t j = 0; j < p; ++j)
      units.push_back(told[j] * static_cast<double>(data.rows) /
                      (question.clip.threshold *
                       (question.clip.rule == ClipRule::ball ? std::sqrt(question.frame.smoothness[j]) : 1)));
  }
  return units;
}

template <class T>
void check(const std::string& loss, ClipRule rule, bool sparse) {
  PublicRandom random(41);
  double largest = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const std::size_t p = 1 + random.below(6);
    Question question{
        loss, testing::flat_frame(p), {rule, std::exp(3 * random.normal() - 6)}, std::vector<double>(p), {}, 0};
    question.crowd = std::exp(2 * random.normal());
    for (std::size_t j = 0; j < p; ++j) {
      question.frame.smoothness[j] = std::exp((random.below(4) == 0 ? 80 : 4) * random.normal());
      question.ridge[j] = std::exp(4 * random.normal());
    }
    for (std::size_t t = 0; t < kSteps; ++t) {
      question.points.emplace_back(p);
      for (double& w : question.points.back()) w = std::exp(3 * random.normal()) * random.normal();
    }
    const testing::Pair pair = testing::neighbours(5, p, random, loss == "logistic" || loss == "hinge");
    const auto units = [&](const Rows& rows, const std::vector<double>& labels) {
      return answers(sparse ? testing::make_sparse_dataset<T>(rows, labels) : testing::make_dataset<T>(rows, labels),
                     question);
    };
    const std::vector<double> here = units(pair.rows, pair.labels), there = units(pair.other_rows, pair.other_labels);
    const Lattice lattice = Lattice::fitting({kMultiplier}, Neighbours::zero_out, RowBound::ball(1, p));
    const double paid = 2 * lattice.sensitivity() / static_cast<double>(lattice.cells_per_unit()) * (1 + 1e-9);
    for (std::size_t t = 0; t < kSteps; ++t) {
      const auto part = [&](const std::vector<double>& all) {
        return std::vector<double>(all.begin() + static_cast<std::ptrdiff_t>(t * p),
                                   all.begin() + static_cast<std::ptrdiff_t>((t + 1) * p));
      };
      const double apart = distance(part(here), part(there));
      ASSERT_LE(apart, paid) << "trial " << trial << ", step " << t;
      largest = std::max(largest, apart / paid);
    }
  }
  EXPECT_GT(largest, 0.8) << "the search comes close to the bound, or it would prove nothing";
}

TEST(EveryDualMove, MovesByAtMostWhatIsCharged) {
  for (const char* loss : {"squared", "logistic", "hinge", "huber:0.7", "squared-hinge"})
    for (const ClipRule rule : {ClipRule::ball, ClipRule::uniform})
      for (const bool sparse : {false, true}) {
        SCOPED_TRACE(loss);
        check<double>(loss, rule, sparse);
        check<float>(loss, rule, sparse);
      }
}

// A chain of rows, and Newton steps, stay where they are paid to stay however wild the rows are: the answers without
// their noise lie in a ball around zero, so any two are no further apart than its diameter.
TEST(EveryChain, StaysInItsBall) {
  PublicRandom random(43);
  double longest = 0, furthest = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const std::size_t p = 1 + random.below(4), count = 1 + random.below(5);
    const testing::Pair pair = testing::neighbours(5, p, random, false);
    const Dataset data = testing::make_dataset(pair.rows, pair.labels);
    testing::Bench bench;
    const auto oracle = bench.oracle(data, "squared");
    oracle->set_frame(testing::flat_frame(p));
    oracle->forget_duals();
    std::vector<double> ridge(p), point(p, 0.0);
    for (double& a : ridge) a = std::exp(3 * random.normal());
    std::vector<std::uint32_t> numbers(count);
    std::vector<Coordinate> block;
    for (std::size_t k = 0; k < count; ++k) numbers[k] = static_cast<std::uint32_t>(k);
    for (std::size_t j = 0; j < p; ++j) block.push_back({j});
    SecureRandom source;
    Gaussian gaussian(source);
    Permit permit = testing::make_permit("moves", 0, 2, p);
    const DualStep step{point, ridge, 1};
    const auto chain = gaussian.release(oracle->dual_chain(permit.pay("moves"), {ClipRule::ball, 0.1}, step, numbers)),
               moves = gaussian.release(oracle->primal_moves(permit.pay("moves"), 0.1, step, block));
    const std::vector<double> none(p, 0.0);
    const double length = distance(chain.value(), none) * 5 / 0.1 / static_cast<double>(count);
    const double far = distance(moves.value(), none) / 0.1 / std::sqrt(static_cast<double>(p));
    ASSERT_LE(length, 1 + 1e-9) << trial;
    ASSERT_LE(far, 1 + 1e-9) << trial;
    longest = std::max(longest, length);
    furthest = std::max(furthest, far);
  }
  EXPECT_GT(longest, 0.9);
  EXPECT_GT(furthest, 0.9);
}

}  // namespace
}  // namespace discreet
