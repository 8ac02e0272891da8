// Nanoseconds for each element of a full gradient with its move, out of cache, beside reading the matrix once: the read
// roof. The last column is beside reading what the walk reads besides: margins, thresholds under the ball rule, and
// labels where the loss wants them apart (signs of labels, a bit a row, are left out). The walk is the second or a
// later one in a row, as in gradient descent: LinearOracle::all_slope_cells.
//
// bench/micro/blocks [--json] [--repetitions N] [--megabytes N]
#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "bench/micro/baselines.hpp"
#include "bench/micro/table.hpp"
#include "bench/micro/timing.hpp"
#include "discreet/data/dense_columns.hpp"

namespace discreet::bench {
namespace {

template <class T>
DenseColumns<T> matrix(std::size_t rows, std::size_t columns) {
  DenseBuilder<T> builder(columns);
  PublicRandom random(1);
  std::vector<double> row(columns);
  for (std::size_t i = 0; i < rows; ++i) {
    for (double& x : row) x = 2 * random.uniform() - 1;
    builder.add(row);
  }
  return std::move(builder).finish();
}

template <class L, class T>
nlohmann::json measure(const DenseColumns<T>& x, Table<T>& table, bool ball, int repetitions) {
  const std::size_t columns = x.coordinates();
  std::vector<T> factors(columns, static_cast<T>(kCells)), distances(columns, T(1e-4));
  std::vector<std::int64_t> sums(columns);
  std::vector<Strand<T>> strands(columns);
  const auto gradient = [&] {
    for (T& distance : distances) distance = -distance;
    for (const auto& block : x.blocks()) {
      for (std::size_t j = 0; j < columns; ++j) strands[j] = {block.column(Coordinate{j}), T(0.1)};
      kernels<L, T>().block(
          L{}, {block.rows, table.margins.data() + block.first, table.negative.data() + block.first / 8,
                table.labels.data() + block.first, strands, distances.data(), factors.data(), static_cast<T>(kCells),
                ball ? table.thresholds.data() + block.first : nullptr, sums.data(), true});
    }
    return static_cast<double>(sums[0]);
  };
  const auto read = [&] {
    double sum = 0;
    for (const auto& block : x.blocks()) sum += read_roof(block.rows, columns, block.stride, block.values);
    return sum;
  };
  const auto read_all = [&] {
    double sum = read() + read_roof(x.rows(), 1, 0, table.margins.data());
    if (ball) sum += read_roof(x.rows(), 1, 0, table.thresholds.data());
    if (L::label_role == LabelRole::apart) sum += read_roof(x.rows(), 1, 0, table.labels.data());
    return sum;
  };
  const std::vector<double> seconds =
      medians({{"kernel", gradient}, {"roof", read}, {"all", read_all}}, repetitions, 1);
  const double elements = static_cast<double>(x.rows() * columns);
  return {{"kernel", "block"},
          {"loss", L::name},
          {"precision", sizeof(T) == 4 ? "float32" : "float64"},
          {"clip", ball ? "ball" : "box"},
          {"rows", x.rows()},
          {"columns", columns},
          {"ns_kernel", seconds[0] * 1e9 / elements},
          {"ns_roof", seconds[1] * 1e9 / elements},
          {"share_of_roof", seconds[1] / seconds[0]},
          {"share_of_all_reads", seconds[2] / seconds[0]}};
}

template <class T>
void all_losses(std::size_t megabytes, int repetitions, nlohmann::json& lines) {
  for (const std::size_t columns : {8, 100}) {
    const std::size_t rows = megabytes * 1000000 / columns / sizeof(T);
    const DenseColumns<T> x = matrix<T>(rows, columns);
    Table<T> table(rows);
    table.negative.resize(rows / 8 + 8);
    AllLosses::each([&]<class L>(std::type_identity<L>) {
      for (const bool ball : {false, true}) lines.push_back(measure<L, T>(x, table, ball, repetitions));
    });
  }
}

}  // namespace
}  // namespace discreet::bench

int main(int count, char** values) {
  CLI::App app("times the full gradient");
  bool json = false;
  int repetitions = 7;
  std::size_t megabytes = 400;
  app.add_flag("--json", json);
  app.add_option("--repetitions", repetitions);
  app.add_option("--megabytes", megabytes);
  CLI11_PARSE(app, count, values);
  discreet::bench::pin_to_one_core();
  nlohmann::json lines = nlohmann::json::array();
  discreet::bench::all_losses<float>(megabytes, repetitions, lines);
  discreet::bench::all_losses<double>(megabytes, repetitions, lines);
  if (json) return std::printf("%s\n", lines.dump(2).c_str()), 0;
  std::printf("%9s %8s %-13s %-8s %-5s %8s %8s %8s %8s\n", "rows", "columns", "loss", "storage", "clip", "ns", "roof",
              "of roof", "of reads");
  for (const auto& line : lines)
    std::printf("%9zu %8zu %-13s %-8s %-5s %8.3f %8.3f %8.3f %8.3f\n", line["rows"].get<std::size_t>(),
                line["columns"].get<std::size_t>(), line["loss"].get<std::string>().c_str(),
                line["precision"].get<std::string>().c_str(), line["clip"].get<std::string>().c_str(),
                line["ns_kernel"].get<double>(), line["ns_roof"].get<double>(), line["share_of_roof"].get<double>(),
                line["share_of_all_reads"].get<double>());
}
