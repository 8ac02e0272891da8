// The questions of Oracle about dual variables, and about Newton steps. proof: docs/proofs/dual.md
#include <algorithm>
#include <cmath>
#include <numeric>

#include "discreet/base/contract.hpp"
#include "discreet/base/public_random.hpp"
#include "discreet/oracle/oracle.hpp"

namespace discreet {
namespace {

void require_step(const DualStep& step, std::size_t coordinates) {
  require(step.point.size() == coordinates && step.ridge.size() == coordinates,
          "a dual step has a weight and a penalty for each coordinate");
  require(std::all_of(step.ridge.begin(), step.ridge.end(), [](double a) { return a > 0 && std::isfinite(a); }),
          "dual variables are for penalties that hold every coordinate");
  require(step.crowd > 0 && std::isfinite(step.crowd), "a crowd is a positive number");
}

}  // namespace

// As for slopes: a row in the ball is a row of norm one in these units.
Oracle::DualUnits Oracle::dual_units(Clip clip, double cells) const {
  require(!frame_.smoothness.empty(), "the frame is set before rows are asked about");
  require(clip.threshold > 0 && std::isfinite(clip.threshold), "a clipping threshold is a positive number");
  require(clip.rule != ClipRule::smoothness, "a dual variable is clipped row by row, each to a ball");
  DualUnits units;
  for (std::size_t j = 0; j < coordinates_; ++j) {
    const double unit_here = clip.rule == ClipRule::uniform ? clip.threshold : unit(clip, {j});
    units.factors.push_back(cells / unit_here);
    units.worth.push_back(unit_here / cells / normaliser_);
  }
  return units;
}

VectorQuery Oracle::dual_moves(BatchPayment payment, Clip clip, const DualStep& step) {
  require_step(step, coordinates_);
  require(lots() != nullptr, "batches are drawn from the source of the noise");
  require(!payment.fixed(), "whether others are in a batch of fixed size tells whether a row is");
  const Sensitive<Batch> batch = payment.draw(*lots(), rows());
  BatchGroup group(std::move(payment), RowBound::ball(1, coordinates_), rows(), BoundKey{});
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  DualUnits units = dual_units(clip, cells);
  const DualGrid grid{step, std::move(units.factors), cells, clip.threshold, clip.rule == ClipRule::uniform, false};
  return group.ask(Sensitive(dual_cells(batch, grid)), std::move(units.worth));
}

VectorQuery Oracle::dual_chain(Payment payment, Clip clip, const DualStep& step,
                               std::span<const std::uint32_t> numbers) {
  require_step(step, coordinates_);
  require(std::all_of(numbers.begin(), numbers.end(), [&](std::uint32_t i) { return i < rows(); }), "rows exist");
  const RowBound bound =
      payment.exact() ? RowBound::ball(1, coordinates_) : RowBound::moves(numbers.size(), coordinates_);
  Group group(std::move(payment), bound, std::max(rows(), numbers.size()), BoundKey{});
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  DualUnits units = dual_units(clip, cells);
  const DualGrid grid{step, std::move(units.factors), cells, clip.threshold, clip.rule == ClipRule::uniform, true};
  const Sensitive<Batch> batch{Batch(numbers.begin(), numbers.end())};
  return group.ask(Sensitive(dual_cells(batch, grid)), std::move(units.worth));
}

VectorQuery Oracle::dual_pass(Payment payment, Clip clip, const DualStep& step, std::uint64_t seed) {
  require(payment.exact(), "a pass over all rows is for exact answers");
  Batch order(rows());
  std::iota(order.begin(), order.end(), 0U);
  PublicRandom(seed).shuffle(order);
  return dual_chain(std::move(payment), clip, step, order);
}

VectorQuery Oracle::primal_moves(Payment payment, double most, const DualStep& step,
                                 std::span<const Coordinate> block) {
  require_step(step, coordinates_);
  require(!frame_.smoothness.empty(), "the frame is set before moves are asked for");
  require(most > 0 && std::isfinite(most), "a clipping threshold is a positive number");
  require(
      !block.empty() && std::all_of(block.begin(), block.end(), [&](Coordinate j) { return j.value < coordinates_; }),
      "a block has coordinates that exist");
  Group group(std::move(payment), RowBound::clipped(block.size()), 1, BoundKey{});
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  DualGrid grid{step, {}, cells, most, false, false};
  std::vector<double> worth;
  for (const Coordinate j : block) {
    const double unit_here = most / std::sqrt(frame_.smoothness[j.value]);
    grid.factors.push_back(cells / unit_here);
    worth.push_back(unit_here / cells);
  }
  return group.ask(Sensitive(primal_cells(block, grid)), std::move(worth));
}

void Oracle::forget_duals() { require(false, "this oracle knows its rows one by one"); }
std::vector<std::int64_t> Oracle::dual_cells(const Sensitive<Batch>&, const DualGrid&) {
  require(false, "this oracle knows its rows one by one");
  return {};
}
std::vector<std::int64_t> Oracle::primal_cells(std::span<const Coordinate>, const DualGrid&) {
  require(false, "this oracle knows its columns");
  return {};
}
Sensitive<double> Oracle::dual_cost() {
  require(false, "this oracle knows its rows one by one");
  return Sensitive<double>(0);
}

}  // namespace discreet
