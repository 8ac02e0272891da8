#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "discreet/base/contract.hpp"
#include "discreet/oracle/census.hpp"
#include "discreet/oracle/column_sums.hpp"
#include "discreet/oracle/sweep.hpp"

namespace discreet {
namespace {

// The values of one row in the units that were asked for, and a one for the intercept.
template <class C, class Stretch>
void read_row(const Labelled<C>& rows, const Stretch& stretch, std::size_t i, const Census::Units& units,
              std::vector<double>& values) {
  for (std::size_t k = 0; k < units.centres.size(); ++k)
    values[k] = (static_cast<double>(column_values(rows, stretch, k)[i]) - units.centres[k]) * units.factors[k];
  if (units.factors.size() > units.centres.size()) values.back() = units.factors.back();
}

}  // namespace

VectorQuery Census::products(Payment payment, const Units& units, double radius) const {
  require(units.centres.size() == features_, "there is a centre for each feature");
  require(radius > 1e-90 && radius < 1e90, "a radius is a number whose square is one too");
  const std::size_t size = units.factors.size(), numbers = size * (size + 1) / 2;
  // Two rows' matrices have norms of at most one unit and an inner product of at least zero.
  const RowBound row{1, std::sqrt(2.0), numbers};
  Group group(std::move(payment), row, row_count_, BoundKey{});
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  // More than the roundings of the norm and of the products can add.
  const double slack = static_cast<double>(size + 32) * std::numeric_limits<double>::epsilon();
  std::vector<std::int64_t> sums =
      sums_over(*rows_, OpenKey{}, machinery_, numbers, [&](const auto& rows, const auto& stretch, std::int64_t* part) {
        std::vector<double> values(size);
        for (std::size_t i = 0; i < stretch.rows; ++i) {
          read_row(rows, stretch, i, units, values);
          double square = 0;
          for (const double x : values) square += x * x;
          if (!std::isfinite(square)) continue;  // counts as zero
          const double shrink = (1 - slack) / std::max(radius, std::sqrt(square));
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

Sensitive<Eigen::MatrixXd> Census::exact_products(const Units& units) const {
  const auto size = static_cast<Eigen::Index>(units.factors.size());
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(size, size);
  std::visit(
      [&]<class C>(const Sensitive<Labelled<C>>& sealed) {
        const Labelled<C>& rows = sealed.open(OpenKey{});
        constexpr std::size_t kRows = 512;
        std::vector<double> values(units.factors.size());
        const Stretches<C> stretches(rows.columns, machinery_);
        for (const auto& stretch : stretches.all())
          for (std::size_t from = 0; from < stretch.rows; from += kRows) {
            const std::size_t count = std::min(kRows, stretch.rows - from);
            Eigen::MatrixXd some(size, static_cast<Eigen::Index>(count));
            for (std::size_t i = 0; i < count; ++i) {
              read_row(rows, stretch, from + i, units, values);
              std::copy(values.begin(), values.end(), some.col(static_cast<Eigen::Index>(i)).data());
            }
            sum.selfadjointView<Eigen::Lower>().rankUpdate(some);
          }
      },
      *rows_);
  const Eigen::MatrixXd full = sum.selfadjointView<Eigen::Lower>();
  return Sensitive<Eigen::MatrixXd>(full / normaliser_);
}

}  // namespace discreet
