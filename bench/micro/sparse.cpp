// Nanoseconds of processor time a value of one sparse logistic update (move along a column, ask for the next), at
// several densities, beside the plain loop that says the same: bench/micro/sparse [ROWS]. The last column is the time
// of a value as a part of the longest that any density takes. Where margins fit into the second cache (100,000 rows)
// that is what the walk itself takes; beyond it (1,000,000) a value brings in lines of memory, which dense columns
// share.
#include <cmath>
#include <cstdio>
#include <string>

#include "bench/micro/timing.hpp"
#include "discreet/base/public_random.hpp"
#include "discreet/oracle/kernels/kernels.hpp"

using namespace discreet;

namespace {

// Columns enough that none is still in cache when its turn comes again.
constexpr std::size_t kValues = 4'000'000;

template <class T>
struct Columns {
  std::vector<std::uint32_t> rows;
  std::vector<T> values;
  std::vector<Entries<T>> all;

  Columns(std::size_t height, double density) {
    PublicRandom random(1);
    const double mean_gap = 1 / density;
    const auto length = static_cast<std::size_t>(static_cast<double>(height) * density);
    const std::size_t count = std::max<std::size_t>(2, kValues / length);
    std::vector<std::size_t> ends;
    for (std::size_t j = 0; j < count; ++j) {
      for (double at = mean_gap * random.uniform(); at < static_cast<double>(height);
           at += 1 + 2 * (mean_gap - 1) * random.uniform()) {
        rows.push_back(static_cast<std::uint32_t>(at));
        values.push_back(static_cast<T>(random.normal()));
      }
      ends.push_back(rows.size());
    }
    for (std::size_t j = 0, from = 0; j < count; from = ends[j++])
      all.push_back({rows.data() + from, values.data() + from, ends[j] - from});
  }
};

template <class T>
std::int64_t plain_loop(const SparseSweep<T>& s) {
  for (std::size_t k = 0; k < s.moved.count; ++k) s.margins[s.moved.rows[k]] += s.distance * s.moved.values[k];
  std::int64_t sum = 0;
  for (std::size_t k = 0; k < s.asked.count; ++k) {
    const std::size_t i = s.asked.rows[k];
    T slope = -s.labels[i] / (1 + std::exp(s.margins[i] * s.labels[i]));
    slope = std::clamp(slope, -s.thresholds[i], s.thresholds[i]);
    const T cells = s.asked.values[k] * s.factor * slope;
    if (!std::isnan(cells)) sum += std::llrint(std::clamp(cells, -s.limit, s.limit));
  }
  return sum;
}

struct Line {
  double density, ours, plain;  // nanoseconds a value
};

template <class T>
void measure(std::size_t height) {
  PublicRandom random(2);
  AlignedVector<T> margins(height), labels(height), thresholds(height, T(0.3));
  for (T& margin : margins) margin = static_cast<T>(random.normal());
  std::vector<std::uint8_t> negative(height / 8 + 8);
  for (std::size_t i = 0; i < height; ++i) {
    labels[i] = random.uniform() < 0.5 ? T(-1) : T(1);
    negative[i / 8] = static_cast<std::uint8_t>(negative[i / 8] | (labels[i] < 0) << (i % 8));
  }
  std::vector<Line> lines;
  for (const double density : {0.001, 0.01, 0.1}) {
    const Columns<T> columns(height, density);
    T distance = T(1e-3);
    const auto pass = [&](auto&& walk) {
      distance = -distance;
      double sum = 0;
      for (std::size_t j = 0; j < columns.all.size(); ++j) {
        constexpr T kCells = T(1 << 20);
        const Entries<T>& asked = columns.all[(j + 1) % columns.all.size()];
        const SparseSweep<T> s{
            margins.data(), negative.data(), labels.data(), columns.all[j],    distance,
            asked,          kCells,          kCells,        thresholds.data(), are_far<T>(height, 1)};
        sum += static_cast<double>(walk(s));
      }
      return sum;
    };
    const std::vector<double> seconds = bench::medians(
        {{"ours", [&] { return pass([](const auto& s) { return kernels<Logistic, T>().sparse_sweep({}, s); }); }},
         {"plain", [&] { return pass([](const auto& s) { return plain_loop(s); }); }}},
        7, 1, bench::processor_seconds);
    const double each = 1e9 / static_cast<double>(columns.rows.size());
    lines.push_back({density, seconds[0] * each, seconds[1] * each});
  }
  double longest = 0;
  for (const Line& line : lines) longest = std::max(longest, line.ours);
  for (const Line& line : lines)
    std::printf("%9zu %-8s %8.3f %10.2f %10.2f %8.2f %12.2f\n", height, sizeof(T) == 4 ? "float32" : "float64",
                line.density, line.ours, line.plain, line.ours / line.plain, line.ours / longest);
}

}  // namespace

int main(int count, char** values) {
  std::vector<std::size_t> heights{100'000, 1'000'000};
  if (count > 1) heights = {std::stoul(values[1])};
  bench::pin_to_one_core();
  std::printf("%9s %-8s %8s %10s %10s %8s %12s\n", "rows", "storage", "density", "ns/value", "plain", "ratio",
              "of longest");
  for (const std::size_t height : heights) {
    measure<float>(height);
    measure<double>(height);
  }
}
