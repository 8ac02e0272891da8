// Coordinate sweeps on one thread and on more, in turn: how many times faster. bench/micro/threads [--json]
// [--threads N]. Needs as many idle cores.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "bench/micro/table.hpp"
#include "bench/micro/timing.hpp"
#include "discreet/comm/communicator.hpp"
#include "discreet/data/dense_columns.hpp"
#include "discreet/oracle/stretches.hpp"

namespace discreet::bench {
namespace {

template <class L, class T>
nlohmann::json measure(Table<T>& table, std::size_t threads, int repetitions) {
  const std::size_t rows = table.margins.size();
  const DenseColumns<T> column(rows, 1, {{table.asked.data(), 0, rows, rows}}, nullptr);
  const SingleProcess alone;
  Workers one(1), more(threads);
  const Stretches<DenseColumns<T>> single(column, {&alone, &one}), parallel(column, {&alone, &more});
  T distance = T(1e-3);
  const auto sweep = [&](const auto& stretches) {
    distance = -distance;
    return static_cast<double>(stretches.sum(
        [&](const auto& stretch) { return kernels<L, T>().sweep(L{}, table.sweep(stretch.first, distance, false)); }));
  };
  const std::vector<double> seconds =
      medians({{"one", [&] { return sweep(single); }}, {"more", [&] { return sweep(parallel); }}}, repetitions,
              static_cast<int>(1 + 4000000 / rows));
  return {{"loss", L::name},
          {"precision", sizeof(T) == 4 ? "float32" : "float64"},
          {"rows", rows},
          {"threads", threads},
          {"ns_one", seconds[0] * 1e9 / static_cast<double>(rows)},
          {"ns_more", seconds[1] * 1e9 / static_cast<double>(rows)},
          {"times_one", seconds[0] / seconds[1]}};
}

}  // namespace
}  // namespace discreet::bench

int main(int count, char** values) {
  using namespace discreet;
  CLI::App app("times threads");
  bool json = false;
  int repetitions = 9;
  std::size_t threads = 2;
  std::vector<std::size_t> sizes{20640, 45312, 70000, 140000, 1000000, 10000000};
  app.add_flag("--json", json);
  app.add_option("--repetitions", repetitions);
  app.add_option("--threads", threads);
  app.add_option("--rows", sizes);
  CLI11_PARSE(app, count, values);
  nlohmann::json lines = nlohmann::json::array();
  for (const std::size_t rows : sizes) {
    bench::Table<float> floats(rows);
    bench::Table<double> doubles(rows);
    AllLosses::each([&]<class L>(std::type_identity<L>) {
      lines.push_back(bench::measure<L>(floats, threads, repetitions));
      lines.push_back(bench::measure<L>(doubles, threads, repetitions));
    });
  }
  if (json) return std::printf("%s\n", lines.dump(2).c_str()), 0;
  for (const auto& line : lines)
    std::printf("%9zu %-9s %-8s %8.3f %8.3f ns  %6.2f times one thread\n", line["rows"].get<std::size_t>(),
                line["loss"].get<std::string>().c_str(), line["precision"].get<std::string>().c_str(),
                line["ns_one"].get<double>(), line["ns_more"].get<double>(), line["times_one"].get<double>());
}
