// Figure 2 of the first version of DP-CD: what dimension and conditioning do to DP-SGD and DP-CD.
#include <fmt/format.h>

#include <cmath>

#include "discreet/research/compare/grid.hpp"
#include "discreet/research/reproduce/experiments.hpp"
#include "discreet/research/reproduce/laboratory.hpp"
#include "discreet/research/reproduce/published.hpp"

namespace discreet {
namespace {

// Thresholds are for a row's whole vector, whose size grows with the root of what its columns have in squares.
std::vector<Options> candidates(const Options& options, double size, bool quick,
                                const std::vector<std::string>& steps) {
  const double middle = std::log10(size);
  return Grid{
      {{"passes", quick ? std::vector<std::string>{"5", "20"} : std::vector<std::string>{"2", "5", "10", "20", "50"}},
       {"clip", log_spaced(middle - 0.5, middle + 0.5, quick ? 3 : 9)},
       {"step", steps}},
      ""}
      .points(options);
}

}  // namespace

Result<Reproduction> run_dpcd_figure2(const ReproduceRequest& request, const Workplace& place) {
  Reproduction r;
  r.title = "error of DP-SGD over that of DP-CD, one column steeper than the others; 10,000 rows, epsilon 1";
  r.source = fmt::format("{}, {}, figure 2", published::kDpcd, published::kDpcdPreprint);
  r.columns = {"dimension",  "conditioning", "published",  "ratio_sgd_to_cd",
               "dpcd_error", "dpsgd_error",  "ours_error", "ratio_sgd_to_ours"};
  r.seeds = "noise 1 to 3 choose, from 2001 on are reported";
  r.notes = {
      "the figure shows circles without numbers; the text says that the ratio grows with the conditioning and "
      "shrinks with the dimension",
      "ours: cd with the ball rule and exact accounting, tuned in the same way"};
  const bool quick = request.extent == Extent::quick;
  const std::vector<int> dimensions = quick ? std::vector{5, 20, 80} : std::vector{5, 10, 20, 50, 100};
  const std::vector<int> ratios = quick ? std::vector{1, 30, 1000} : std::vector{1, 10, 100, 1000, 10000};
  std::size_t growing = 0, steps = 0, shrinking = 0, widenings = 0;
  std::vector<double> above;  // the same conditioning in the dimension before
  for (const int p : dimensions) {
    std::vector<double> here;
    for (const int ratio : ratios) {
      if (place.stopped()) return r;
      Options options;
      options.epsilon = "1";
      options.intercept = false;
      const std::string data = fmt::format("synthetic:dominant?n=10000&p={}&ratio={}", p, ratio);
      const auto study = Study::open(data, options);
      if (!study) return tl::unexpected(study.error());
      r.used.push_back(data);
      auto opened = open_runner(request, *study, place);
      if (!opened) return tl::unexpected(opened.error());
      Runner& runner = *opened;
      Options ball = options;
      ball.solver = "cd";
      ball.smoothness = "from-data";
      const double residual = std::sqrt(p), raw = std::sqrt(p - 1 + ratio);
      const auto run = [&](const Options& method, double size, const std::vector<std::string>& lengths) {
        return tune(runner, candidates(method, size, quick, lengths), {1, 3}, fresh_seeds(Extent::quick));
      };
      const auto cd = run(published_cd(options, study->data().rows), raw * residual, {"0.1", "0.3", "1"});
      const auto sgd = run(published_sgd(options, "100"), raw * residual, {"0.05", "0.2", "0.7"});
      const auto ours = run(ball, residual * residual, {"0.3", "1"});
      for (const auto* result : {&cd, &sgd, &ours})
        if (!*result) return tl::unexpected(result->error());
      if (!*cd || !*sgd || !*ours) continue;
      const double measured = (**sgd).fresh.mean / (**cd).fresh.mean;
      if (!here.empty()) growing += measured > here.back(), ++steps;
      if (above.size() > here.size()) shrinking += measured < above[here.size()], ++widenings;
      here.push_back(measured);
      r.rows.push_back({static_cast<double>(p), static_cast<double>(ratio), Cell(), measured, (**cd).fresh.mean,
                        (**sgd).fresh.mean, (**ours).fresh.mean, (**sgd).fresh.mean / (**ours).fresh.mean});
    }
    above = here;
  }
  r.findings.push_back(
      fmt::format("The ratio grew with the conditioning in {} of {} steps (published: always) and shrank with the "
                  "dimension in {} of {} (published: mostly).",
                  growing, steps, shrinking, widenings));
  return r;
}

}  // namespace discreet
