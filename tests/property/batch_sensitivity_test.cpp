// What one row can do to the slopes of a batch that it is in, whatever the row is. The batch is everybody and the
// answers' seeded noise is the same for both datasets, so it cancels in their difference.
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

struct Question {
  std::string loss;
  Frame frame;
  Clip clip;
  std::vector<double> point, less;
};

// In units.
std::vector<double> answer(const Dataset& data, const Question& question) {
  testing::Bench bench;
  const auto oracle = bench.oracle(data, question.loss);
  oracle->set_frame(question.frame);
  SeededNoise source(3);
  Gaussian gaussian(source);
  const std::size_t p = question.frame.smoothness.size();
  Permit permit = testing::make_permit("slopes", PoissonGaussianEvent{1, {kMultiplier}}, 1, p);
  std::vector<double> units =
      gaussian.release(oracle->batch_slopes(permit.pay_batch("slopes"), question.clip, question.point, question.less))
          .value();
  for (std::size_t j = 0; j < p; ++j)
    units[j] *= static_cast<double>(data.rows) /
                (question.clip.threshold *
                 (question.clip.rule == ClipRule::ball ? std::sqrt(question.frame.smoothness[j]) : 1));
  return units;
}

template <class T>
void check(const std::string& loss, ClipRule rule, bool less, bool sparse) {
  PublicRandom random(less ? 29 : 31);
  double largest = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const std::size_t p = 1 + random.below(6);
    Question question{
        loss, testing::flat_frame(p), {rule, std::exp(3 * random.normal() - 6)}, std::vector<double>(p), {}};
    question.less.resize(less ? p : 0);
    for (std::size_t j = 0; j < p; ++j) {
      question.frame.smoothness[j] = std::exp((random.below(4) == 0 ? 80 : 4) * random.normal());
      question.frame.centres[j] = sparse || random.below(2) == 0 ? 0 : random.normal();
      question.point[j] = (less ? 1 : 1e-2) * std::exp(3 * random.normal());
      if (less) question.less[j] = random.normal();
    }
    const testing::Pair pair = testing::neighbours(5, p, random, loss == "logistic");
    const auto units = [&](const Rows& rows, const std::vector<double>& labels) {
      return answer(sparse ? testing::make_sparse_dataset<T>(rows, labels) : testing::make_dataset<T>(rows, labels),
                    question);
    };
    const double apart = distance(units(pair.rows, pair.labels), units(pair.other_rows, pair.other_labels));
    // Each of the two contributions is as long as the sensitivity of a row that is removed.
    const Lattice lattice = Lattice::fitting({kMultiplier}, Neighbours::zero_out, RowBound::ball(1, p));
    const double paid = 2 * lattice.sensitivity() / static_cast<double>(lattice.cells_per_unit()) * (1 + 1e-9);
    ASSERT_LE(apart, paid) << "trial " << trial;
    largest = std::max(largest, apart / paid);
  }
  // Random rows reach differences of two slopes less easily than slopes; half of the bound would be a mistake in it.
  EXPECT_GT(largest, 0.8) << "the search comes close to the bound, or it would prove nothing";
}

TEST(EveryBatch, MovesByAtMostWhatIsCharged) {
  for (const char* loss : {"squared", "logistic"})
    for (const ClipRule rule : {ClipRule::ball, ClipRule::uniform})
      for (const bool less : {false, true})
        for (const bool sparse : {false, true}) {
          SCOPED_TRACE(loss);
          check<double>(loss, rule, less, sparse);
          check<float>(loss, rule, less, sparse);
        }
}

// The same slopes as of all rows at once, where those are asked about by columns.
TEST(EveryBatch, OfAllRowsHasTheSlopesOfAllRows) {
  for (const char* loss : {"squared", "logistic"}) {
    const testing::Random made = testing::random_rows(9000, 7, 5, std::string(loss) == "logistic");
    const Dataset data = testing::make_dataset(made.rows, made.labels);
    testing::Bench bench;
    const auto oracle = bench.oracle(data, loss, true);
    Frame frame = testing::flat_frame(8, 2);
    frame.centres[3] = 0.5;
    oracle->set_frame(frame);
    const std::vector<double> point{0.1, -0.2, 0.3, 0.4, 0, 0.1, -0.5, 1};
    oracle->restart(point);
    SecureRandom source;
    Gaussian gaussian(source);
    Permit permit = testing::make_permit("slopes", 0, 2, 8);
    const auto rows =
        gaussian.release(oracle->batch_slopes(permit.pay_batch("slopes"), {ClipRule::ball, 1}, point)).value();
    const auto columns = gaussian.release(oracle->all_slopes(permit.pay("slopes"), {ClipRule::ball, 1})).value();
    for (std::size_t j = 0; j < 8; ++j) EXPECT_NEAR(rows[j], columns[j], 1e-9) << loss;
  }
}

}  // namespace
}  // namespace discreet
