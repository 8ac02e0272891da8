// The most memory that a fit holds, from text to model, beside what it may: the data in the chosen precision (sparse:
// 16 bytes a value), 24 bytes a row and 64 MB. Each fit runs in a process of its own. bench/macro/memory [ROWS]
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>

#include "bench/macro/harness.hpp"
#include "discreet/base/public_random.hpp"

using namespace discreet;

namespace {

constexpr std::size_t kColumns = 10, kIndices = 10'000;

void write_table(const std::string& path, std::size_t rows) {
  PublicRandom random(1);
  std::ofstream out(path);
  for (std::size_t j = 0; j < kColumns; ++j) out << "x" << j << ",";
  out << "y\n";
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < kColumns; ++j) out << fmt::format("{:.5g},", random.normal());
    out << (random.uniform() < 0.5 ? "1\n" : "-1\n");
  }
}

// Returns the number of values.
std::size_t write_sparse(const std::string& path, std::size_t rows) {
  PublicRandom random(1);
  std::ofstream out(path);
  std::size_t values = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    out << (random.uniform() < 0.5 ? "1" : "-1");
    for (std::size_t j = 1 + random.below(2000); j <= kIndices; j += 1 + random.below(2000), ++values)
      out << fmt::format(" {}:{:.5g}", j, random.normal());
    out << "\n";
  }
  return values;
}

// In bytes.
double peak_of(const std::function<bool()>& work) {
  const pid_t child = fork();
  if (child == 0) _exit(work() ? 0 : 1);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  return status == 0 ? 1024.0 * static_cast<double>(usage.ru_maxrss) : 0;
}

}  // namespace

int main(int count, char** values) {
  const std::size_t rows = count > 1 ? std::stoul(values[1]) : 2'000'000;
  const std::string folder = std::filesystem::temp_directory_path() / fmt::format("discreet_memory_{}", getpid());
  std::filesystem::create_directory(folder);
  write_table(folder + "/table.csv", rows);
  const std::size_t entries = write_sparse(folder + "/rows.svm", rows);
  std::printf("%-10s %-8s %10s %10s %8s\n", "file", "storage", "peak MB", "may be MB", "ratio");
  for (const char* name : {"table.csv", "rows.svm"})
    for (const char* precision : {"float64", "float32"}) {
      const bool sparse = name == std::string("rows.svm");
      Options options;
      options.loss = "logistic";
      options.epsilon = "1";
      options.passes = "2";
      options.precision = precision;
      if (sparse) options.features = std::to_string(kIndices);
      const double peak = peak_of([&] {
        const auto data = load(folder + "/" + name, *ingest_rules(options));
        return data && fit(*data, options);
      });
      const double width = precision == std::string("float64") ? 8 : 4;
      const double data = sparse ? 16.0 * static_cast<double>(entries) : width * static_cast<double>(rows * kColumns);
      const double allowed = data + 24.0 * static_cast<double>(rows) + 64e6;
      std::printf("%-10s %-8s %10.0f %10.0f %8.2f\n", name, precision, peak / 1e6, allowed / 1e6, peak / allowed);
    }
  std::filesystem::remove_all(folder);
}
