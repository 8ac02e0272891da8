#include "discreet/research/compare/grid.hpp"

#include <fmt/format.h>

#include <cmath>

#include "discreet/research/compare/settings.hpp"

namespace discreet {
namespace {

using Values = std::vector<std::string>;

// Every `stride`-th value from the first on.
Values every(std::size_t stride, std::size_t first, const Values& values) {
  Values kept;
  for (std::size_t k = first; k < values.size(); k += stride) kept.push_back(values[k]);
  return kept;
}

struct Source {
  std::string_view solver;
  Grid (*grid)(Grain grain);
};

// Mangold et al., ICML 2022, appendix G.1: 5 x 10 x 100 for each algorithm.
Grid coordinate_grid(Grain grain, const Values& steps, const Values& useful) {
  const Values clips = log_spaced(-3, 6, 100);
  if (grain == Grain::published)
    return {{{"passes", {"2", "5", "10", "20", "50"}}, {"step", steps}, {"clip", clips}}, "DP-CD, appendix G.1"};
  // Ours to choose, and not checked against the whole grid: thresholds from 0.1 to 10^4, steps from the middle on.
  return {{{"passes", {"2", "10", "50"}},
           {"step", useful},
           {"clip", every(3, 22, Values(clips.begin(), clips.begin() + 78))}},
          "DP-CD, appendix G.1, thinned"};
}

Grid descent(Grain grain) {
  const Values steps = log_spaced(-2, 1, 10);
  return coordinate_grid(grain, steps, {steps[2], steps[4], steps[6], steps[8]});
}
Grid batches(Grain grain) {
  const Values steps = log_spaced(-6, 0, 10);
  return coordinate_grid(grain, steps, {steps[6], steps[7], steps[8], steps[9]});
}

// Mangold, thesis, table D.3: 7 x 10 x 50.
Grid greedy(Grain grain) {
  const Values steps = log_spaced(-2, 1, 10), clips = log_spaced(-4, 6, 50);
  if (grain == Grain::published)
    return {{{"passes", {"1", "2", "4", "7", "10", "15", "20"}}, {"step", steps}, {"clip", clips}},
            "DP-GCD, table D.3"};
  return {{{"passes", {"1", "2", "4", "10"}}, {"step", every(2, 4, steps)}, {"clip", every(2, 16, clips)}},
          "DP-GCD, table D.3, thinned"};
}

// Damaskinos et al., AAAI 2021, section 5: 12 x 13; the batch that they write 0 is one row.
Grid dual(Grain grain) {
  const Values clips = log_spaced(-8, 4, 13);
  if (grain == Grain::published)
    return {{{"batch", {"1", "5", "10", "50", "100", "200", "500", "1000", "1250", "1500", "1750", "2000"}},
             {"clip", clips}},
            "DP-SCD, section 5"};
  return {{{"batch", {"50", "500", "2000"}}, {"clip", every(1, 4, Values(clips.begin(), clips.begin() + 11))}},
          "DP-SCD, section 5, thinned"};
}

// No step, no passes; the values that bench/macro/rivals.cpp found useful.
Grid moments(Grain) {
  return {{{"clip", {"3", "3.6", "4", "4.3", "4.6", "5", "6", "8"}}, {"ridge", {"0.1", "0.3", "0.6", "1", "2", "4"}}},
          "ours: nothing was published"};
}

constexpr Source kSources[] = {{"cd", descent},           {"block", descent},    {"svrg", descent},
                               {"sgd", batches},          {"greedy", greedy},    {"dual", dual},
                               {"dual-sequential", dual}, {"dual-primal", dual}, {"moments", moments}};

}  // namespace

std::vector<std::string> log_spaced(double from, double to, std::size_t count) {
  Values values;
  for (std::size_t k = 0; k < count; ++k) {
    const double share = count > 1 ? static_cast<double>(k) / static_cast<double>(count - 1) : 0;
    values.push_back(fmt::format("{:.6g}", std::pow(10, from + (to - from) * share)));
  }
  return values;
}

std::size_t Grid::size() const {
  std::size_t points = 1;
  for (const auto& [name, values] : axes) points *= values.size();
  return points;
}

std::vector<Options> Grid::points(const Options& base) const {
  std::vector<Options> all{base};
  for (const auto& [name, values] : axes) {
    std::vector<Options> longer;
    for (const Options& one : all)
      for (const std::string& value : values) {
        longer.push_back(one);
        option_named(longer.back(), name) = value;
      }
    all = std::move(longer);
  }
  return all;
}

Grid grid_for(std::string_view solver, Grain grain) {
  for (const Source& source : kSources)
    if (source.solver == solver) return source.grid(grain);
  return {{}, "nothing to tune"};
}

}  // namespace discreet
