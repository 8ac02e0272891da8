// Nanoseconds of processor time a value of one sparse logistic update (move along a column, ask for the next), at
// several densities, beside the plain loop that says the same: bench/micro/sparse [ROWS]. Columns are cut into blocks
// of rows as those of data are. The last column is the time of a value as a part of the longest that any density takes.
#include <cmath>
#include <cstdio>
#include <string>

#include "bench/micro/timing.hpp"
#include "discreet/base/public_random.hpp"
#include "discreet/oracle/kernels/kernels.hpp"
#include "discreet/oracle/row_state.hpp"

using namespace discreet;

namespace {

// Columns enough that none is still in cache when its turn comes again.
constexpr std::size_t kValues = 4'000'000;

// As the readers make them, row by row.
template <class T>
SparseColumns<T> columns_of(std::size_t height, double density) {
  PublicRandom random(1);
  const double gap = 1 / density;
  const auto length = static_cast<std::size_t>(static_cast<double>(height) * density);
  const std::size_t count = std::max<std::size_t>(2, kValues / length);
  SparseBuilder<T> builder;
  std::vector<SparseEntry> row;
  double at = gap * random.uniform();  // goes on from row to row, so that all columns are as long
  for (std::size_t i = 0; i < height; ++i) {
    row.clear();
    for (; at < static_cast<double>(count); at += 1 + 2 * (gap - 1) * random.uniform())
      row.push_back({static_cast<std::uint32_t>(at), random.normal()});
    at -= static_cast<double>(count);
    builder.add(row);
  }
  return std::move(builder).finish(count);
}

// Margins, labels and thresholds of the rows of a block, each in an array of its own.
template <class T>
struct Plain {
  T* margins;
  const T* labels;
  const T* thresholds;
};

template <class T>
std::int64_t plain_loop(const Plain<T>& rows, const SparseSweep<T>& s) {
  for (std::size_t k = 0; k < s.moved.count; ++k) rows.margins[s.moved.rows[k]] += s.distance * s.moved.values[k];
  std::int64_t sum = 0;
  for (std::size_t k = 0; k < s.asked.count; ++k) {
    const std::size_t i = s.asked.rows[k];
    T slope = -rows.labels[i] / (1 + std::exp(rows.margins[i] * rows.labels[i]));
    slope = std::clamp(slope, -rows.thresholds[i], rows.thresholds[i]);
    const T cells = s.asked.values[k] * s.factor * slope;
    if (!std::isnan(cells)) sum += std::llrint(std::clamp(cells, -s.limit, s.limit));
  }
  return sum;
}

struct Line {
  double density, ours, plain;  // nanoseconds a value
};

// One update after the other along all columns. The densities take turns too, for they are compared with each other.
template <class T>
std::vector<Line> measure(std::size_t height, const std::vector<double>& densities) {
  PublicRandom random(2);
  AlignedVector<T> margins(height), labels(height), thresholds(height, T(0.3));
  RowPairs<T> state(height);
  RowPair<T>* const pairs = state.pairs(0);
  for (std::size_t i = 0; i < height; ++i) {
    margins[i] = static_cast<T>(random.normal());
    labels[i] = random.uniform() < 0.5 ? T(-1) : T(1);
    pairs[i] = {margins[i], std::copysign(thresholds[i], labels[i])};
  }
  T distance = T(1e-3);
  const auto pass = [&](const SparseColumns<T>& columns, auto&& walk) {
    distance = -distance;
    double sum = 0;
    for (std::size_t j = 0; j < columns.coordinates(); ++j) {
      constexpr T kCells = T(1 << 20);
      for (const auto& block : columns.blocks()) {
        SparseSweep<T> s;
        s.rows = pairs + block.first;
        s.moved = block.column({j});
        s.distance = distance;
        s.asked = block.column({(j + 1) % columns.coordinates()});
        s.factor = s.limit = kCells;
        s.ball = true;
        s.far = are_far<T>(height, 2);
        sum += static_cast<double>(walk(s, block.first));
      }
    }
    return sum;
  };
  const auto ours = [](const SparseSweep<T>& s, std::size_t) { return kernels<Logistic, T>().sparse_sweep({}, s); };
  const auto plain = [&](const SparseSweep<T>& s, std::size_t first) {
    return plain_loop({margins.data() + first, labels.data() + first, thresholds.data() + first}, s);
  };
  std::vector<SparseColumns<T>> data;
  for (const double density : densities) data.push_back(columns_of<T>(height, density));
  std::vector<bench::Variant> variants;
  for (const SparseColumns<T>& columns : data) {
    variants.push_back({"ours", [&] { return pass(columns, ours); }});
    variants.push_back({"plain", [&] { return pass(columns, plain); }});
  }
  const std::vector<double> seconds = bench::medians(variants, 7, 1, bench::processor_seconds);
  std::vector<Line> lines;
  for (std::size_t k = 0; k < data.size(); ++k) {
    double values = 0;
    for (const auto& block : data[k].blocks()) values += block.starts.back();
    lines.push_back({densities[k], seconds[2 * k] * 1e9 / values, seconds[2 * k + 1] * 1e9 / values});
  }
  return lines;
}

template <class T>
void tell(std::size_t height) {
  const std::vector<Line> lines = measure<T>(height, {0.001, 0.01, 0.1});
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
    tell<float>(height);
    tell<double>(height);
  }
}
