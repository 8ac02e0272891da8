// How long the privacy calculator thinks, and how fast noise is drawn. Times of the Python accountant dp_accounting on
// a 2.8 GHz Xeon are printed beside, from docs/how_to/account.md.
#include "discreet/accounting/accountants.hpp"

#include <fmt/format.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "bench/micro/timing.hpp"
#include "discreet/accounting/calibrate.hpp"
#include "discreet/privacy/discrete_noise.hpp"
#include "discreet/privacy/gdp.hpp"
#include "discreet/privacy/noise_source.hpp"

namespace discreet::bench {
namespace {

struct Row {
  const char* what;
  double python_seconds;  // 0: nothing to compare with
  int runs;
  std::function<double()> run;
};

int run(bool json) {
  pin_to_one_core();
  const TightAccountant tight;
  const Plan sampled{Neighbours::add_remove, {{"", PoissonGaussianEvent{0.01, {1}}, 10'000, 0}}};
  const Plan laplace{Neighbours::add_remove, {{"", LaplaceEvent{{50}}, 10'000, 0}}};
  const Plan gaussian{Neighbours::add_remove, {{"", GaussianEvent{{100}}, 10'000, 0}}};
  const Budget one{{1}, {1e-6}};
  SecureRandom source;
  constexpr int kDraws = 100'000;
  const Row rows[] = {
      {"epsilon of 10,000 subsampled Gaussians", 0.732, 20, [&] { return tight.epsilon(sampled, {1e-6}).value; }},
      {"calibration of the same", 4.4, 5, [&] { return calibrate(tight, one, sampled)->factor; }},
      {"epsilon of 10,000 Laplace releases", 0.158, 5, [&] { return tight.epsilon(laplace, {1e-6}).value; }},
      {"epsilon of 10,000 Gaussians", 2.5e-3, 20'000, [&] { return tight.epsilon(gaussian, {1e-6}).value; }},
      {"calibration of the same", 2.5e-3, 5'000, [&] { return calibrate(tight, one, gaussian)->factor; }},
      {"largest mu of a budget", 2.5e-3, 50'000, [&] { return largest_mu(one).value; }},
      {"100,000 grid Gaussians", 0, 5,
       [&] {
         std::int64_t sum = 0;
         for (int k = 0; k < kDraws; ++k) sum += draw_discrete_gaussian(source, 40);
         return static_cast<double>(sum);
       }},
      {"100,000 grid Laplace numbers", 0, 5, [&] {
         std::int64_t sum = 0;
         for (int k = 0; k < kDraws; ++k) sum += draw_discrete_laplace(source, 40);
         return static_cast<double>(sum);
       }}};
  nlohmann::json results = nlohmann::json::array();
  for (const Row& row : rows) {
    const double seconds = medians({{row.what, row.run}}, 7, row.runs)[0];
    if (!json)
      fmt::print("{:<42} {:>10.3f} us{}\n", row.what, 1e6 * seconds,
                 row.python_seconds > 0
                     ? fmt::format("   {:>7.0f} times faster than dp_accounting", row.python_seconds / seconds)
                     : fmt::format("   {:>7.1f} million a second", 1e-6 * kDraws / seconds));
    results.push_back({{"what", row.what}, {"seconds", seconds}});
    if (row.python_seconds > 0) results.back()["ratio_to_dp_accounting"] = row.python_seconds / seconds;
  }
  if (json) fmt::print("{}\n", nlohmann::json{{"accountants", results}}.dump(1));
  return 0;
}

}  // namespace
}  // namespace discreet::bench

int main(int count, char** arguments) {
  return discreet::bench::run(count > 1 && std::strcmp(arguments[1], "--json") == 0);
}
