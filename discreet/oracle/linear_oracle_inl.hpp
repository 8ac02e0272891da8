// The bodies of LinearOracle, included where pairs of loss and layout are made.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "discreet/base/contract.hpp"
#include "discreet/oracle/linear_oracle.hpp"
#include "discreet/oracle/linear_oracle_ball_inl.hpp"
#include "discreet/oracle/linear_oracle_cells_inl.hpp"
#include "discreet/oracle/linear_oracle_dual_inl.hpp"
#include "discreet/oracle/linear_oracle_rows_inl.hpp"
#include "discreet/oracle/row_gateway.hpp"

namespace discreet {

template <class L, class Columns>
template <class F>
void LinearOracle<L, Columns>::each_value(Coordinate j, const Stretch& stretch, std::size_t from, std::size_t count,
                                          F&& as_seen) const {
  const T* shrink = shrink_.empty() ? nullptr : shrink_.data() + stretch.first + from;
  const auto visit = [&](std::size_t i, T x) {
    if (shrink == nullptr)
      as_seen(i, x);
    else
      as_seen(i, shrink[i] == 0 ? T{0} : x * shrink[i]);
  };
  if (is_intercept(j)) {
    for (std::size_t i = 0; i < count; ++i) visit(i, T{1});
  } else {
    const T middle = centre(j);
    stretch.block->each_value(j, stretch.offset + from, count, [&](std::size_t i, T x) { visit(i, x - middle); });
  }
}

template <class L, class Columns>
void LinearOracle<L, Columns>::restart(std::span<const double> weights) {
  require(weights.size() == coordinates(), "a point has a weight for each coordinate");
  processes().note(weights);
  owed_.distance = 0;
  owed_to_all_.clear();
  walked_ = false;
  stretches_.each([&](const Stretch& stretch) {
    std::vector<double> margin(stretch.rows, 0.0);
    if constexpr (kShifted)
      for (std::size_t i = 0; i < stretch.rows; ++i) margin[i] = -label(stretch.first + i);
    for (std::size_t k = 0; k < weights.size(); ++k) {
      if (weights[k] == 0) continue;
      each_value({k}, stretch, [&](std::size_t i, T x) { margin[i] += weights[k] * static_cast<double>(x); });
    }
    for (std::size_t i = 0; i < stretch.rows; ++i) state_.margin(stretch.first + i) = static_cast<T>(margin[i]);
  });
}

template <class L, class Columns>
void LinearOracle<L, Columns>::move(Coordinate j, double distance) {
  if (distance == 0) return;
  processes().note(distance);
  settle();
  owed_ = {j, distance};
}

template <class L, class Columns>
void LinearOracle<L, Columns>::move_all(std::span<const double> distances) {
  require(distances.size() == coordinates(), "there is a distance for each coordinate");
  processes().note(distances);
  if (owed_.distance != 0) settle();
  owed_to_all_.resize(coordinates(), 0.0);
  std::transform(distances.begin(), distances.end(), owed_to_all_.begin(), owed_to_all_.begin(), std::plus());
}

template <class L, class Columns>
void LinearOracle<L, Columns>::settle() {
  walked_ = false;
  if (owed_.distance == 0 && owed_to_all_.empty()) return;
  std::vector<double> distances = std::exchange(owed_to_all_, {});
  distances.resize(coordinates(), 0.0);
  distances[owed_.j.value] += std::exchange(owed_.distance, 0.0);
  stretches_.each([&](const Stretch& stretch) {
    for (std::size_t k = 0; k < distances.size(); ++k) {
      if (distances[k] == 0) continue;
      const T distance = static_cast<T>(distances[k]);
      each_value({k}, stretch, [&](std::size_t i, T x) { state_.margin(stretch.first + i) += distance * x; });
    }
  });
}

template <class L, class Columns>
ScalarQuery LinearOracle<L, Columns>::rows_beyond(Payment payment, double threshold) {
  settle();
  processes().note(threshold);
  const double ratio = threshold / radius_;
  return RowGateway::mean(std::move(payment), stretches_, rows(), normaliser(), 1, [&](std::size_t i) -> double {
    // A row without a threshold contributes to no slope, so it has none that is long.
    return state_.threshold(i) > 0 && std::abs(derivative(i)) > static_cast<double>(state_.threshold(i)) * ratio;
  });
}

template <class L, class Columns>
ScalarQuery LinearOracle<L, Columns>::bounded_risk(Payment payment, double most) {
  require(most > 0 && std::isfinite(most), "a loss is bounded by a positive number");
  settle();
  return RowGateway::mean(std::move(payment), stretches_, rows(), normaliser(), most, [&](std::size_t i) {
    const double loss = loss_.value(margin(i), label(i)) / most;
    return std::isnan(loss) ? 1 : loss;
  });
}

template <class L, class Columns>
Sensitive<double> LinearOracle<L, Columns>::risk() {
  settle();
  double sum = 0;
  for (std::size_t i = 0; i < state_.size(); ++i) sum += loss_.value(margin(i), label(i));
  return Sensitive<double>(sum / normaliser());
}

template <class L, class Columns>
Sensitive<Eigen::VectorXd> LinearOracle<L, Columns>::gradient() {
  settle();
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(coordinates()));
  std::vector<double> slopes;
  stretches_.in_order([&](const Stretch& stretch) {
    slopes.resize(stretch.rows);
    for (std::size_t i = 0; i < stretch.rows; ++i) slopes[i] = derivative(stretch.first + i);
    for (std::size_t k = 0; k < coordinates(); ++k) {
      double part = 0;
      each_value({k}, stretch, [&](std::size_t i, T x) { part += slopes[i] * static_cast<double>(x); });
      sum[static_cast<Eigen::Index>(k)] += part;
    }
  });
  return Sensitive<Eigen::VectorXd>(sum / normaliser());
}

template <class L, class Columns>
Sensitive<Eigen::MatrixXd> LinearOracle<L, Columns>::curvature(std::span<const Coordinate> among) {
  settle();
  const auto size = static_cast<Eigen::Index>(among.size());
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(size, size);
  constexpr std::size_t kRows = 512;
  Eigen::MatrixXd scaled;
  std::vector<double> roots;
  stretches_.in_order([&](const Stretch& stretch) {
    for (std::size_t from = 0; from < stretch.rows; from += kRows) {
      const std::size_t count = std::min(kRows, stretch.rows - from);
      scaled.setZero(static_cast<Eigen::Index>(count), size);
      roots.resize(count);
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t row = stretch.first + from + i;
        roots[i] = std::sqrt(loss_.curvature(margin(row), label(row)));
      }
      for (std::size_t k = 0; k < among.size(); ++k) {
        double* out = scaled.data() + k * count;
        each_value(among[k], stretch, from, count,
                   [&](std::size_t i, T x) { out[i] = roots[i] * static_cast<double>(x); });
      }
      sum.selfadjointView<Eigen::Lower>().rankUpdate(scaled.transpose());
    }
  });
  const Eigen::MatrixXd full = sum.selfadjointView<Eigen::Lower>();
  return Sensitive<Eigen::MatrixXd>(full / normaliser());
}

template <class L, class Columns>
Sensitive<double> LinearOracle<L, Columns>::longest_slope() {
  settle();
  double longest = 0;
  for (std::size_t i = 0; i < state_.size(); ++i)
    if (state_.threshold(i) > 0)
      longest = std::max(longest, std::abs(derivative(i)) * radius_ / static_cast<double>(state_.threshold(i)));
  return Sensitive<double>(longest);
}

template <class L, class Columns>
Sensitive<std::vector<double>> LinearOracle<L, Columns>::margins() {
  settle();
  std::vector<double> all(state_.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = margin(i);
  return Sensitive<std::vector<double>>(std::move(all));
}

template <class L, class Columns>
Sensitive<std::vector<double>> LinearOracle<L, Columns>::labels() {
  return Sensitive<std::vector<double>>(std::vector<double>(labels_.begin(), labels_.end()));
}

}  // namespace discreet
