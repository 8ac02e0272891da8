// Nanoseconds of processor time a value of one batch of rows (margins, slopes, clipping, sums on the grid), beside the
// plain loop over rows that says the same in floating point and beside only reading the rows, whose margins are all
// that memory asks for.  bench/micro/rows [ROWS]
#include <cmath>
#include <cstdio>
#include <numeric>
#include <string>

#include "bench/micro/baselines.hpp"
#include "bench/micro/timing.hpp"
#include "discreet/base/public_random.hpp"
#include "discreet/oracle/kernels/kernels.hpp"

using namespace discreet;

namespace {

constexpr std::size_t kBatch = 256, kBatches = 64;

template <class L, class T>
void measure(std::size_t n, std::size_t features) {
  PublicRandom random(1);
  DenseBuilder<T> builder(features);
  std::vector<double> row(features);
  for (std::size_t i = 0; i < n; ++i) {
    for (double& x : row) x = random.normal();
    builder.add(row);
  }
  const DenseColumns<T> columns = std::move(builder).finish();
  const std::vector<T> centres(features, T{0});
  const DenseRows<T> rows(columns, std::span<const T>(centres), false);
  AlignedVector<T> labels(n), point(rows.width(), T{0}), factors(rows.width(), T{0}), thresholds(n);
  for (T& label : labels) label = random.uniform() < 0.5 ? T(-1) : T(1);
  for (T& threshold : thresholds) threshold = static_cast<T>(random.uniform());
  for (std::size_t j = 0; j < features; ++j) point[j] = static_cast<T>(0.1 * random.normal()), factors[j] = T(1 << 20);
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle(order);
  for (std::size_t k = 0; k < kBatches; ++k)
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(k * kBatch),
              order.begin() + static_cast<std::ptrdiff_t>((k + 1) * kBatch));
  const auto batch = [&](std::size_t k) { return std::span<const std::uint32_t>(order).subspan(k * kBatch, kBatch); };

  AlignedVector<T> own_labels(kBatch + 64), own_thresholds(kBatch + 64, T{0});
  std::vector<std::int64_t> sums(rows.width());
  const auto ours = [&] {
    for (std::size_t k = 0; k < kBatches; ++k) {
      for (std::size_t i = 0; i < kBatch; ++i)
        own_labels[i] = labels[batch(k)[i]], own_thresholds[i] = thresholds[batch(k)[i]];
      RowSweep<DenseRows<T>> s;
      s.matrix = &rows;
      s.batch = batch(k);
      s.labels = own_labels.data();
      s.thresholds = own_thresholds.data();
      s.point = point.data();
      s.factors = factors.data();
      s.limit = T(1 << 20);
      s.sums = sums.data();
      kernels<L, T>().rows(L{}, s);
    }
    return static_cast<double>(sums[0]);
  };
  std::vector<T> found(features);
  const auto plain = [&] {
    for (std::size_t k = 0; k < kBatches; ++k)
      for (const std::uint32_t i : batch(k))
        bench::plain_row(features, rows.row(i), labels[i], point.data(), T(1), L::label_role == LabelRole::sign,
                         found.data());
    return static_cast<double>(found[0]);
  };
  const auto roof = [&] {
    double sum = 0;
    for (std::size_t k = 0; k < kBatches; ++k)
      sum += bench::row_roof(rows.width(), rows.row(0), kBatch, batch(k).data());
    return sum;
  };
  const std::vector<double> seconds =
      bench::medians({{"ours", ours}, {"plain", plain}, {"roof", roof}}, 15, 4, bench::processor_seconds);
  const double each = 1e9 / static_cast<double>(kBatch * kBatches * features);
  std::printf("%-9s %-8s %8zu %6zu %8.3f %8.3f %8.3f %10.2f %8.2f\n", std::string(L::name).c_str(),
              sizeof(T) == 4 ? "float32" : "float64", n, features, seconds[0] * each, seconds[1] * each,
              seconds[2] * each, seconds[1] / seconds[0], seconds[2] / seconds[0]);
}

}  // namespace

int main(int count, char** values) {
  const std::size_t most = count > 1 ? std::stoul(values[1]) : 200'000;
  bench::pin_to_one_core();
  std::printf("%-9s %-8s %8s %6s %8s %8s %8s %10s %8s\n", "loss", "storage", "rows", "p", "ns/value", "plain", "roof",
              "plain/ours", "of roof");
  for (const std::size_t features : {8, 50, 200})
    for (const std::size_t n : {std::size_t{20'000}, most}) {
      measure<Squared, float>(n, features);
      measure<Squared, double>(n, features);
      measure<Logistic, float>(n, features);
      measure<Logistic, double>(n, features);
    }
}
