#include "discreet/oracle/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "discreet/base/contract.hpp"

namespace discreet {
namespace {

void require_threshold(Clip clip) {
  require(clip.threshold > 0 && std::isfinite(clip.threshold), "a clipping threshold is a positive number");
}

}  // namespace

void Oracle::set_frame(Frame frame) {
  require(frame.smoothness.size() == coordinates_ && frame.centres.size() == coordinates_,
          "a frame has a smoothness and a centre for each coordinate");
  require(
      std::all_of(frame.smoothness.begin(), frame.smoothness.end(), [](double m) { return m > 0 && std::isfinite(m); }),
      "smoothness constants are positive numbers");
  frame_ = std::move(frame);
  ++frames_set_;
  shrunk_ = false;
  total_smoothness_ = std::accumulate(frame_.smoothness.begin(), frame_.smoothness.end(), 0.0);
  frame_changed();
}

void Oracle::shrink_rows(double radius) {
  require(!frame_.smoothness.empty(), "the frame is set before rows are shrunk");
  require(radius > 0 && std::isfinite(radius), "a radius is a positive number");
  shrunk_ = true;
  rows_shrunk(radius);
}

void Oracle::rows_shrunk(double) { require(false, "rows can be shrunk"); }

SlopeGroup Oracle::slopes(Payment payment, Clip clip) {
  require(!frame_.smoothness.empty(), "the frame is set before slopes are asked for");
  return SlopeGroup(*this, std::move(payment), clip);
}

double Oracle::unit(Clip clip, Coordinate j) const {
  require(!shrunk_, "slopes are of rows as they are");
  const double smoothness = frame_.smoothness[j.value];
  switch (clip.rule) {
    case ClipRule::ball:
      return clip.threshold * std::sqrt(smoothness);
    case ClipRule::smoothness:
      return clip.threshold * std::sqrt(smoothness / total_smoothness_);
    case ClipRule::uniform:
      return clip.threshold / std::sqrt(static_cast<double>(coordinates_));
  }
  return 0;
}

VectorQuery Oracle::all_slopes(Payment payment, Clip clip) {
  require(!frame_.smoothness.empty(), "the frame is set before slopes are asked for");
  require_threshold(clip);
  const bool ball = clip.rule == ClipRule::ball;
  const double norm = ball ? 1 : std::sqrt(static_cast<double>(coordinates_));
  Group group(std::move(payment), RowBound::ball(norm, coordinates_), rows(), BoundKey{});
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  std::vector<double> factors(coordinates_), worth(coordinates_);
  for (std::size_t j = 0; j < coordinates_; ++j) {
    factors[j] = cells / unit(clip, {j});
    worth[j] = unit(clip, {j}) / cells / normaliser_;
  }
  return group.ask(Sensitive(all_slope_cells(factors, cells, ball ? clip.threshold : 0)), std::move(worth));
}

VectorQuery Oracle::ask_block(Group& group, Clip clip, std::span<const Coordinate> block, bool whole_row) {
  require(clip.rule == ClipRule::ball, "a block is clipped by the ball rule");
  require(!block.empty() && block.back().value < coordinates_ &&
              std::adjacent_find(block.begin(), block.end(),
                                 [](Coordinate a, Coordinate b) { return a.value >= b.value; }) == block.end(),
          "a block has coordinates that exist, each once and in increasing order");
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  std::vector<double> factors, worth;
  for (const Coordinate j : block) {
    factors.push_back(cells / unit(clip, j));
    worth.push_back(unit(clip, j) / cells / normaliser_);
  }
  const BlockGrid grid{block, std::move(factors), cells, clip.threshold, whole_row};
  return group.ask(Sensitive(block_slope_cells(grid)), std::move(worth));
}

VectorQuery Oracle::block_slopes(Payment payment, Clip clip, std::span<const Coordinate> block) {
  require(!frame_.smoothness.empty(), "the frame is set before slopes are asked for");
  require_threshold(clip);
  Group group(std::move(payment), RowBound::ball(1, block.size()), rows(), BoundKey{});
  return ask_block(group, clip, block, false);
}

VectorQuery Oracle::batch_slopes(BatchPayment payment, Clip clip, std::span<const double> point,
                                 std::span<const double> less) {
  require(!frame_.smoothness.empty(), "the frame is set before slopes are asked for");
  require_threshold(clip);
  require(clip.rule != ClipRule::smoothness, "a batch is clipped row by row, each to a ball");
  require(point.size() == coordinates_ && (less.empty() || less.size() == coordinates_),
          "a point has a weight for each coordinate");
  require(lots() != nullptr, "batches are drawn from the source of the noise");
  const Sensitive<Batch> batch = payment.draw(*lots(), rows());
  const double expected = payment.share() * normaliser_;
  BatchGroup group(std::move(payment), RowBound::ball(1, coordinates_), rows(), BoundKey{});
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  const bool plain = clip.rule == ClipRule::uniform;
  BatchGrid grid{point, less, {}, cells, clip.threshold, plain};
  std::vector<double> worth;
  for (std::size_t j = 0; j < coordinates_; ++j) {
    const double unit_here = plain ? clip.threshold : unit(clip, {j});
    grid.factors.push_back(cells / unit_here);
    worth.push_back(unit_here / cells / expected);
  }
  return group.ask(Sensitive(batch_slope_cells(batch, grid)), std::move(worth));
}

std::vector<std::int64_t> Oracle::batch_slope_cells(const Sensitive<Batch>&, const BatchGrid&) {
  require(false, "this oracle knows its rows one by one");
  return {};
}

LaplaceScalarQuery Oracle::laplace_slope(Payment payment, Clip clip, Coordinate j) {
  require(!frame_.smoothness.empty(), "the frame is set before slopes are asked for");
  require(j.value < coordinates_, "the coordinate exists");
  require_threshold(clip);
  LaplaceGroup group(std::move(payment), SumBound::diamond(1, 1), rows(), BoundKey{});
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  const Grid grid{cells / unit(clip, j), cells, clip.rule == ClipRule::ball ? clip.threshold : 0};
  return group.ask(Sensitive<std::int64_t>(slope_cells(j, grid)), unit(clip, j) / cells / normaliser_);
}

SlopeGroup::SlopeGroup(Oracle& oracle, Payment payment, Clip clip)
    : oracle_(&oracle),
      clip_(clip),
      group_(std::move(payment), RowBound::ball(1, clip.rule == ClipRule::ball ? oracle.coordinates() : 1),
             oracle.rows(), BoundKey{}),
      asked_(clip.rule == ClipRule::ball ? oracle.coordinates() : 0, false),
      asks_left_(clip.rule == ClipRule::ball ? oracle.coordinates() : 1),
      frame_(oracle.frames_set_) {
  require_threshold(clip);
}

void SlopeGroup::note(Coordinate j) {
  require(j.value < oracle_->coordinates(), "the coordinate exists");
  require(frame_ == oracle_->frames_set_, "the frame stays the same within a group");
  require(asks_left_ > 0, "a slope that is clipped by itself is a group of its own");
  --asks_left_;
  if (clip_.rule == ClipRule::ball) {
    require(!asked_[j.value], "a group asks for each coordinate at most once");
    asked_[j.value] = true;
  }
}

VectorQuery SlopeGroup::slopes(std::span<const Coordinate> block) {
  for (const Coordinate j : block) note(j);
  return oracle_->ask_block(group_, clip_, block, true);
}

ScalarQuery SlopeGroup::slope(Coordinate j) {
  note(j);
  const double cells = static_cast<double>(group_.lattice().cells_per_unit());
  const double unit = oracle_->unit(clip_, j);
  const Oracle::Grid grid{cells / unit, cells, clip_.rule == ClipRule::ball ? clip_.threshold : 0};
  return group_.ask(Sensitive<std::int64_t>(oracle_->slope_cells(j, grid)), unit / cells / oracle_->normaliser());
}

}  // namespace discreet
