#include "discreet/audit/cut.hpp"

#include <algorithm>
#include <cmath>

namespace discreet {
namespace {

constexpr std::size_t kThresholds = 200;

std::uint64_t count_above(const std::vector<double>& sorted, double threshold) {
  return static_cast<std::uint64_t>(sorted.end() - std::upper_bound(sorted.begin(), sorted.end(), threshold));
}

double bound(Tally often, Tally seldom, Aim aim, Delta delta, double miss) {
  const Contrast seen = contrast(often, seldom, miss);
  return aim == Aim::epsilon ? seen.least_epsilon(delta).value : seen.least_mu().value;
}

}  // namespace

Cut best_cut(const Scored& scored, Aim aim, Delta delta, double miss) {
  Cut best;
  double most = -1;
  for (std::size_t way = 0; way < Discriminator::kWays; ++way) {
    std::vector<double> here = scored.here[way], there = scored.there[way], all = here;
    all.insert(all.end(), there.begin(), there.end());
    for (auto* scores : {&here, &there, &all}) std::sort(scores->begin(), scores->end());
    for (std::size_t k = 1; k < kThresholds; ++k) {
      const double threshold = all[k * all.size() / kThresholds];
      const std::uint64_t over_here = count_above(here, threshold), over_there = count_above(there, threshold);
      for (const bool above : {true, false}) {
        const double promised = above ? bound({here.size(), over_here}, {there.size(), over_there}, aim, delta, miss)
                                      : bound({there.size(), there.size() - over_there},
                                              {here.size(), here.size() - over_here}, aim, delta, miss);
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
