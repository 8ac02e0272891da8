// Proximal stochastic gradient descent (DP-SGD): the noisy slopes of a random batch of rows, a proximal step along all
// coordinates, again and again.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "discreet/oracle/row_oracles.hpp"
#include "discreet/solver/block_descent.hpp"

namespace discreet {

struct BatchRun {
  std::size_t steps = 1;
  std::size_t passes = 1;       // that these steps make up, as nearly as whole batches can
  std::vector<double> lengths;  // of a step, for each coordinate, in the units of the slopes
  bool decreasing = false;      // to zero, in a straight line
  double momentum = 0;          // the most of it
  bool followed = false;        // whether the oracle is kept at the point: only a guide that looks at all rows asks
  Averaging averaging;
};

inline constexpr std::string_view kBatchSlopes = "batch slopes";

template <Guide G>
Iterate batch_descent(BatchOracle& oracle, const WeightedPenalty& penalty, Gaussian& gaussian, Permit& permit,
                      const BatchRun& run, G& guide, Iterate w, Progress& progress) {
  Averager averager(run.averaging, w.size(), run.steps);
  // A pass need not be a whole number of batches; the last one ends with the run all the same.
  const std::size_t passes = std::clamp<std::size_t>(run.passes, 1, run.steps);
  Ahead ahead(w, run.momentum);
  for (std::size_t t = 0; t < run.steps; ++t) {
    const Released<std::vector<double>> slopes =
        gaussian.release(oracle.batch_slopes(permit.pay_batch(kBatchSlopes), guide.clip(), ahead.point()));
    const double left = run.decreasing ? 1 - static_cast<double>(t) / static_cast<double>(run.steps) : 1;
    for (std::size_t k = 0; k < w.size(); ++k) {
      const Coordinate j{k};
      const double step = left * run.lengths[k];
      averager.before(t, j, w);
      w.set(j, penalty.prox(j, ahead[j] - step * slopes.value()[k], step));
    }
    const std::vector<double>& moved = ahead.follow(w);
    if (run.followed) oracle.move_all(moved);
    if (averager.after(t, w, oracle)) ahead.restart(w);
    if ((t + 1) * passes / run.steps == t * passes / run.steps) continue;
    progress.advance(t + 1, run.steps, [&] { return averager.finish(w); });
    if (guide.finished(w)) break;
  }
  return averager.finish(std::move(w));
}

}  // namespace discreet
