// Private proximal descent by blocks (DP-SkGD): the slopes of a block in one noisy answer, a proximal step along all of
// it, again and again. With all coordinates in one block it is preconditioned proximal gradient descent.
#pragma once

#include <cmath>
#include <optional>

#include "discreet/solver/blocks.hpp"
#include "discreet/solver/coordinate_descent.hpp"
#include "discreet/solver/schedule.hpp"

namespace discreet {

struct BlockRun {
  std::size_t passes = 1;
  std::vector<double> steps;  // for each coordinate, in the units of the slopes
  double momentum = 0;        // the most of it
  // What a block's ball is of the whole row's: the root of its share of the coordinates if thresholds are tight, all of
  // it if they are there to clip nothing.
  bool tight = true;
  Averaging averaging;
};

// Nesterov's extrapolation. The factor follows the schedule t/(t+3) of convex problems up to a ceiling: without one,
// the noise of all past slopes would go on adding up. Nothing is restarted, since that would need a look at the
// objective.
class Ahead {
 public:
  Ahead(const Iterate& w, double most) : point_(w.weights().begin(), w.weights().end()), last_(point_), most_(most) {}

  // Where slopes are asked for.
  double operator[](Coordinate j) const { return point_[j.value]; }
  std::span<const double> point() const { return point_; }

  // After a step to w: how far the point moves.
  const std::vector<double>& follow(const Iterate& w) {
    const double t = static_cast<double>(steps_++), factor = std::min(t / (t + 3), most_);
    moved_.resize(point_.size());
    for (std::size_t k = 0; k < point_.size(); ++k) {
      const double now = w[Coordinate{k}], next = now + factor * (now - last_[k]);
      moved_[k] = next - point_[k];
      point_[k] = next;
      last_[k] = now;
    }
    return moved_;
  }
  void restart(const Iterate& w) { *this = Ahead(w, most_); }

 private:
  std::vector<double> point_, last_, moved_;
  double most_;
  std::size_t steps_ = 0;
};

template <Guide G>
Iterate block_descent(Oracle& oracle, const WeightedPenalty& penalty, Blocks& blocks, Schedule schedule,
                      Gaussian& gaussian, Permit& permit, const BlockRun& run, G& guide, Iterate w,
                      Progress& progress) {
  const std::size_t pass = blocks.steps_a_pass(), steps = run.passes * pass;
  Averager averager(run.averaging, w.size(), steps);
  Ahead ahead(w, run.momentum);
  std::optional<SlopeGroup> group;  // of a pass that visits each coordinate once
  const auto slopes = [&](const Block& block) {
    if (!blocks.each_once()) {
      Clip clip = guide.clip();
      if (run.tight) clip.threshold *= std::sqrt(static_cast<double>(block.size()) / static_cast<double>(w.size()));
      return gaussian.release(oracle.block_slopes(schedule.pay(permit), clip, block));
    }
    if (!group || group->complete()) group.emplace(oracle.slopes(schedule.pay(permit), guide.clip()));
    return gaussian.release(group->slopes(block));
  };
  for (std::size_t t = 0; t < steps; ++t) {
    const Block& block = blocks.next();
    const Released<std::vector<double>> answer = slopes(block);
    for (std::size_t k = 0; k < block.size(); ++k) {
      const Coordinate j = block[k];
      const double step = run.steps[j.value];
      averager.before(t, j, w);
      w.set(j, penalty.prox(j, ahead[j] - step * answer.value()[k], step));
    }
    oracle.move_all(ahead.follow(w));
    if (averager.after(t, w, oracle)) ahead.restart(w);
    if ((t + 1) % pass != 0) continue;
    progress.advance(t + 1, steps, [&] { return averager.finish(w); });
    if (guide.finished(w)) break;
  }
  return averager.finish(std::move(w));
}

}  // namespace discreet
