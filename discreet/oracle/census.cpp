#include "discreet/oracle/census.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "discreet/base/contract.hpp"
#include "discreet/oracle/sweep.hpp"

namespace discreet {
namespace {

// The cells of a share of one unit between -1 and 1; what is not a number counts as zero.
std::int64_t cells_of(double units, double cells) {
  return std::isnan(units) ? 0 : nearest(std::clamp(units, -1.0, 1.0) * cells);
}

}  // namespace

Census::Census(const Dataset& data, Task task, double normaliser, Machinery machinery)
    : rows_(&data.sealed),
      rows_count_(data.rows),
      columns_(data.features() + (task == Task::regression)),
      features_(data.features()),
      normaliser_(normaliser),
      machinery_(machinery) {}

template <class F>
std::vector<std::int64_t> Census::sums(std::span<const double> centres, F&& cells) const {
  require(centres.size() == columns_, "there is a centre for each column");
  return std::visit(
      [&]<class C>(const Sensitive<Labelled<C>>& sealed) {
        const Labelled<C>& rows = sealed.open(OpenKey{});
        const Stretches<C> stretches(rows.columns, machinery_);
        std::vector<std::int64_t> parts(stretches.all().size() * columns_, 0);
        stretches.each([&](const auto& stretch) {
          for (std::size_t k = 0; k < columns_; ++k) {
            const auto* values = k < features_ ? stretch.column(Coordinate{k}) : rows.labels.data() + stretch.first;
            std::int64_t sum = 0;
            for (std::size_t i = 0; i < stretch.rows; ++i) sum += cells(k, static_cast<double>(values[i]) - centres[k]);
            parts[stretches.index(stretch) * columns_ + k] = sum;
          }
        });
        std::vector<std::int64_t> total(columns_, 0);
        for (std::size_t at = 0; at < parts.size(); ++at) total[at % columns_] += parts[at];
        machinery_.communicator->sum(total);
        return total;
      },
      *rows_);
}

VectorQuery Census::beyond(Payment payment, std::span<const double> centres, std::span<const double> thresholds) const {
  Group group(std::move(payment), RowBound::intervals(columns_), rows_count_, BoundKey{});
  const std::int64_t cells = group.lattice().cells_per_unit();
  std::vector<std::int64_t> sum =
      sums(centres, [&](std::size_t k, double x) { return std::abs(x) > thresholds[k] ? cells : 0; });
  return group.ask(Sensitive(std::move(sum)),
                   std::vector<double>(columns_, 1 / static_cast<double>(cells) / normaliser_));
}

VectorQuery Census::means(Payment payment, std::span<const double> centres, std::span<const double> bounds) const {
  Group group(std::move(payment), RowBound::ball(std::sqrt(static_cast<double>(columns_)), columns_), rows_count_,
              BoundKey{});
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  std::vector<std::int64_t> sum =
      sums(centres, [&](std::size_t k, double x) { return cells_of(x / bounds[k], cells); });
  std::vector<double> worth(columns_);
  for (std::size_t k = 0; k < columns_; ++k) worth[k] = bounds[k] / cells / normaliser_;
  return group.ask(Sensitive(std::move(sum)), std::move(worth));
}

VectorQuery Census::squares(Payment payment, std::span<const double> centres, std::span<const double> bounds) const {
  Group group(std::move(payment), RowBound::intervals(columns_), rows_count_, BoundKey{});
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  std::vector<std::int64_t> sum = sums(centres, [&](std::size_t k, double x) {
    const double share = x / bounds[k];
    return cells_of(share * share, cells);
  });
  std::vector<double> worth(columns_);
  for (std::size_t k = 0; k < columns_; ++k) worth[k] = bounds[k] * bounds[k] / cells / normaliser_;
  return group.ask(Sensitive(std::move(sum)), std::move(worth));
}

ScalarQuery Census::rows_beyond(Payment payment, double threshold) const {
  Group group(std::move(payment), RowBound::intervals(1), rows_count_, BoundKey{});
  const double limit = threshold * threshold * static_cast<double>(features_);
  std::int64_t count = std::visit(
      [&]<class C>(const Sensitive<Labelled<C>>& sealed) {
        const Stretches<C> stretches(sealed.open(OpenKey{}).columns, machinery_);
        return stretches.sum([&](const auto& stretch) {
          std::vector<double> square(stretch.rows, 0.0);
          for (std::size_t k = 0; k < features_; ++k) {
            const auto* values = stretch.column(Coordinate{k});
            for (std::size_t i = 0; i < stretch.rows; ++i)
              square[i] += static_cast<double>(values[i]) * static_cast<double>(values[i]);
          }
          return static_cast<std::int64_t>(
              std::count_if(square.begin(), square.end(), [&](double s) { return s > limit; }));
        });
      },
      *rows_);
  const std::int64_t cells = group.lattice().cells_per_unit();
  return group.ask(Sensitive<std::int64_t>(count * cells), 1 / static_cast<double>(cells) / normaliser_);
}

template <class F>
std::vector<double> Census::exact_sums(F&& term) const {
  return std::visit(
      [&]<class C>(const Sensitive<Labelled<C>>& sealed) {
        const Labelled<C>& rows = sealed.open(OpenKey{});
        std::vector<double> total(columns_, 0.0);
        for (const auto& block : rows.columns.blocks())
          for (std::size_t k = 0; k < columns_; ++k) {
            const auto* values = k < features_ ? block.column(Coordinate{k}) : rows.labels.data() + block.first;
            double sum = 0;
            for (std::size_t i = 0; i < block.rows; ++i) sum += term(k, static_cast<double>(values[i]));
            total[k] += sum;
          }
        for (double& sum : total) sum /= normaliser_;
        return total;
      },
      *rows_);
}

Sensitive<std::vector<double>> Census::exact_squares(std::span<const double> centres) const {
  return Sensitive(exact_sums([&](std::size_t k, double x) { return (x - centres[k]) * (x - centres[k]); }));
}

Sensitive<std::vector<double>> Census::exact_means() const {
  return Sensitive(exact_sums([](std::size_t, double x) { return x; }));
}

}  // namespace discreet
