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
  require(frame.smoothness.size() == coordinates() && frame.centres.size() == coordinates(),
          "a frame has a smoothness and a centre for each coordinate");
  require(
      std::all_of(frame.smoothness.begin(), frame.smoothness.end(), [](double m) { return m > 0 && std::isfinite(m); }),
      "smoothness constants are positive numbers");
  frame_ = std::move(frame);
  ++frames_set_;
  shrunk_ = false;
  total_smoothness_ = std::accumulate(frame_.smoothness.begin(), frame_.smoothness.end(), 0.0);
  frame_changed(std::nullopt);
}

void Oracle::shrink_rows(double radius) {
  require(!frame_.smoothness.empty(), "the frame is set before rows are shrunk");
  require(radius > 0 && std::isfinite(radius), "a radius is a positive number");
  shrunk_ = true;
  frame_changed(radius);
}

SlopeGroup Oracle::slopes(Payment payment, Clip clip) {
  require_frame();
  return SlopeGroup(*this, std::move(payment), clip);
}

void Oracle::require_frame() const {
  require(!frame_.smoothness.empty(), "the frame is set before slopes are asked for");
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
      return clip.threshold / std::sqrt(static_cast<double>(coordinates()));
  }
  return 0;
}

VectorQuery Oracle::all_slopes(Payment payment, Clip clip) {
  require_frame();
  require_threshold(clip);
  const bool ball = clip.rule == ClipRule::ball;
  const double norm = ball ? 1 : std::sqrt(static_cast<double>(coordinates()));
  Group group(std::move(payment), RowBound::ball(norm, coordinates()), rows(), BoundKey{});
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  std::vector<double> factors(coordinates()), worth(coordinates());
  for (std::size_t j = 0; j < coordinates(); ++j) {
    factors[j] = cells / unit(clip, {j});
    worth[j] = unit(clip, {j}) / cells / normaliser();
  }
  return group.ask(Sensitive(all_slope_cells(factors, cells, ball ? clip.threshold : 0)), std::move(worth));
}

VectorQuery Oracle::ask_block(Group& group, Clip clip, std::span<const Coordinate> block, bool whole_row) {
  require(clip.rule == ClipRule::ball, "a block is clipped by the ball rule");
  require(!block.empty() && block.back().value < coordinates() &&
              std::adjacent_find(block.begin(), block.end(),
                                 [](Coordinate a, Coordinate b) { return a.value >= b.value; }) == block.end(),
          "a block has coordinates that exist, each once and in increasing order");
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  std::vector<double> factors, worth;
  for (const Coordinate j : block) {
    factors.push_back(cells / unit(clip, j));
    worth.push_back(unit(clip, j) / cells / normaliser());
  }
  const BlockGrid grid{block, std::move(factors), cells, clip.threshold, whole_row};
  return group.ask(Sensitive(block_slope_cells(grid)), std::move(worth));
}

VectorQuery Oracle::block_slopes(Payment payment, Clip clip, std::span<const Coordinate> block) {
  require_frame();
  require_threshold(clip);
  Group group(std::move(payment), RowBound::ball(1, block.size()), rows(), BoundKey{});
  return ask_block(group, clip, block, false);
}

LaplaceScalarQuery Oracle::laplace_slope(Payment payment, Clip clip, Coordinate j) {
  require_frame();
  require(j.value < coordinates(), "the coordinate exists");
  require_threshold(clip);
  LaplaceGroup group(std::move(payment), SumBound::diamond(1, 1), rows(), BoundKey{});
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  const Grid grid{cells / unit(clip, j), cells, clip.rule == ClipRule::ball ? clip.threshold : 0};
  return group.ask(Sensitive<std::int64_t>(slope_cells(j, grid)), unit(clip, j) / cells / normaliser());
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
