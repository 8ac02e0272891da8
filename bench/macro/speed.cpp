// Seconds of 50 passes of coordinate descent on California (squared) and Electricity (logistic), private, in both
// precisions: bench/macro/speed DATA. tests/end_to_end has the same fits in scikit-learn; liblinear and others are
// timed by their own means.
#include <chrono>
#include <cstdio>
#include <string>

#include "bench/macro/harness.hpp"
#include "bench/micro/timing.hpp"

using namespace discreet;

int main(int count, char** values) {
  const std::string folder = count > 1 ? values[1] : "../shared/data";
  bench::pin_to_one_core();
  std::printf("%-12s %-8s %10s %14s\n", "data", "storage", "seconds", "ns/row/update");
  for (const bool classes : {false, true})
    for (const char* precision : {"float32", "float64"}) {
      Options options;
      options.loss = classes ? "logistic" : "squared";
      options.epsilon = "1";
      options.passes = "50";
      options.threads = "1";
      options.precision = precision;
      const std::string name = classes ? "electricity" : "california";
      const auto data = load(folder + "/" + name + ".csv.gz", *ingest_rules(options));
      if (!data) return std::fprintf(stderr, "%s\n", data.error().message.c_str()), 1;
      const std::vector<bench::Variant> fits{{"fit", [&] { return fit(*data, options)->value().intercept; }}};
      const double seconds = bench::medians(fits, 7, 1)[0];
      const double updates = 50.0 * static_cast<double>((data->features() + 1) * data->rows);
      std::printf("%-12s %-8s %10.4f %14.3f\n", name.c_str(), precision, seconds, seconds * 1e9 / updates);
    }
}
