#include "discreet/oracle/row_oracles.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "discreet/base/contract.hpp"
#include "discreet/base/public_random.hpp"

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

Sensitive<Batch> BatchOracle::draw(const BatchPayment& payment) {
  require(lots_ != nullptr, "batches are drawn from the source of the noise");
  return lots_->draw(payment, rows());
}

VectorQuery BatchOracle::batch_slopes(BatchPayment payment, Clip clip, std::span<const double> point,
                                      std::span<const double> less) {
  require_frame();
  require(clip.threshold > 0 && std::isfinite(clip.threshold), "a clipping threshold is a positive number");
  require(clip.rule != ClipRule::smoothness, "a batch is clipped row by row, each to a ball");
  require(point.size() == coordinates() && (less.empty() || less.size() == coordinates()),
          "a point has a weight for each coordinate");
  const Sensitive<Batch> batch = draw(payment);
  const double expected = payment.share() * normaliser();
  BatchGroup group(std::move(payment), RowBound::ball(1, coordinates()), rows(), BoundKey{});
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  const bool plain = clip.rule == ClipRule::uniform;
  BatchGrid grid{point, less, {}, cells, clip.threshold, plain};
  std::vector<double> worth;
  for (std::size_t j = 0; j < coordinates(); ++j) {
    const double unit_here = plain ? clip.threshold : unit(clip, {j});
    grid.factors.push_back(cells / unit_here);
    worth.push_back(unit_here / cells / expected);
  }
  return group.ask(Sensitive(batch_slope_cells(batch.open(OpenKey{}), grid)), std::move(worth));
}

// As for slopes: a row in the ball is a row of norm one in these units.
DualOracle::Units DualOracle::units(Clip clip, double cells) const {
  require(!frame().smoothness.empty(), "the frame is set before rows are asked about");
  require(clip.threshold > 0 && std::isfinite(clip.threshold), "a clipping threshold is a positive number");
  require(clip.rule != ClipRule::smoothness, "a dual variable is clipped row by row, each to a ball");
  Units units;
  for (std::size_t j = 0; j < coordinates(); ++j) {
    const double unit_here = clip.rule == ClipRule::uniform ? clip.threshold : unit(clip, {j});
    units.factors.push_back(cells / unit_here);
    units.worth.push_back(unit_here / cells / normaliser());
  }
  return units;
}

VectorQuery DualOracle::dual_moves(BatchPayment payment, Clip clip, const DualStep& step) {
  require_step(step, coordinates());
  require(!payment.fixed(), "whether others are in a batch of fixed size tells whether a row is");
  const Sensitive<Batch> batch = draw(payment);
  BatchGroup group(std::move(payment), RowBound::ball(1, coordinates()), rows(), BoundKey{});
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  Units units = this->units(clip, cells);
  const DualGrid grid{step, std::move(units.factors), cells, clip.threshold, clip.rule == ClipRule::uniform, false};
  return group.ask(Sensitive(dual_cells(batch.open(OpenKey{}), grid)), std::move(units.worth));
}

VectorQuery DualOracle::dual_chain(Payment payment, Clip clip, const DualStep& step,
                                   std::span<const std::uint32_t> numbers) {
  require_step(step, coordinates());
  require(std::all_of(numbers.begin(), numbers.end(), [&](std::uint32_t i) { return i < rows(); }), "rows exist");
  const RowBound bound =
      payment.exact() ? RowBound::ball(1, coordinates()) : RowBound::moves(numbers.size(), coordinates());
  Group group(std::move(payment), bound, std::max(rows(), numbers.size()), BoundKey{});
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  Units units = this->units(clip, cells);
  const DualGrid grid{step, std::move(units.factors), cells, clip.threshold, clip.rule == ClipRule::uniform, true};
  return group.ask(Sensitive(dual_cells(Batch(numbers.begin(), numbers.end()), grid)), std::move(units.worth));
}

VectorQuery DualOracle::dual_pass(Payment payment, Clip clip, const DualStep& step, std::uint64_t seed) {
  require(payment.exact(), "a pass over all rows is for exact answers");
  Batch order(rows());
  std::iota(order.begin(), order.end(), 0U);
  PublicRandom(seed).shuffle(order);
  return dual_chain(std::move(payment), clip, step, order);
}

VectorQuery DualOracle::primal_moves(Payment payment, double most, const DualStep& step,
                                     std::span<const Coordinate> block) {
  require_step(step, coordinates());
  require(!frame().smoothness.empty(), "the frame is set before moves are asked for");
  require(most > 0 && std::isfinite(most), "a clipping threshold is a positive number");
  require(
      !block.empty() && std::all_of(block.begin(), block.end(), [&](Coordinate j) { return j.value < coordinates(); }),
      "a block has coordinates that exist");
  Group group(std::move(payment), RowBound::clipped(block.size()), 1, BoundKey{});
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  DualGrid grid{step, {}, cells, most, false, false};
  std::vector<double> worth;
  for (const Coordinate j : block) {
    const double unit_here = most / std::sqrt(frame().smoothness[j.value]);
    grid.factors.push_back(cells / unit_here);
    worth.push_back(unit_here / cells);
  }
  return group.ask(Sensitive(primal_cells(block, grid)), std::move(worth));
}

}  // namespace discreet
