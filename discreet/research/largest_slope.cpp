#include "discreet/research/largest_slope.hpp"

#include <cmath>

#include "discreet/base/contract.hpp"
#include "discreet/research/keys.hpp"

namespace discreet {

LargestQuery LargestSlope::ask(Oracle& oracle, Payment payment, Clip clip) {
  require(!oracle.frame().smoothness.empty(), "the frame is set before slopes are asked for");
  require(clip.threshold > 0 && std::isfinite(clip.threshold), "a clipping threshold is a positive number");
  require(clip.rule != ClipRule::uniform, "a row can move all scores by the same amount");
  LargestGroup group(std::move(payment), SumBound::diamond(1, 1), ResearchKeys::rows(oracle));
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  std::vector<double> factors;
  for (const Coordinate j : oracle.every_coordinate()) factors.push_back(cells / ResearchKeys::unit(oracle, clip, j));
  const double row_clip = clip.rule == ClipRule::ball ? clip.threshold : 0;
  return std::move(group).ask(ResearchKeys::slopes(oracle, factors, cells, row_clip));
}

}  // namespace discreet
