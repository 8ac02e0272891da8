// Everything that can be asked through the gateway, with maps that can be wrong on purpose: the bound of each question
// holds whatever its map says.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "discreet/oracle/row_gateway.hpp"
#include "discreet/privacy/additive_noise.hpp"

namespace discreet {

// The gateway with maps of the tests' own.
class GatewayForTests {
 public:
  GatewayForTests(const Dataset& data, Machinery machinery) : machinery_(machinery), gateway_(data, 1, machinery) {}

  template <class Shape, class G, class Map>
  auto each_column(Payment paid, std::span<const std::size_t> columns, Map&& map) const {
    return gateway_.each_column<Shape, G>(std::move(paid), columns, std::vector<double>(columns.size(), 1.0), map);
  }
  template <class Map>
  VectorQuery moments(Payment paid, std::span<const std::size_t> columns, Map&& map) const {
    return gateway_.moments(std::move(paid), columns, map);
  }
  template <class G, class Map>
  auto histograms(Payment paid, std::span<const std::size_t> columns, std::size_t cells, Map&& map) const {
    return gateway_.histograms<G>(std::move(paid), columns, cells, map);
  }
  template <class G, class Map>
  auto row_marks(Payment paid, std::size_t most, std::size_t numbers, Map&& map) const {
    return gateway_.row_marks<G>(std::move(paid), most, numbers, map);
  }
  template <class Map>
  VectorQuery row_balls(Payment paid, std::size_t numbers, Map&& map) const {
    return gateway_.row_balls(std::move(paid), std::vector<double>(numbers, 1.0), map);
  }
  template <class Map>
  VectorQuery row_products(Payment paid, std::size_t size, double radius, Map&& map) const {
    return gateway_.row_products(std::move(paid), size, radius, map);
  }
  template <class Map>
  ScalarQuery row_share(Payment paid, Map&& map) const {
    return gateway_.row_share(std::move(paid), map);
  }
  // units(x) of the first column.
  template <class Map>
  ScalarQuery mean(Payment paid, Map&& units) const {
    std::optional<ScalarQuery> query;
    (void)gateway_.sealed([&]<class C>(const Labelled<C>& rows, const Stretches<C>& stretches) {
      std::vector<double> values(rows.columns.rows(), 0.0);
      stretches.in_order([&](const auto& stretch) {
        each_value(rows, stretch, 0, [&](std::size_t i, double x) { values[stretch.first + i] = x; });
      });
      query.emplace(RowGateway::mean(std::move(paid), stretches, gateway_.rows(), 1, 1,
                                     [&](std::size_t i) { return units(values[i]); }));
      return 0;
    });
    return *std::move(query);
  }

 private:
  Machinery machinery_;
  RowGateway gateway_;
};

namespace testing {

inline constexpr std::size_t kColumns = 3;
inline const std::vector<std::size_t> kAll{0, 1, 2};

enum class Wrong { nothing, twice_as_much, twice, out_of_order, some_first, elsewhere, no_numbers };
inline constexpr std::array kWrongs{Wrong::nothing,    Wrong::twice_as_much, Wrong::twice,     Wrong::out_of_order,
                                    Wrong::some_first, Wrong::elsewhere,     Wrong::no_numbers};

inline double spoilt(Wrong wrong, double value) {
  if (wrong == Wrong::twice_as_much) return 2 * value;
  if (wrong == Wrong::elsewhere) return 1e300 * value;
  if (wrong == Wrong::no_numbers) return value > 0 ? std::nan("") : -std::numeric_limits<double>::infinity();
  return value;
}

// Hands over each row's contribution as a map that is wrong in that way would.
template <class Contribution, class Add>
void hand_over(Wrong wrong, const std::vector<std::vector<double>>& values, Add&& add,
               const std::function<Contribution(std::size_t)>& of) {
  const std::size_t rows = values.size();
  const auto first = [&](std::size_t i) { return wrong == Wrong::some_first && values[i][0] > 1; };
  for (std::size_t i = 0; i < rows; ++i)
    if (first(i)) add(i, of(i));
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t row = wrong == Wrong::out_of_order ? rows - 1 - i : i;
    if (first(row)) continue;
    add(row, of(row));
    if (wrong == Wrong::twice) add(row, of(row));
    if (wrong == Wrong::elsewhere) add(rows + row, of(row));
  }
}

// What the noise is measured by.
enum class Norm { euclidean, sum, products };

struct Asked {
  Gaussian& gaussian;
  Laplace& laplace;
  std::vector<double> operator()(VectorQuery query) { return gaussian.release(std::move(query)).value(); }
  std::vector<double> operator()(ScalarQuery query) { return {gaussian.release(std::move(query)).value()}; }
  std::vector<double> operator()(LaplaceVectorQuery query) { return laplace.release(std::move(query)).value(); }
};
struct Question {
  std::string name;
  Norm norm;
  std::size_t numbers;
  double left_out, replaced;  // the bound, in units
  std::function<std::vector<double>(const GatewayForTests&, Payment, Wrong, Asked)> ask;
};

// Row after row.
std::vector<std::vector<double>> values_of(const auto& rows, const auto& stretch) {
  std::vector<std::vector<double>> all(stretch.rows, std::vector<double>(kColumns, 0.0));
  for (std::size_t k = 0; k < kColumns; ++k)
    each_value(rows, stretch, k, [&](std::size_t i, double x) { all[i][k] = x; });
  return all;
}

// A cell of six for a value.
inline std::size_t cell(double x) { return std::isnan(x) ? 5 : static_cast<std::size_t>(std::clamp(x + 2, 0.0, 4.0)); }

template <class Shape, class G>
auto interval_question() {
  return [](const GatewayForTests& g, Payment paid, Wrong wrong, Asked asked) {
    return asked(
        g.each_column<Shape, G>(std::move(paid), kAll, [wrong](std::size_t, double x) { return spoilt(wrong, x); }));
  };
}

template <class G>
auto histogram_question() {
  return [](const GatewayForTests& g, Payment paid, Wrong wrong, Asked asked) {
    return asked(g.histograms<G>(std::move(paid), kAll, 6, [wrong](std::size_t, double x) {
      return static_cast<std::ptrdiff_t>(cell(x)) * (wrong == Wrong::elsewhere ? 100 : 1);
    }));
  };
}

template <class G>
auto mark_question() {
  return [](const GatewayForTests& g, Payment paid, Wrong wrong, Asked asked) {
    return asked(g.row_marks<G>(std::move(paid), 1, 6, [wrong](const auto& rows, const auto& stretch, auto&& add) {
      const auto values = values_of(rows, stretch);
      hand_over<std::size_t>(wrong, values, add,
                             [&](std::size_t i) { return cell(values[i][0]) * (wrong == Wrong::elsewhere ? 100 : 1); });
    }));
  };
}

inline std::vector<Question> questions() {
  const double m = kColumns, root = std::sqrt(m);
  return {
      {"unit intervals", Norm::euclidean, kColumns, root, root, interval_question<UnitInterval, Group>()},
      {"unit intervals by Laplace", Norm::sum, kColumns, m, m, interval_question<UnitInterval, LaplaceGroup>()},
      {"signed intervals", Norm::euclidean, kColumns, root, 2 * root, interval_question<SignedInterval, Group>()},
      {"moments", Norm::euclidean, 2 * kColumns, std::sqrt(1 + 0.25 * MomentCurve::kScale * MomentCurve::kScale) * root,
       2 * root,
       [](const GatewayForTests& g, Payment paid, Wrong wrong, Asked asked) {
         return asked(g.moments(std::move(paid), kAll, [wrong](std::size_t, double x) { return spoilt(wrong, x); }));
       }},
      {"histograms", Norm::euclidean, kColumns * 6, root, std::sqrt(2 * m), histogram_question<Group>()},
      {"histograms by Laplace", Norm::sum, kColumns * 6, m, 2 * m, histogram_question<LaplaceGroup>()},
      {"marks", Norm::euclidean, 6, 1, std::sqrt(2.0), mark_question<Group>()},
      {"marks by Laplace", Norm::sum, 6, 1, 2, mark_question<LaplaceGroup>()},
      {"two marks", Norm::euclidean, 6, std::sqrt(2.0), 2,
       [](const GatewayForTests& g, Payment paid, Wrong wrong, Asked asked) {
         const auto map = [wrong](const auto& rows, const auto& stretch, auto&& add) {
           const auto values = values_of(rows, stretch);
           std::vector<std::size_t> at;
           hand_over<std::span<const std::size_t>>(wrong, values, add, [&](std::size_t i) {
             at = {cell(values[i][0]), cell(values[i][1])};
             std::sort(at.begin(), at.end());
             if (wrong == Wrong::twice_as_much) at = {at[0], at[0], at[1], at[1], 5};
             if (wrong == Wrong::elsewhere) at = {100, at[0], 3, 2, 1};
             return std::span<const std::size_t>(at);
           });
         };
         return asked(g.row_marks<Group>(std::move(paid), 2, 6, map));
       }},
      {"balls", Norm::euclidean, kColumns, 1, 2,
       [](const GatewayForTests& g, Payment paid, Wrong wrong, Asked asked) {
         const auto map = [wrong](const auto& rows, const auto& stretch, double cells, auto&& add) {
           const auto values = values_of(rows, stretch);
           std::vector<double> vector;
           hand_over<std::span<const double>>(wrong, values, add, [&](std::size_t i) {
             vector = values[i];
             double square = 0;
             for (const double x : vector) square += std::isfinite(x) ? x * x : 0;
             for (double& x : vector)
               x = spoilt(wrong, std::isfinite(x) ? x / std::max(1.0, std::sqrt(square)) * (1 - 1e-12) : 0) * cells;
             return std::span<const double>(vector);
           });
         };
         return asked(g.row_balls(std::move(paid), kColumns, map));
       }},
      {"products", Norm::products, 6, 1, std::sqrt(2.0),
       [](const GatewayForTests& g, Payment paid, Wrong wrong, Asked asked) {
         const auto map = [wrong](const auto& rows, const auto& stretch, auto&& add) {
           const auto values = values_of(rows, stretch);
           std::vector<double> vector;
           hand_over<std::span<const double>>(wrong, values, add, [&](std::size_t i) {
             vector = values[i];
             for (double& x : vector) x = spoilt(wrong, std::isnan(x) ? 0 : x);
             return std::span<const double>(vector);
           });
         };
         return asked(g.row_products(std::move(paid), kColumns, 1, map));
       }},
      {"a share of rows", Norm::euclidean, 1, 1, 1,
       [](const GatewayForTests& g, Payment paid, Wrong wrong, Asked asked) {
         const auto map = [wrong](const auto& rows, const auto& stretch, auto&& add) {
           const auto values = values_of(rows, stretch);
           hand_over<std::size_t>(wrong, values, add, [&](std::size_t i) {
             return std::size_t{values[i][0] > 0 && wrong != Wrong::elsewhere ? 0U : 1U};
           });
         };
         return asked(g.row_share(std::move(paid), map));
       }},
      {"a mean", Norm::euclidean, 1, 1, 1,
       [](const GatewayForTests& g, Payment paid, Wrong wrong, Asked asked) {
         return asked(g.mean(std::move(paid), [wrong](double x) { return spoilt(wrong, x); }));
       }},
  };
}

}  // namespace testing
}  // namespace discreet
