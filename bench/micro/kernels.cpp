// Nanoseconds for each row of a coordinate update, beside the roof, a plain loop and Eigen, all in the same interleaved
// run: bench/micro/kernels [--json] [--repetitions N] [--rows N]. Run it on a machine that does nothing else; what
// carries over between machines and moods is the ratios.

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "bench/micro/baselines.hpp"
#include "bench/micro/table.hpp"
#include "bench/micro/timing.hpp"

namespace discreet::bench {
namespace {

// The sweep as a plain loop, compiled as the library is.
template <class L, class T>
[[gnu::noinline]] std::int64_t plain(const L& loss, const Sweep<T>& s) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < s.rows; ++i) {
    const T margin = s.margins[i] += s.distance * s.moved(i);
    T slope = loss.derivative(margin, L::label_role == LabelRole::shift ? T{0} : s.labels[i]);
    if (s.thresholds) slope = std::clamp(slope, -s.thresholds[i], s.thresholds[i]);
    const T cells = s.asked(i) * s.factor * slope;
    if (std::abs(cells) <= std::numeric_limits<T>::max())
      sum += to_integer(static_cast<double>(std::clamp(cells, -s.limit, s.limit)));
  }
  return sum;
}

template <class L, class T>
nlohmann::json measure(Table<T>& table, Table<double>& doubles, bool ball, int repetitions) {
  const std::size_t rows = table.margins.size();
  // Back and forth, so that margins stay where they are.
  double distance = 1e-3;
  const auto next = [&] { return distance = -distance; };
  const auto over_stretches = [&](auto&& kernel) {
    std::int64_t sum = 0;
    const T d = static_cast<T>(next());
    for (std::size_t first = 0; first < rows; first += kStretch) sum += kernel(L{}, table.sweep(first, d, ball));
    return static_cast<double>(sum);
  };
  const T* thresholds = ball ? table.thresholds.data() : nullptr;
  // Written for the squared and the logistic loss; the others are held against the one that does most alike.
  const auto eigen = L::task == Task::regression ? eigen_squared : eigen_logistic;
  const std::vector<Variant> variants{{"kernel", [&] { return over_stretches(kernels<L, T>().sweep); }},
                                      {"roof",
                                       [&] {
                                         return roof(rows, table.margins.data(), table.moved.data(), table.asked.data(),
                                                     thresholds, static_cast<T>(next()));
                                       }},
                                      {"plain", [&] { return over_stretches(plain<L, T>); }},
                                      {"eigen_float64", [&] {
                                         return eigen(rows, doubles.margins.data(), doubles.labels.data(),
                                                      doubles.moved.data(), doubles.asked.data(), next());
                                       }}};
  const std::vector<double> seconds = medians(variants, repetitions, static_cast<int>(1 + 4000000 / rows));
  nlohmann::json line{{"kernel", "column"},
                      {"loss", L::name},
                      {"precision", sizeof(T) == 4 ? "float32" : "float64"},
                      {"clip", ball ? "ball" : "box"},
                      {"rows", rows}};
  for (std::size_t k = 0; k < variants.size(); ++k)
    line["ns_" + variants[k].name] = seconds[k] * 1e9 / static_cast<double>(rows);
  line["share_of_roof"] = seconds[1] / seconds[0];
  line["times_plain"] = seconds[2] / seconds[0];
  line["times_eigen"] = seconds[3] / seconds[0];
  return line;
}

int run(std::vector<std::size_t> sizes, int repetitions, bool json) {
  pin_to_one_core();
  nlohmann::json lines = nlohmann::json::array();
  if (!json)
    std::printf("%9s %-9s %-8s %-5s %8s %8s %8s %8s %8s %8s %8s\n", "rows", "loss", "storage", "clip", "ns", "roof",
                "plain", "eigen", "of roof", "x plain", "x eigen");
  for (const std::size_t rows : sizes) {
    Table<double> doubles(rows);
    Table<float> floats(rows);
    AllLosses::each([&]<class L>(std::type_identity<L>) {
      const auto both = [&]<class T>(Table<T>& table) {
        for (const bool ball : {false, true}) {
          const nlohmann::json line = measure<L, T>(table, doubles, ball, repetitions);
          lines.push_back(line);
          if (json) continue;
          std::printf("%9zu %-9s %-8s %-5s", rows, std::string(L::name).c_str(),
                      line["precision"].get<std::string>().c_str(), line["clip"].get<std::string>().c_str());
          for (const char* key :
               {"ns_kernel", "ns_roof", "ns_plain", "ns_eigen_float64", "share_of_roof", "times_plain", "times_eigen"})
            std::printf(" %8.3f", line[key].get<double>());
          std::printf("\n");
          std::fflush(stdout);
        }
      };
      both(doubles);
      both(floats);
    });
  }
  if (json) std::printf("%s\n", lines.dump(2).c_str());
  return 0;
}

}  // namespace
}  // namespace discreet::bench

int main(int count, char** values) {
  CLI::App app("times the kernels");
  bool json = false;
  int repetitions = 7;
  std::vector<std::size_t> rows{20640, 45312, 1000000, 10000000};
  app.add_flag("--json", json);
  app.add_option("--repetitions", repetitions);
  app.add_option("--rows", rows);
  CLI11_PARSE(app, count, values);
  return discreet::bench::run(std::move(rows), repetitions, json);
}
