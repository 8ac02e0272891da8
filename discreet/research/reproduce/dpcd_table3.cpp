// Table 3 of DP-CD: seconds of DP-CD and DP-SGD.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/research/reproduce/dpcd_problems.hpp"
#include "discreet/research/reproduce/experiments.hpp"
#include "discreet/research/reproduce/laboratory.hpp"
#include "discreet/research/reproduce/published.hpp"

namespace discreet {

Result<Reproduction> run_dpcd_table3(const ReproduceRequest& request, const Workplace& place) {
  Reproduction r;
  const auto problems = dpcd_problems_there(request, r);
  if (!problems) return tl::unexpected(problems.error());
  r.title = "seconds of DP-CD and DP-SGD by passes, one thread";
  r.source = fmt::format("{}, table 3 (i7-10610U, 1.80 GHz)", published::kDpcd);
  r.columns = {"problem", "algorithm", "passes", "published", "measured", "fastest", "ratio"};
  const Seeds seeds{1, request.extent == Extent::full ? std::size_t{10} : std::size_t{3}};
  r.seeds = fmt::format("noise 1 to {}", seeds.count);
  r.notes = {
      "measured: the mean of a whole fit, with calibration of the noise, from the data in memory to the model; one "
      "fit at a time; ratio: measured over published, which was another machine",
      "DP-SGD has batches of 10 rows, as the first version of the publication has it"};
  // One at a time: fits that share a core would be timed together.
  Workplace alone = place;
  alone.threads = 1;
  double times = 0, published_times = 0, count = 0;
  for (const DpcdProblem& problem : *problems) {
    const auto data = problem.data(request);
    if (!data) return tl::unexpected(data.error());
    const auto study = Study::open(*data, problem.options());
    if (!study) return tl::unexpected(study.error());
    if (std::find(r.used.begin(), r.used.end(), *data) == r.used.end()) r.used.push_back(*data);
    Runner runner(*study, alone);
    std::vector<double> first, slower;  // DP-CD here and in print
    for (const published::ByPasses& row : published::dpcd_table3()) {
      if (row.problem != problem.name) continue;
      Options options = row.method == "DP-CD" ? published_cd(problem.options(), study->data().rows)
                                              : published_sgd(problem.options(), "10");
      options.clip = "1";  // neither changes the time
      options.step = row.method == "DP-CD" ? "0.1" : "0.001";
      for (std::size_t k = 0; k < row.value.size(); ++k) {
        options.passes = published::kPasses[k];
        const auto measured = measure(runner, options, seeds);
        if (!measured) return tl::unexpected(measured.error());
        if (!*measured) return r;
        std::vector<double> seconds;
        for (const Outcome& run : (**measured).runs) seconds.push_back(run.seconds.value_or(0));
        const Summary summary = summarise(seconds);
        r.rows.push_back({std::string(row.problem), std::string(row.method), std::string(published::kPasses[k]),
                          row.value[k], summary.mean, summary.min, summary.mean / row.value[k]});
        if (row.method == "DP-CD") {
          first.push_back(summary.min);
          slower.push_back(row.value[k]);
        } else {
          times += std::log(summary.min / first[k]);
          published_times += std::log(row.value[k] / slower[k]);
          ++count;
        }
      }
    }
  }
  r.findings.push_back(fmt::format(
      "For the same number of passes DP-SGD took {:.2g} times as long as DP-CD (fastest runs, geometric mean "
      "over the table); published: {:.2g} times.",
      std::exp(times / count), std::exp(published_times / count)));
  return r;
}

}  // namespace discreet
