#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "discreet/base/contract.hpp"
#include "discreet/base/mistake.hpp"
#include "discreet/oracle/census.hpp"
#include "discreet/oracle/column_sums.hpp"
#include "discreet/oracle/sweep.hpp"

namespace discreet {
namespace {

// The values of each row in the units that were asked for, one column a row.
template <class C, class Stretch>
Eigen::MatrixXd read_rows(const Labelled<C>& rows, const Stretch& stretch, const Census::Units& units) {
  const auto index = [](std::size_t i) { return static_cast<Eigen::Index>(i); };
  Eigen::MatrixXd values(index(units.size()), index(stretch.rows));
  for (std::size_t k = 0; k < units.centres.size(); ++k) {
    const auto put = [&](std::size_t i, double x) {
      values(index(k), index(i)) = (x - units.centres[k]) * units.factors[k];
    };
    for (std::size_t i = 0; i < stretch.rows; ++i) put(i, 0);  // what sparse columns leave out
    each_value(rows, stretch, k, put);
  }
  if (units.factors.size() > units.centres.size())
    values.row(index(units.centres.size())).setConstant(units.factors.back());
  if (planted(Mistake::unaccounted_centring))
    for (std::size_t k = 0; k < units.centres.size(); ++k)
      values.row(index(k)).array() -= double{values.row(index(k)).mean()};
  if (units.target)
    each_value(rows, stretch, rows.columns.coordinates(), [&](std::size_t i, double y) {
      values(index(units.size()) - 1, index(i)) = (y - units.target->level) * units.target->factor;
    });
  return values;
}

double norm_squared(std::span<const double> values) {
  double square = 0;
  for (const double x : values) square += x * x;
  return square;
}

}  // namespace

// All processes must go by the same.
void Census::note(const Units& units, double radius) const {
  machinery_.communicator->note(units.centres);
  machinery_.communicator->note(units.factors);
  machinery_.communicator->note(radius);
}

VectorQuery Census::products(Payment payment, const Units& units, double radius) const {
  require(units.centres.size() == features_, "there is a centre for each feature");
  require(radius > 1e-90 && radius < 1e90, "a radius is a number whose square is one too");
  note(units, radius);
  const std::size_t size = units.size(), numbers = size * (size + 1) / 2;
  // Two rows' matrices have norms of at most one unit and an inner product of at least zero.
  Group group(std::move(payment), RowBound::rows(1, std::sqrt(2.0), numbers), row_count_, BoundKey{});
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  // More than the roundings of the norm and of the products can add.
  const double slack = static_cast<double>(size + 32) * std::numeric_limits<double>::epsilon();
  std::vector<std::int64_t> sums =
      sums_over(*rows_, OpenKey{}, machinery_, numbers, [&](const auto& rows, const auto& stretch, std::int64_t* part) {
        Eigen::MatrixXd all = read_rows(rows, stretch, units);
        for (std::size_t i = 0; i < stretch.rows; ++i) {
          const std::span<double> values(all.col(static_cast<Eigen::Index>(i)).data(), size);
          const double square = norm_squared(values);
          if (!std::isfinite(square)) continue;  // counts as zero
          const bool skipped = planted(Mistake::unclipped_row) && i + 1 == stretch.rows;
          const double shrink = (1 - slack) / (skipped ? radius : std::max(radius, std::sqrt(square)));
          for (double& x : values) x *= shrink;
          std::int64_t* sum = part;
          for (std::size_t a = 0; a < size; ++a)
            for (std::size_t b = 0; b <= a; ++b)
              *sum++ += nearest(values[a] * values[b] * (a == b ? 1 : std::sqrt(2.0)) * cells);
        }
      });
  std::vector<double> worth;
  for (std::size_t a = 0; a < size; ++a)
    for (std::size_t b = 0; b <= a; ++b)
      worth.push_back(radius * radius / cells / normaliser_ / (a == b ? 1 : std::sqrt(2.0)));
  return group.ask(Sensitive(std::move(sums)), std::move(worth));
}

ScalarQuery Census::rows_beyond(Payment payment, const Units& units, double radius) const {
  note(units, radius);
  require(units.centres.size() == features_, "there is a centre for each feature");
  Group group(std::move(payment), RowBound::intervals(1), row_count_, BoundKey{});
  const std::int64_t cells = group.lattice().cells_per_unit();
  const std::vector<std::int64_t> sums =
      sums_over(*rows_, OpenKey{}, machinery_, 1, [&](const auto& rows, const auto& stretch, std::int64_t* part) {
        const Eigen::MatrixXd all = read_rows(rows, stretch, units);
        for (Eigen::Index i = 0; i < all.cols(); ++i) {
          const double square = norm_squared({all.col(i).data(), units.size()});
          *part += std::isfinite(square) && square > radius * radius ? cells : 0;
        }
      });
  return group.ask(Sensitive<std::int64_t>(sums[0]), 1 / static_cast<double>(cells) / normaliser_);
}

Sensitive<Eigen::MatrixXd> Census::exact_products(const Units& units) const {
  const auto size = static_cast<Eigen::Index>(units.size());
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(size, size);
  std::visit(
      [&]<class C>(const Sensitive<Labelled<C>>& sealed) {
        const Labelled<C>& rows = sealed.open(OpenKey{});
        const Stretches<C> stretches(rows.columns, machinery_);
        stretches.in_order([&](const auto& stretch) {
          sum.selfadjointView<Eigen::Lower>().rankUpdate(read_rows(rows, stretch, units));
        });
      },
      *rows_);
  const Eigen::MatrixXd full = sum.selfadjointView<Eigen::Lower>();
  return Sensitive<Eigen::MatrixXd>(full / normaliser_);
}

}  // namespace discreet
