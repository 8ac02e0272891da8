#include "bench/micro/baselines.hpp"

#include <Eigen/Core>
#include <cmath>

namespace discreet::bench {

// As wide as the machine has them, in four independent sums: an addition's latency is no limit of memory's.
template <class T>
struct Wide {
  typedef T V __attribute__((vector_size(64), aligned(sizeof(T)), may_alias));
  static constexpr std::size_t kLanes = 64 / sizeof(T), kStep = 4 * kLanes;
  static const V& at(const T* x) { return *reinterpret_cast<const V*>(x); }
  static V& at(T* x) { return *reinterpret_cast<V*>(x); }
};

template <class T>
double roof(std::size_t rows, T* margins, const T* moved, const T* asked, const T* thresholds, T distance) {
  using W = Wide<T>;
  typename W::V sums[4] = {};
  for (std::size_t i = 0; i + W::kStep <= rows; i += W::kStep)
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t at = i + k * W::kLanes;
      const typename W::V margin = W::at(margins + at) += distance * W::at(moved + at);
      if (thresholds)
        sums[k] += margin * W::at(asked + at) + W::at(thresholds + at);
      else
        sums[k] += margin * W::at(asked + at);
    }
  const typename W::V sum = sums[0] + sums[1] + sums[2] + sums[3];
  return static_cast<double>(sum[0]);
}
template double roof(std::size_t, float*, const float*, const float*, const float*, float);
template double roof(std::size_t, double*, const double*, const double*, const double*, double);

template <class T>
double read_roof(std::size_t rows, std::size_t columns, std::size_t stride, const T* values) {
  using W = Wide<T>;
  typename W::V sums[4] = {};
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t i = 0; i + W::kStep <= rows; i += W::kStep)
      for (std::size_t k = 0; k < 4; ++k) sums[k] += W::at(values + j * stride + i + k * W::kLanes);
  const typename W::V sum = sums[0] + sums[1] + sums[2] + sums[3];
  return static_cast<double>(sum[0]);
}
template double read_roof(std::size_t, std::size_t, std::size_t, const float*);
template double read_roof(std::size_t, std::size_t, std::size_t, const double*);

template <class T>
void plain_row(std::size_t features, const T* row, T label, const T* point, T radius, bool logistic, T* sums) {
  T margin = 0, square = 0;
  for (std::size_t j = 0; j < features; ++j) {
    margin += row[j] * point[j];
    square += row[j] * row[j];
  }
  T slope = logistic ? -label / (1 + std::exp(margin * label)) : margin - label;
  const T norm = std::abs(slope) * std::sqrt(square);
  if (norm > radius) slope *= radius / norm;
  for (std::size_t j = 0; j < features; ++j) sums[j] += slope * row[j];
}
template void plain_row(std::size_t, const float*, float, const float*, float, bool, float*);
template void plain_row(std::size_t, const double*, double, const double*, double, bool, double*);

template <class T>
double row_roof(std::size_t width, const T* values, std::size_t count, const std::uint32_t* batch) {
  using W = Wide<T>;
  typename W::V sum = {};
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < width; j += W::kLanes) sum += W::at(values + batch[i] * width + j);
  return static_cast<double>(sum[0]);
}
template double row_roof(std::size_t, const float*, std::size_t, const std::uint32_t*);
template double row_roof(std::size_t, const double*, std::size_t, const std::uint32_t*);

namespace {
using Values = Eigen::Map<const Eigen::ArrayXd>;
Values view(const double* values, std::size_t rows) { return {values, static_cast<Eigen::Index>(rows)}; }
}  // namespace

double eigen_squared(std::size_t rows, double* margins, const double* labels, const double* moved, const double* asked,
                     double distance) {
  Eigen::Map<Eigen::ArrayXd> m(margins, static_cast<Eigen::Index>(rows));
  m += distance * view(moved, rows);
  return ((m - view(labels, rows)) * view(asked, rows)).sum();
}

double eigen_logistic(std::size_t rows, double* margins, const double* labels, const double* moved, const double* asked,
                      double distance) {
  Eigen::Map<Eigen::ArrayXd> m(margins, static_cast<Eigen::Index>(rows));
  m += distance * view(moved, rows);
  const auto y = view(labels, rows);
  return (-y * view(asked, rows) / (1 + (y * m).exp())).sum();
}

}  // namespace discreet::bench
