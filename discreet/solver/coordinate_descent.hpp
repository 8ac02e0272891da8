// Private proximal coordinate descent (DP-CD): one noisy slope, one proximal step, again and again.
#pragma once

#include <concepts>
#include <optional>
#include <string_view>

#include "discreet/oracle/oracle.hpp"
#include "discreet/penalty/weighted.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "discreet/privacy/iterate.hpp"
#include "discreet/solver/allocation.hpp"
#include "discreet/solver/average.hpp"
#include "discreet/solver/order.hpp"
#include "discreet/solver/progress.hpp"

namespace discreet {

// The line of the plan that slopes are paid from. Under the ball rule one group is a whole pass, otherwise one slope.
inline constexpr std::string_view kSlopes = "slopes";

struct Descent {
  std::size_t passes = 1;
  double step = 1;  // in units of 1/smoothness
  Averaging averaging;
};

// Decides, from released numbers alone, where slopes are clipped and whether the run may end before its last pass.
template <class G>
concept Guide = requires(G guide, const Iterate& w) {
  { guide.clip() } -> std::same_as<Clip>;       // for the group that is about to be opened
  { guide.finished(w) } -> std::same_as<bool>;  // after a pass
};

// Always the same threshold, always to the end.
struct Steady {
  Clip threshold;
  Clip clip() const { return threshold; }
  bool finished(const Iterate&) const { return false; }
};
static_assert(Guide<Steady>);

template <Order O, Guide G>
Iterate coordinate_descent(Oracle& oracle, const WeightedPenalty& penalty, O& order, Gaussian& gaussian, Permit& permit,
                           const Allocation& allocation, const Descent& descent, G& guide, Iterate w,
                           Progress& progress) {
  const std::size_t pass = oracle.coordinates(), updates = descent.passes * pass;
  const std::vector<double>& smoothness = oracle.frame().smoothness;
  Averager averager(descent.averaging, w.size(), updates);
  std::optional<SlopeGroup> group;
  for (std::size_t t = 0; t < updates; ++t) {
    const Coordinate j = order.next();
    if (!group || group->complete()) group.emplace(oracle.slopes(permit.pay(allocation.line(j)), guide.clip()));
    const double step = descent.step / smoothness[j.value];
    const Released<double> slope = gaussian.release(group->slope(j));
    averager.before(t, j, w);
    oracle.move(j, w.set(j, penalty.prox(j, w[j] - step * slope.value(), step)));
    averager.after(t, w, oracle);
    if ((t + 1) % pass != 0) continue;
    progress.advance(t + 1, updates, [&] { return averager.finish(w); });
    if (guide.finished(w)) break;
  }
  return averager.finish(std::move(w));
}

}  // namespace discreet
