// Megabytes of text a second of processor time that become a sealed dataset, from files that lie in the page cache;
// pandas' C reader beside it on the same table, where Debian's python3 has it. Run as
// build/bench/micro/readers [--megabytes 64] [--repetitions 5] [--json]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bench/micro/timing.hpp"
#include "discreet/base/public_random.hpp"
#include "discreet/io/load.hpp"

using namespace discreet;

namespace {

constexpr std::size_t kColumns = 12, kIndices = 1000;

std::string table(std::size_t bytes) {
  PublicRandom random(1);
  std::string text = "y";
  for (std::size_t j = 1; j < kColumns; ++j) text += fmt::format(",x{}", j);
  text += '\n';
  while (text.size() < bytes) {
    for (std::size_t j = 0; j < kColumns; ++j) text += fmt::format("{}{:.6g}", j ? "," : "", random.normal());
    text += '\n';
  }
  return text;
}

std::string sparse_rows(std::size_t bytes, bool ones) {
  PublicRandom random(2);
  std::string text;
  while (text.size() < bytes) {
    text += random.uniform() < 0.5 ? "+1" : "-1";
    for (std::size_t j = 1 + random.below(160); j <= kIndices; j += 1 + random.below(160))
      text += ones ? fmt::format(" {}:1", j) : fmt::format(" {}:{:.6g}", j, random.normal());
    text += '\n';
  }
  return text;
}

double rows_read(const std::string& path) {
  const auto data = load(path, {});
  if (!data) std::fprintf(stderr, "%s\n", data.error().message.c_str());
  return data ? static_cast<double>(data->rows) : 0;
}

// Seconds that pandas takes, or nothing if it is not there.
double seconds_in_pandas(const std::string& path, int repetitions) {
  const std::string script = fmt::format(
      "/usr/bin/python3 -c 'import pandas, time\nall = []\nfor _ in range({}):\n  start = time.process_time()\n  "
      "pandas.read_csv(\"{}\", engine=\"c\")\n  all.append(time.process_time() - start)\nprint(sorted(all)[len(all) // "
      "2])' 2>/dev/null",
      repetitions, path);
  double seconds = 0;
  if (FILE* pipe = popen(script.c_str(), "r")) {
    if (std::fscanf(pipe, "%lf", &seconds) != 1) seconds = 0;
    pclose(pipe);
  }
  return seconds;
}

}  // namespace

int main(int count, char** values) {
  std::size_t megabytes = 64;
  int repetitions = 5;
  bool json = false;
  CLI::App app("Megabytes of text read in a second");
  app.add_option("--megabytes", megabytes, "size of each file");
  app.add_option("--repetitions", repetitions, "medians over as many");
  app.add_flag("--json", json, "one JSON object");
  CLI11_PARSE(app, count, values);
  bench::pin_to_one_core();

  const std::string folder = std::filesystem::temp_directory_path() / fmt::format("discreet_readers_{}", getpid());
  std::filesystem::create_directory(folder);
  const std::size_t bytes = megabytes * 1'000'000;
  const std::vector<std::pair<std::string, std::string>> files{
      {"table.csv", table(bytes)}, {"ones.svm", sparse_rows(bytes, true)}, {"numbers.svm", sparse_rows(bytes, false)}};
  std::vector<bench::Variant> variants;
  for (const auto& [name, text] : files) {
    std::ofstream(folder + "/" + name) << text;
    variants.push_back({name, [path = folder + "/" + name] { return rows_read(path); }});
  }
  const std::vector<double> seconds = bench::medians(variants, repetitions, 1, bench::processor_seconds);
  nlohmann::json answer;
  const auto tell = [&](const std::string& name, std::size_t size, double time) {
    const double speed = static_cast<double>(size) / 1e6 / time;
    answer[name] = speed;
    if (!json) std::printf("%-20s %8.0f MB/s\n", name.c_str(), speed);
  };
  for (std::size_t k = 0; k < files.size(); ++k) tell(files[k].first, files[k].second.size(), seconds[k]);
  if (const double pandas = seconds_in_pandas(folder + "/table.csv", repetitions); pandas > 0)
    tell("table.csv, pandas", files[0].second.size(), pandas);
  if (json) std::printf("%s\n", answer.dump().c_str());
  std::filesystem::remove_all(folder);
}
