#include "discreet/oracle/census.hpp"

#include <algorithm>
#include <variant>

#include "discreet/base/contract.hpp"
#include "discreet/base/mistake.hpp"
#include "discreet/oracle/column_sums.hpp"
#include "discreet/oracle/sweep.hpp"

namespace discreet {
namespace {

// The octave of a size, or none for what is too small or not a number.
std::ptrdiff_t octave(double size) {
  if (!(size > 0)) return -1;
  if (std::isinf(size)) return static_cast<std::ptrdiff_t>(Octaves::kCells) - 1;
  return std::min<std::ptrdiff_t>(std::ilogb(size) + Octaves::kMiddle,
                                  static_cast<std::ptrdiff_t>(Octaves::kCells) - 1);
}

}  // namespace

Census::Census(const Dataset& data, double normaliser, Machinery machinery)
    : rows_(&data.sealed),
      row_count_(data.rows),
      features_(data.features()),
      normaliser_(normaliser),
      machinery_(machinery) {}

VectorQuery Census::sizes(Payment payment, std::span<const std::size_t> columns,
                          std::span<const double> centres) const {
  require(centres.size() == columns.size(), "there is a centre for each column that is asked about");
  machinery_.communicator->note(centres);
  Group group(std::move(payment), RowBound::histograms(columns.size()), row_count_, BoundKey{});
  const std::int64_t cells = group.lattice().cells_per_unit();
  const std::size_t numbers = columns.size() * Octaves::kCells;
  std::vector<std::int64_t> sums =
      sums_over(*rows_, OpenKey{}, machinery_, numbers, [&](const auto& rows, const auto& stretch, std::int64_t* part) {
        for (std::size_t k = 0; k < columns.size(); ++k)
          count_values(rows, stretch, columns[k], [&](double x, std::int64_t times) {
            const std::ptrdiff_t cell = octave(std::abs(x - centres[k]));
            if (cell >= 0) part[k * Octaves::kCells + static_cast<std::size_t>(cell)] += cells * times;
          });
      });
  return group.ask(Sensitive(std::move(sums)),
                   std::vector<double>(numbers, 1 / static_cast<double>(cells) / normaliser_));
}

VectorQuery Census::means(Payment payment, std::span<const std::size_t> columns, std::span<const double> centres,
                          std::span<const double> bounds) const {
  require(centres.size() == columns.size() && bounds.size() == columns.size(),
          "there are a centre and a bound for each column");
  machinery_.communicator->note(centres);
  machinery_.communicator->note(bounds);
  const std::size_t numbers = columns.size();
  Group group(std::move(payment), RowBound::ball(std::sqrt(static_cast<double>(numbers)), numbers), row_count_,
              BoundKey{});
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  std::vector<std::int64_t> sums =
      sums_over(*rows_, OpenKey{}, machinery_, numbers, [&](const auto& rows, const auto& stretch, std::int64_t* part) {
        for (std::size_t k = 0; k < numbers; ++k)
          count_values(rows, stretch, columns[k], [&](double x, std::int64_t times) {
            const double units = (x - centres[k]) / bounds[k];
            if (!std::isnan(units)) part[k] += nearest(std::clamp(units, -1.0, 1.0) * cells) * times;
          });
      });
  std::vector<double> worth(numbers);
  for (std::size_t k = 0; k < numbers; ++k) worth[k] = bounds[k] / cells / normaliser_;
  return group.ask(Sensitive(std::move(sums)), std::move(worth));
}

LaplaceVectorQuery Census::squares(Payment payment, std::span<const std::size_t> columns,
                                   std::span<const double> bounds) const {
  require(bounds.size() == columns.size(), "there is a bound for each column");
  machinery_.communicator->note(bounds);
  const std::size_t numbers = columns.size();
  LaplaceGroup group(std::move(payment), SumBound::intervals(numbers), row_count_, BoundKey{});
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  std::vector<std::int64_t> sums =
      sums_over(*rows_, OpenKey{}, machinery_, numbers, [&](const auto& rows, const auto& stretch, std::int64_t* part) {
        for (std::size_t k = 0; k < numbers; ++k)
          count_values(rows, stretch, columns[k], [&](double x, std::int64_t times) {
            const double units = x * x / bounds[k];
            // Without this the mistake would be harmless.
            const double most = planted(Mistake::lower_bound_twice) ? 1e3 : 1;
            if (!std::isnan(units)) part[k] += nearest(std::clamp(units, 0.0, most) * cells) * times;
          });
      });
  std::vector<double> worth(numbers);
  for (std::size_t k = 0; k < numbers; ++k) worth[k] = bounds[k] / cells / normaliser_;
  return group.ask(Sensitive(std::move(sums)), std::move(worth));
}

VectorQuery Census::row_sizes(Payment payment, std::span<const std::size_t> columns, RowSize size) const {
  Group group(std::move(payment), RowBound::histograms(1), row_count_, BoundKey{});
  const std::int64_t cells = group.lattice().cells_per_unit();
  const double share = size == RowSize::mean ? 1 / static_cast<double>(std::max<std::size_t>(columns.size(), 1)) : 1;
  std::vector<std::int64_t> sums = sums_over(
      *rows_, OpenKey{}, machinery_, Octaves::kCells, [&](const auto& rows, const auto& stretch, std::int64_t* part) {
        std::vector<double> square(stretch.rows, 0.0);
        for (const std::size_t number : columns)
          each_value(rows, stretch, number, [&](std::size_t i, double x) {
            const double term = x * x * share;
            square[i] = size == RowSize::mean ? square[i] + term : std::max(square[i], term);
          });
        for (const double s : square)
          if (const std::ptrdiff_t cell = octave(std::sqrt(s)); cell >= 0)
            part[static_cast<std::size_t>(cell)] += cells;
      });
  return group.ask(Sensitive(std::move(sums)),
                   std::vector<double>(Octaves::kCells, 1 / static_cast<double>(cells) / normaliser_));
}

VectorQuery Census::largest(Payment payment, std::span<const std::size_t> columns, std::size_t most) const {
  Group group(std::move(payment), RowBound::histograms(most), row_count_, BoundKey{});
  const std::int64_t cells = group.lattice().cells_per_unit();
  const std::size_t numbers = columns.size() * Octaves::kCells;
  struct Value {
    double size = 0;
    std::size_t column = 0;
  };
  std::vector<std::int64_t> sums =
      sums_over(*rows_, OpenKey{}, machinery_, numbers, [&](const auto& rows, const auto& stretch, std::int64_t* part) {
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
        for (const Value& value : kept)
          if (const std::ptrdiff_t cell = octave(value.size); cell >= 0)
            part[value.column * Octaves::kCells + static_cast<std::size_t>(cell)] += cells;
      });
  return group.ask(Sensitive(std::move(sums)),
                   std::vector<double>(numbers, 1 / static_cast<double>(cells) / normaliser_));
}

VectorQuery Census::leading(Payment payment, std::span<const std::size_t> columns, double least, double far) const {
  Group group(std::move(payment), RowBound::histograms(1), row_count_, BoundKey{});
  const std::int64_t cells = group.lattice().cells_per_unit();
  const std::size_t numbers = 2 * columns.size();
  std::vector<std::int64_t> sums =
      sums_over(*rows_, OpenKey{}, machinery_, numbers, [&](const auto& rows, const auto& stretch, std::int64_t* part) {
        std::vector<double> largest(stretch.rows, 0.0);
        std::vector<std::size_t> leader(stretch.rows, 0);
        for (std::size_t k = 0; k < columns.size(); ++k)
          each_value(rows, stretch, columns[k], [&](std::size_t i, double x) {
            if (!(std::abs(x) > largest[i])) return;
            largest[i] = std::abs(x);
            leader[i] = k;
          });
        for (std::size_t i = 0; i < stretch.rows; ++i)
          if (largest[i] >= least && largest[i] > 0) part[2 * leader[i] + (largest[i] >= far)] += cells;
      });
  return group.ask(Sensitive(std::move(sums)),
                   std::vector<double>(numbers, 1 / static_cast<double>(cells) / normaliser_));
}

template <class F>
std::vector<double> Census::exact_sums(F&& term) const {
  return std::visit(
      [&]<class C>(const Sensitive<Labelled<C>>& sealed) {
        const Labelled<C>& rows = sealed.open(OpenKey{});
        std::vector<double> total(features_ + 1, 0.0);
        const Stretches<C> stretches(rows.columns, machinery_);
        stretches.in_order([&](const auto& stretch) {
          for (std::size_t k = 0; k <= features_; ++k) {
            double sum = 0;
            count_values(rows, stretch, k,
                         [&](double x, std::int64_t times) { sum += term(k, x) * static_cast<double>(times); });
            total[k] += sum;
          }
        });
        for (double& sum : total) sum /= normaliser_;
        return total;
      },
      *rows_);
}

Sensitive<std::vector<double>> Census::exact_squares(std::span<const double> centres) const {
  return Sensitive(exact_sums([&](std::size_t k, double x) { return (x - centres[k]) * (x - centres[k]); }));
}

Sensitive<std::vector<double>> Census::exact_excess(std::span<const double> weights,
                                                    std::span<const Interval> limits) const {
  require(weights.size() == features_ && limits.size() == features_, "each feature has a weight and limits");
  return Sensitive(std::visit(
      [&]<class C>(const Sensitive<Labelled<C>>& sealed) {
        const Labelled<C>& rows = sealed.open(OpenKey{});
        std::vector<double> excess(row_count_, 0.0);
        const Stretches<C> stretches(rows.columns, machinery_);
        stretches.in_order([&](const auto& stretch) {
          for (std::size_t k = 0; k < features_; ++k)
            each_value(rows, stretch, k, [&](std::size_t i, double x) {
              excess[stretch.first + i] += weights[k] * (x - std::clamp(x, limits[k].low, limits[k].high));
            });
        });
        return excess;
      },
      *rows_));
}

Sensitive<std::vector<double>> Census::exact_means() const {
  return Sensitive(exact_sums([](std::size_t, double x) { return x; }));
}

}  // namespace discreet
