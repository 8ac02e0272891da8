// Seconds of 50 passes of coordinate descent on California (squared) and Electricity (logistic), private, in both
// precisions: bench/macro/speed DATA. tests/end_to_end has the same fits in scikit-learn; liblinear and others are
// timed by their own means. Then microseconds of a step of DP-SGD with batches of 256 rows, beside the plain loop over
// rows with one std::normal_distribution draw a coordinate, which draws its batch by a coin for each row of the data
// ("coins") or by skips ("skips").
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>

#include "bench/macro/harness.hpp"
#include "bench/micro/baselines.hpp"
#include "bench/micro/timing.hpp"
#include "discreet/accounting/accountants.hpp"
#include "discreet/base/public_random.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "discreet/privacy/ledger.hpp"
#include "tests/support/grants.hpp"

using namespace discreet;

namespace {

// What the plain loop holds: the same rows as everybody has them, row after row.
template <class T>
struct Plain {
  std::size_t n, p;
  std::vector<T> values, labels, point, sums;
  std::mt19937_64 random{1};
  std::normal_distribution<double> normal;

  Plain(std::size_t rows, std::size_t features) : n(rows), p(features), point(p), sums(p) {
    PublicRandom chance(1);
    for (std::size_t k = 0; k < n * p; ++k) values.push_back(static_cast<T>(chance.normal()));
    for (std::size_t i = 0; i < n; ++i) labels.push_back(values[i * p] > 0 ? T(1) : T(-1));
  }
  Dataset sealed() const {
    DenseBuilder<T> builder(p);
    for (std::size_t i = 0; i < n; ++i)
      builder.add(std::vector<double>(values.begin() + static_cast<std::ptrdiff_t>(i * p),
                                      values.begin() + static_cast<std::ptrdiff_t>((i + 1) * p)));
    return {
        {}, n, Sealed<DenseColumns<T>>({std::move(builder).finish(), AlignedVector<T>(labels.begin(), labels.end())})};
  }
  double step(double chance, bool coins) {
    std::fill(sums.begin(), sums.end(), T{0});
    std::uniform_real_distribution<double> uniform;
    const auto add = [&](std::size_t i) {
      bench::plain_row(p, values.data() + i * p, labels[i], point.data(), T(1), true, sums.data());
    };
    if (coins) {
      for (std::size_t i = 0; i < n; ++i)
        if (uniform(random) < chance) add(i);
    } else {
      const double rate = 1 / std::log1p(-chance);
      for (double i = std::floor(std::log(uniform(random)) * rate); i < static_cast<double>(n);
           i += 1 + std::floor(std::log(uniform(random)) * rate))
        add(static_cast<std::size_t>(i));
    }
    for (std::size_t j = 0; j < p; ++j)
      point[j] -= static_cast<T>(1e-4 * (static_cast<double>(sums[j]) + normal(random)));
    return static_cast<double>(point[0]);
  }
};

template <class T>
void time_batches(std::size_t n, std::size_t p) {
  constexpr int kSteps = 100, kRepetitions = 11;
  const double chance = 256 / static_cast<double>(n);
  Plain<T> plain(n, p), skipping = plain;
  const Dataset data = plain.sealed();
  SecureRandom source;
  Lots lots(source);
  Gaussian gaussian(source);
  const SingleProcess alone;
  Workers workers(1);
  const auto oracle =
      choose_loss("logistic")->oracle(data.sealed, false, static_cast<double>(n), {&alone, &workers, &lots});
  oracle->set_frame({std::vector<double>(p, 1.0), std::vector<double>(p, 0.0)});
  const TightAccountant accountant;
  Ledger ledger = GrantsForTests::budget(accountant, {{1e9}, {0.5}});
  auto permit =
      ledger.authorize({Neighbours::zero_out, {{"batches", PoissonGaussianEvent{chance, {1}}, 1'000'000, p}}});
  std::vector<double> point(p, 0.0);
  const auto ours = [&] {
    for (int t = 0; t < kSteps; ++t) {
      const auto slopes =
          gaussian.release(oracle->batch_slopes(permit->pay_batch("batches"), {ClipRule::ball, 1}, point)).value();
      for (std::size_t j = 0; j < p; ++j) point[j] -= 1e-4 * slopes[j];
    }
    return point[0];
  };
  const auto other = [&](Plain<T>& loop, bool coins) {
    return [&loop, coins, chance] {
      double last = 0;
      for (int t = 0; t < kSteps; ++t) last = loop.step(chance, coins);
      return last;
    };
  };
  const std::vector<double> seconds =
      bench::medians({{"ours", ours}, {"coins", other(plain, true)}, {"skips", other(skipping, false)}}, kRepetitions,
                     1, bench::processor_seconds);
  std::printf("%-12s %-8s %8zu %5zu %10.2f %10.2f %10.2f %8.2f %8.2f\n", "dp-sgd",
              sizeof(T) == 4 ? "float32" : "float64", n, p, seconds[0] * 1e6 / kSteps, seconds[1] * 1e6 / kSteps,
              seconds[2] * 1e6 / kSteps, seconds[1] / seconds[0], seconds[2] / seconds[0]);
}

}  // namespace

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
  std::printf("%-12s %-8s %8s %5s %10s %10s %10s %8s %8s\n", "method", "storage", "rows", "p", "us/step", "coins",
              "skips", "x coins", "x skips");
  for (const std::size_t p : {8, 50, 200}) {
    time_batches<float>(45'000, p);
    time_batches<double>(45'000, p);
  }
}
