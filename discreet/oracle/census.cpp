#include "discreet/oracle/census.hpp"

#include <algorithm>
#include <utility>

#include "discreet/base/contract.hpp"

namespace discreet {
namespace {

// The octave of a size, or none for what is too small or not a number.
std::ptrdiff_t octave(double size) {
  if (!(size > 0)) return -1;
  if (std::isinf(size)) return static_cast<std::ptrdiff_t>(Octaves::kCells) - 1;
  return std::min<std::ptrdiff_t>(std::ilogb(size) + Octaves::kMiddle,
                                  static_cast<std::ptrdiff_t>(Octaves::kCells) - 1);
}

std::vector<double> copied(std::span<const double> numbers) { return {numbers.begin(), numbers.end()}; }

}  // namespace

Census::Census(const Dataset& data, double normaliser, Machinery machinery)
    : gateway_(data, normaliser, machinery), features_(data.features()) {}

VectorQuery Census::sizes(Payment payment, std::span<const std::size_t> columns,
                          std::span<const double> centres) const {
  require(centres.size() == columns.size(), "there is a centre for each column that is asked about");
  gateway_.processes().note(centres);
  return gateway_.histograms(std::move(payment), columns, Octaves::kCells,
                             [&](std::size_t k, double x) { return octave(std::abs(x - centres[k])); });
}

VectorQuery Census::means(Payment payment, std::span<const std::size_t> columns, std::span<const double> centres,
                          std::span<const double> bounds) const {
  require(centres.size() == columns.size() && bounds.size() == columns.size(),
          "there are a centre and a bound for each column");
  gateway_.processes().note(centres);
  gateway_.processes().note(bounds);
  return gateway_.each_column<SignedInterval>(std::move(payment), columns, copied(bounds),
                                              [&](std::size_t k, double x) { return (x - centres[k]) / bounds[k]; });
}

LaplaceVectorQuery Census::squares(Payment payment, std::span<const std::size_t> columns,
                                   std::span<const double> bounds) const {
  require(bounds.size() == columns.size(), "there is a bound for each column");
  gateway_.processes().note(bounds);
  return gateway_.each_column<UnitInterval, LaplaceGroup>(std::move(payment), columns, copied(bounds),
                                                          [&](std::size_t k, double x) { return x * x / bounds[k]; });
}

VectorQuery Census::row_sizes(Payment payment, std::span<const std::size_t> columns, RowSize size) const {
  const double share = size == RowSize::mean ? 1 / static_cast<double>(std::max<std::size_t>(columns.size(), 1)) : 1;
  const auto map = [&](const auto& rows, const auto& stretch, auto&& add) {
    std::vector<double> square(stretch.rows, 0.0);
    for (const std::size_t number : columns)
      each_value(rows, stretch, number, [&](std::size_t i, double x) {
        const double term = x * x * share;
        square[i] = size == RowSize::mean ? square[i] + term : std::max(square[i], term);
      });
    for (std::size_t i = 0; i < stretch.rows; ++i) add(i, static_cast<std::size_t>(octave(std::sqrt(square[i]))));
  };
  return gateway_.row_marks(std::move(payment), 1, Octaves::kCells, map);
}

VectorQuery Census::largest(Payment payment, std::span<const std::size_t> columns, std::size_t most) const {
  struct Value {
    double size = 0;
    std::size_t column = 0;
  };
  const auto map = [&](const auto& rows, const auto& stretch, auto&& add) {
    std::vector<Value> kept(stretch.rows * most);  // of each row, falling
    for (std::size_t k = 0; k < columns.size(); ++k)
      each_value(rows, stretch, columns[k], [&](std::size_t i, double x) {
        Value* const of_row = &kept[i * most];
        std::size_t place = most;
        while (place > 0 && std::abs(x) > of_row[place - 1].size) --place;
        if (place == most) return;
        std::move_backward(of_row + place, of_row + most - 1, of_row + most);
        of_row[place] = {std::abs(x), k};
      });
    std::vector<std::size_t> at;
    for (std::size_t i = 0; i < stretch.rows; ++i) {
      at.clear();
      for (const Value& value : std::span(kept).subspan(i * most, most))
        if (const std::ptrdiff_t cell = octave(value.size); cell >= 0)
          at.push_back(value.column * Octaves::kCells + static_cast<std::size_t>(cell));
      std::sort(at.begin(), at.end());
      add(i, std::span<const std::size_t>(at));
    }
  };
  return gateway_.row_marks(std::move(payment), most, columns.size() * Octaves::kCells, map);
}

VectorQuery Census::leading(Payment payment, std::span<const std::size_t> columns, double least, double far) const {
  const auto map = [&](const auto& rows, const auto& stretch, auto&& add) {
    std::vector<double> largest(stretch.rows, 0.0);
    std::vector<std::size_t> leader(stretch.rows, 0);
    for (std::size_t k = 0; k < columns.size(); ++k)
      each_value(rows, stretch, columns[k], [&](std::size_t i, double x) {
        if (!(std::abs(x) > largest[i])) return;
        largest[i] = std::abs(x);
        leader[i] = k;
      });
    for (std::size_t i = 0; i < stretch.rows; ++i)
      if (largest[i] >= least && largest[i] > 0) add(i, 2 * leader[i] + (largest[i] >= far));
  };
  return gateway_.row_marks(std::move(payment), 1, 2 * columns.size(), map);
}

template <class F>
Sensitive<std::vector<double>> Census::exact_sums(F&& term) const {
  return gateway_.sealed([&](const auto& rows, const auto& stretches) {
    std::vector<double> total(features_ + 1, 0.0);
    stretches.in_order([&](const auto& stretch) {
      for (std::size_t k = 0; k <= features_; ++k) {
        double sum = 0;
        count_values(rows, stretch, k,
                     [&](double x, std::int64_t times) { sum += term(k, x) * static_cast<double>(times); });
        total[k] += sum;
      }
    });
    for (double& sum : total) sum /= gateway_.normaliser();
    return total;
  });
}

Sensitive<std::vector<double>> Census::exact_means() const {
  return exact_sums([](std::size_t, double x) { return x; });
}

Sensitive<std::vector<double>> Census::exact_squares(std::span<const double> centres) const {
  return exact_sums([&](std::size_t k, double x) { return (x - centres[k]) * (x - centres[k]); });
}

Sensitive<std::vector<double>> Census::exact_excess(std::span<const double> weights,
                                                    std::span<const Interval> limits) const {
  require(weights.size() == features_ && limits.size() == features_, "each feature has a weight and limits");
  return gateway_.sealed([&](const auto& rows, const auto& stretches) {
    std::vector<double> excess(gateway_.rows(), 0.0);
    stretches.in_order([&](const auto& stretch) {
      for (std::size_t k = 0; k < features_; ++k)
        each_value(rows, stretch, k, [&](std::size_t i, double x) {
          excess[stretch.first + i] += weights[k] * (x - std::clamp(x, limits[k].low, limits[k].high));
        });
    });
    return excess;
  });
}

}  // namespace discreet
