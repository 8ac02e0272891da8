#include <algorithm>
#include <cmath>
#include <utility>

#include "discreet/base/contract.hpp"
#include "discreet/base/mistake.hpp"
#include "discreet/oracle/census.hpp"

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
  require(units.centres.size() == features_, "there is a centre for each feature");
  for (const std::span<const double> facts : {units.centres, units.factors}) gateway_.processes().note(facts);
  gateway_.processes().note(radius);
}

VectorQuery Census::products(Payment payment, const Units& units, double radius) const {
  note(units, radius);
  const auto map = [&](const auto& rows, const auto& stretch, auto&& add) {
    const Eigen::MatrixXd all = read_rows(rows, stretch, units);
    for (std::size_t i = 0; i < stretch.rows; ++i)
      add(i, std::span<const double>(all.col(static_cast<Eigen::Index>(i)).data(), units.size()));
  };
  return gateway_.row_products(std::move(payment), units.size(), radius, map);
}

ScalarQuery Census::rows_beyond(Payment payment, const Units& units, double radius) const {
  note(units, radius);
  const auto map = [&](const auto& rows, const auto& stretch, auto&& add) {
    const Eigen::MatrixXd all = read_rows(rows, stretch, units);
    for (std::size_t i = 0; i < stretch.rows; ++i) {
      const double square = norm_squared({all.col(static_cast<Eigen::Index>(i)).data(), units.size()});
      if (std::isfinite(square) && square > radius * radius) add(i, std::size_t{0});
    }
  };
  return gateway_.row_share(std::move(payment), map);
}

Sensitive<Eigen::MatrixXd> Census::exact_products(const Units& units) const {
  const auto size = static_cast<Eigen::Index>(units.size());
  return gateway_.sealed([&](const auto& rows, const auto& stretches) {
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(size, size);
    stretches.in_order([&](const auto& stretch) {
      sum.template selfadjointView<Eigen::Lower>().rankUpdate(read_rows(rows, stretch, units));
    });
    const Eigen::MatrixXd full = sum.template selfadjointView<Eigen::Lower>();
    return Eigen::MatrixXd(full / gateway_.normaliser());
  });
}

}  // namespace discreet
