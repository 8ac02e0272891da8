// The gateway bounds what one row adds whatever a map says of it: maps that are wrong on purpose (twice the bound,
// twice in a row, out of order, in places that do not exist, not numbers) move no answer by more than is charged for.
// Answers of neighbours are compared under the same seeded noise, which cancels.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "discreet/oracle/row_gateway.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/make.hpp"

namespace discreet {
namespace {

constexpr double kMultiplier = 5, kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kColumns = 3, kRows = 6;
const std::vector<std::size_t> kAll{0, 1, 2};

enum class Wrong { nothing, twice_as_much, twice, out_of_order, elsewhere, no_numbers };
constexpr std::array kWrongs{Wrong::nothing,      Wrong::twice_as_much, Wrong::twice,
                             Wrong::out_of_order, Wrong::elsewhere,     Wrong::no_numbers};

double spoilt(Wrong wrong, double value) {
  if (wrong == Wrong::twice_as_much) return 2 * value;
  if (wrong == Wrong::elsewhere) return 1e300 * value;
  if (wrong == Wrong::no_numbers) return value > 0 ? std::nan("") : -kInfinity;
  return value;
}

// Hands over each row's contribution as a map that is wrong in that way would.
template <class Contribution, class Add>
void hand_over(Wrong wrong, std::size_t rows, Add&& add, const std::function<Contribution(std::size_t)>& of) {
  for (std::size_t i = 0; i < rows; ++i) {
    add(wrong == Wrong::out_of_order ? rows - 1 - i : i, of(i));
    if (wrong == Wrong::twice) add(i, of(i));
    if (wrong == Wrong::elsewhere) add(rows + i, of(i));
  }
}

using Asked = std::function<VectorQuery(const RowGateway&, Payment, Wrong)>;
struct Question {
  std::string name;
  std::size_t numbers;
  double left_out, replaced;  // the bound, in units
  Asked ask;
};

std::vector<double> values_of(const auto& rows, const auto& stretch, std::size_t i) {
  std::vector<double> row(kColumns, 0.0);
  for (std::size_t k = 0; k < kColumns; ++k)
    each_value(rows, stretch, k, [&](std::size_t at, double x) { row[k] = at == i ? x : row[k]; });
  return row;
}

// A cell of six for a value.
std::size_t cell(double x) { return std::isnan(x) ? 5 : static_cast<std::size_t>(std::clamp(x + 2, 0.0, 4.0)); }

std::vector<Question> questions() {
  const double m = kColumns, root = std::sqrt(m);
  const std::vector<double> ones(kColumns, 1.0);
  const auto scaled = [](Wrong wrong) { return [wrong](std::size_t, double x) { return spoilt(wrong, x); }; };
  return {
      {"unit intervals", kColumns, root, root,
       [=](const RowGateway& g, Payment paid, Wrong wrong) {
         return g.each_column<UnitInterval>(std::move(paid), kAll, ones, scaled(wrong));
       }},
      {"signed intervals", kColumns, root, 2 * root,
       [=](const RowGateway& g, Payment paid, Wrong wrong) {
         return g.each_column<SignedInterval>(std::move(paid), kAll, ones, scaled(wrong));
       }},
      {"histograms", kColumns * 6, root, std::sqrt(2 * m),
       [=](const RowGateway& g, Payment paid, Wrong wrong) {
         return g.histograms(std::move(paid), kAll, 6, [wrong](std::size_t, double x) {
           return static_cast<std::ptrdiff_t>(cell(x)) * (wrong == Wrong::elsewhere ? 100 : 1);
         });
       }},
      {"marks", 6, 1, std::sqrt(2.0),
       [=](const RowGateway& g, Payment paid, Wrong wrong) {
         return g.row_marks(std::move(paid), 1, 6, [wrong](const auto& rows, const auto& stretch, auto&& add) {
           hand_over<std::size_t>(wrong, stretch.rows, add, [&](std::size_t i) {
             return cell(values_of(rows, stretch, i)[0]) * (wrong == Wrong::elsewhere ? 100 : 1);
           });
         });
       }},
      {"two marks", 6, std::sqrt(2.0), 2,
       [=](const RowGateway& g, Payment paid, Wrong wrong) {
         return g.row_marks(std::move(paid), 2, 6, [wrong](const auto& rows, const auto& stretch, auto&& add) {
           std::vector<std::size_t> at;
           hand_over<std::span<const std::size_t>>(wrong, stretch.rows, add, [&](std::size_t i) {
             const std::vector<double> row = values_of(rows, stretch, i);
             at = {cell(row[0]), cell(row[1])};
             std::sort(at.begin(), at.end());
             if (wrong == Wrong::twice_as_much) at = {at[0], at[0], at[1], at[1], 5};
             if (wrong == Wrong::elsewhere) at = {100, at[0], 3, 2, 1};
             return std::span<const std::size_t>(at);
           });
         });
       }},
      {"balls", kColumns, 1, 2,
       [=](const RowGateway& g, Payment paid, Wrong wrong) {
         const auto map = [wrong](const auto& rows, const auto& stretch, double cells, auto&& add) {
           std::vector<double> vector;
           hand_over<std::span<const double>>(wrong, stretch.rows, add, [&](std::size_t i) {
             vector = values_of(rows, stretch, i);
             double square = 0;
             for (const double x : vector) square += std::isfinite(x) ? x * x : 0;
             for (double& x : vector)
               x = spoilt(wrong, std::isfinite(x) ? x / std::max(1.0, std::sqrt(square)) * (1 - 1e-12) : 0) * cells;
             return std::span<const double>(vector);
           });
         };
         return g.row_balls(std::move(paid), ones, map);
       }},
      {"products", 6, 1, std::sqrt(2.0),
       [=](const RowGateway& g, Payment paid, Wrong wrong) {
         const auto map = [wrong](const auto& rows, const auto& stretch, auto&& add) {
           std::vector<double> vector;
           hand_over<std::span<const double>>(wrong, stretch.rows, add, [&](std::size_t i) {
             vector = values_of(rows, stretch, i);
             for (double& x : vector) x = spoilt(wrong, std::isnan(x) ? 0 : x);
             return std::span<const double>(vector);
           });
         };
         return g.row_products(std::move(paid), kColumns, 1, map);
       }},
  };
}

// In units: what is off the diagonal of products is worth less than what is on it.
double distance(const Question& question, const std::vector<double>& a, const std::vector<double>& b) {
  double square = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const bool off = question.name == "products" && k != 0 && k != 2 && k != 5;
    square += (off ? 2 : 1) * (a[k] - b[k]) * (a[k] - b[k]);
  }
  return std::sqrt(square);
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

std::vector<double> answer(const Question& question, const Dataset& data, Neighbours neighbours, Wrong wrong) {
  testing::Bench bench;
  SeededNoise source(11);
  Gaussian gaussian(source);
  Permit permit = testing::make_permit("a", GaussianEvent{{kMultiplier}}, 1, question.numbers, neighbours);
  return gaussian.release(question.ask(RowGateway(data, 1, bench.machinery), permit.pay("a"), wrong)).value();
}

TEST(EveryGatewayMap, MovesByAtMostItsShapesBoundHoweverWrongItIs) {
  for (const Question& question : questions())
    for (const Wrong wrong : kWrongs) {
      PublicRandom random(37);
      double furthest[2] = {};
      for (int trial = 0; trial < 400; ++trial) {
        const bool replaced = random.below(2) == 0, sparse = random.below(2) == 0;
        testing::Rows rows(kRows, std::vector<double>(kColumns));
        for (auto& row : rows)
          for (double& x : row) x = any_value(random);
        testing::Rows other = rows;
        const std::size_t changed = random.below(kRows);
        for (double& x : other[changed]) x = replaced ? any_value(random) : std::nan("");
        const std::vector<double> labels(kRows, 0.0);
        const auto make = [&](const testing::Rows& from) {
          return sparse ? testing::make_sparse_dataset(from, labels) : testing::make_dataset(from, labels);
        };
        // A row that counts for nothing is one of its neighbours only for maps that make nothing of it.
        if (!replaced && (question.name != "unit intervals" && question.name != "signed intervals")) continue;
        const Neighbours relation = replaced ? Neighbours::replace_one : Neighbours::zero_out;
        const double bound = replaced ? question.replaced : question.left_out;
        const double moved = distance(question, answer(question, make(rows), relation, wrong),
                                      answer(question, make(other), relation, wrong));
        ASSERT_LE(moved, bound * (1 + 1e-5)) << question.name << " " << static_cast<int>(wrong);
        furthest[replaced] = std::max(furthest[replaced], moved / bound);
      }
      if (wrong == Wrong::nothing) {
        EXPECT_GT(furthest[1], 0.85) << question.name << ": the search comes near the bound";
      }
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
  EXPECT_EQ(sum, 2'000'001) << "rows come in order";
  add(3, 1.0);
  EXPECT_EQ(sum, 2'000'001) << "only those of the stretch";
}

}  // namespace
}  // namespace discreet
