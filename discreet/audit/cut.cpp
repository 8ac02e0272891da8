#include "discreet/audit/cut.hpp"

#include <algorithm>
#include <cmath>

namespace discreet {
namespace {

constexpr std::size_t kThresholds = 200;

double share_above(const std::vector<double>& sorted, double threshold) {
  const auto first = std::upper_bound(sorted.begin(), sorted.end(), threshold);
  return static_cast<double>(sorted.end() - first) / static_cast<double>(sorted.size());
}

// As many hits as the share promises, and what would follow from them.
double promise(double here, double there, Aim aim, std::uint64_t runs, Delta delta, double miss) {
  const auto tally = [&](double share) {
    return Tally{runs, static_cast<std::uint64_t>(std::floor(share * static_cast<double>(runs)))};
  };
  const Contrast seen = contrast(tally(here), tally(there), miss);
  return aim == Aim::epsilon ? seen.least_epsilon(delta).value : seen.least_mu().value;
}

}  // namespace

Cut best_cut(const Scored& scored, Aim aim, std::uint64_t runs, Delta delta, double miss) {
  Cut best;
  double most = -1;
  for (std::size_t way = 0; way < Discriminator::kWays; ++way) {
    std::vector<double> here = scored.here[way], there = scored.there[way], all = here;
    all.insert(all.end(), there.begin(), there.end());
    for (auto* scores : {&here, &there, &all}) std::sort(scores->begin(), scores->end());
    for (std::size_t k = 1; k < kThresholds; ++k) {
      const double threshold = all[k * all.size() / kThresholds];
      const double over_here = share_above(here, threshold), over_there = share_above(there, threshold);
      for (const bool above : {true, false}) {
        const double promised = above ? promise(over_here, over_there, aim, runs, delta, miss)
                                      : promise(1 - over_there, 1 - over_here, aim, runs, delta, miss);
        if (promised > most) {
          most = promised;
          best = {way, threshold, above};
        }
      }
    }
  }
  return best;
}

}  // namespace discreet
