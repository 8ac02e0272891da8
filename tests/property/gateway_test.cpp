// The gateway bounds what one row adds whatever a map says of it: maps that are wrong on purpose (twice the bound,
// twice in a row, out of order, in places that do not exist, not numbers) move no answer by more than is charged for.
// Answers of neighbours are compared under the same seeded noise, which cancels.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "tests/support/company.hpp"
#include "tests/support/gateway_questions.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

using namespace testing;

constexpr double kMultiplier = 5, kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kRows = 6;

double distance(const Question& question, const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0, square = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    // What is off the diagonal of products is worth less than what is on it.
    const bool off = question.norm == Norm::products && k != 0 && k != 2 && k != 5;
    square += (off ? 2 : 1) * (a[k] - b[k]) * (a[k] - b[k]);
    sum += std::abs(a[k] - b[k]);
  }
  return question.norm == Norm::sum ? sum : std::sqrt(square);
}

double any_value(PublicRandom& random) {
  switch (random.below(8)) {
    case 0:
      return std::nan("");
    case 1:
      return random.below(2) == 0 ? kInfinity : -kInfinity;
    case 2:
      return std::pow(10.0, 20 * random.uniform() - 10);
    default:
      return 3 * random.normal();
  }
}

testing::Rows any_rows(PublicRandom& random, std::size_t count) {
  testing::Rows rows(count, std::vector<double>(kColumns));
  for (auto& row : rows)
    for (double& x : row) x = any_value(random);
  return rows;
}

enum class Layout { dense, dense_float, sparse, sparse_float };

// Blocks of so many values, where they are sparse.
Dataset made(Layout layout, const testing::Rows& rows, std::size_t block_values = 1000) {
  const std::vector<double> labels(rows.size(), 0.0);
  switch (layout) {
    case Layout::dense:
      return testing::make_dataset(rows, labels);
    case Layout::dense_float:
      return testing::make_dataset<float>(rows, labels);
    case Layout::sparse:
      return testing::make_sparse_dataset(rows, labels, block_values);
    case Layout::sparse_float:
      break;
  }
  return testing::make_sparse_dataset<float>(rows, labels, block_values);
}

std::vector<double> answer(const Question& question, const Dataset& data, Neighbours neighbours, Wrong wrong,
                           Machinery machinery) {
  SeededNoise source(11);
  Gaussian gaussian(source);
  Laplace laplace(source);
  const Event event = question.norm == Norm::sum ? Event(LaplaceEvent{{kMultiplier}}) : GaussianEvent{{kMultiplier}};
  Permit permit = testing::make_permit("a", event, 1, question.numbers, neighbours);
  return question.ask(GatewayForTests(data, machinery), permit.pay("a"), wrong, {gaussian, laplace});
}

TEST(EveryGatewayMap, MovesByAtMostItsShapesBoundHoweverWrongItIs) {
  testing::Bench bench;
  for (const Question& question : questions())
    for (const Wrong wrong : kWrongs) {
      PublicRandom random(37);
      double furthest[2] = {};
      for (int trial = 0; trial < 400; ++trial) {
        const bool replaced = random.below(2) == 0;
        const Layout layout = static_cast<Layout>(random.below(4));
        const testing::Rows rows = any_rows(random, kRows);
        testing::Rows other = rows;
        const auto changed = other.begin() + static_cast<std::ptrdiff_t>(random.below(kRows));
        if (replaced)
          for (double& x : *changed) x = any_value(random);
        else
          other.erase(changed);
        // Zero-out has the bound of add-remove.
        const Neighbours relation = replaced               ? Neighbours::replace_one
                                    : random.below(2) == 0 ? Neighbours::zero_out
                                                           : Neighbours::add_remove;
        const double bound = replaced ? question.replaced : question.left_out;
        const double moved = distance(question, answer(question, made(layout, rows), relation, wrong, bench.machinery),
                                      answer(question, made(layout, other), relation, wrong, bench.machinery));
        ASSERT_LE(moved, bound * (1 + 1e-5)) << question.name << " " << static_cast<int>(wrong);
        furthest[replaced] = std::max(furthest[replaced], moved / bound);
      }
      if (wrong == Wrong::nothing) {
        EXPECT_GT(furthest[0], 0.85) << question.name << ": the search comes near the bound of a row that is left out";
        EXPECT_GT(furthest[1], 0.85) << question.name << ": the search comes near the bound of a row that is replaced";
      }
    }
}

// Enough runs of rows to be worth threads, in each layout.
std::vector<Dataset> in_many_stretches() {
  PublicRandom random(5);
  const testing::Rows many = any_rows(random, 9 * 16384), few = any_rows(random, 200);
  std::vector<Dataset> all;
  for (const Layout layout : {Layout::dense, Layout::dense_float}) all.push_back(made(layout, many));
  for (const Layout layout : {Layout::sparse, Layout::sparse_float}) all.push_back(made(layout, few, 64));
  return all;
}

TEST(EveryGatewayMap, AnswersAlikeOnAnyNumberOfThreads) {
  testing::Bench one(1), four(4);
  for (const Dataset& data : in_many_stretches())
    for (const Question& question : questions())
      for (const Wrong wrong : {Wrong::nothing, Wrong::twice_as_much, Wrong::twice})
        EXPECT_EQ(answer(question, data, Neighbours::replace_one, wrong, one.machinery),
                  answer(question, data, Neighbours::replace_one, wrong, four.machinery))
            << question.name;
}

// Processes that hold the first half of the rows and the second: together they answer what one does.
TEST(EveryGatewayMap, AnswersAlikeOnTwoProcesses) {
  PublicRandom random(6);
  const testing::Rows rows = any_rows(random, 16);
  const Dataset halves[] = {made(Layout::dense, {rows.begin(), rows.begin() + 8}),
                            made(Layout::dense, {rows.begin() + 8, rows.end()})};
  testing::Bench alone;
  for (const Question& question : questions())
    for (const Wrong wrong : {Wrong::nothing, Wrong::twice_as_much, Wrong::twice}) {
      std::array<std::vector<double>, 2> told;
      testing::Company::run(2, [&](const Communicator& processes) {
        testing::Bench bench;
        bench.machinery.communicator = &processes;
        told[processes.rank()] =
            answer(question, halves[processes.rank()], Neighbours::replace_one, wrong, bench.machinery);
      });
      const auto whole = answer(question, made(Layout::dense, rows), Neighbours::replace_one, wrong, alone.machinery);
      EXPECT_EQ(told[0], whole) << question.name;
      EXPECT_EQ(told[1], whole) << question.name;
    }
}

// What a shape that believes its map would let through is seen by the same measure.
struct Credulous {
  static void add(std::int64_t* sums, double cells) { *sums += to_integer(cells); }
};

TEST(EveryGatewayMap, WouldBeSeenToMoveFurtherThroughAShapeThatBelievesIt) {
  std::int64_t sum = 0;
  Once<Credulous> add(Credulous{}, 3, &sum);
  add(0, 2e6);
  EXPECT_EQ(sum, 2'000'000) << "twice a unit of a million cells";
  add(0, 2e6);
  EXPECT_EQ(sum, 2'000'000) << "a row contributes once";
  add(2, 1.0);
  add(1, 1.0);
  EXPECT_EQ(sum, 2'000'002) << "whether a row counts is no matter of the others";
  add(3, 1.0);
  EXPECT_EQ(sum, 2'000'002) << "only those of the stretch";
}

}  // namespace
}  // namespace discreet
