// What a solver may ask of the data: slopes, sealed and bounded, and to move along a coordinate. Coordinates are the
// features and, last, the intercept where there is one. One virtual call handles a whole column, so erasing the loss
// and the layout behind it costs a solver nothing it can feel.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "discreet/base/index.hpp"
#include "discreet/privacy/permit.hpp"
#include "discreet/privacy/query.hpp"
#include "discreet/privacy/sensitive.hpp"

namespace discreet {

// The public view of the coordinates: f is at most smoothness[j]-curved along j, and the columns are taken less their
// centres. Both are declared or bought, never read off for free.
struct Frame {
  std::vector<double> smoothness;
  std::vector<double> centres;
};

enum class ClipRule {
  ball,        // a row's whole slope vector, in units of the root of the smoothness, is scaled into a ball: one
               // pass over all coordinates costs what one of them would
  smoothness,  // each slope by itself, thresholds in proportion to the root of the smoothness
  uniform,     // each slope by itself, the same threshold for all
};

struct Clip {
  ClipRule rule = ClipRule::ball;
  double threshold = 1;
};

// What is public about the rows and the loss behind an oracle.
struct OracleFacts {
  std::size_t coordinates = 0;
  bool intercept = false;
  double normaliser = 1;  // the public number that sums are divided by
  std::size_t rows = 0;   // as many as are summed, here and in other processes
  double loss_smoothness = 1;
  double precision = 0x1p-52;  // of margins and derivatives
};

class SlopeGroup;

// Slopes and moves, which is all that most solvers ask. proof: docs/proofs/slopes.md
class Oracle {
 public:
  virtual ~Oracle() = default;

  std::size_t coordinates() const { return facts_.coordinates; }
  bool has_intercept() const { return facts_.intercept; }
  double normaliser() const { return facts_.normaliser; }
  double loss_smoothness() const { return facts_.loss_smoothness; }
  double precision() const { return facts_.precision; }
  std::vector<Coordinate> every_coordinate() const {
    std::vector<Coordinate> all(coordinates());
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = {k};
    return all;
  }

  const Frame& frame() const { return frame_; }
  void set_frame(Frame frame);

  // From now on every row that is longer than `radius`, its features in units of the root of the smoothness and its
  // intercept, is shrunk to that length, until another frame is set. No slopes are asked for then, which are bounded in
  // another way; risk, gradient and curvature are of the shrunk rows. proof: docs/proofs/output.md
  void shrink_rows(double radius);

  // Margins of the point `weights`, which is public.
  virtual void restart(std::span<const double> weights) = 0;
  // Remembered, and done together with the next question.
  virtual void move(Coordinate j, double distance) = 0;
  // Along every coordinate at once.
  virtual void move_all(std::span<const double> distances) = 0;

  // Opens a group of slopes at the current point and the points that the answers lead to.
  SlopeGroup slopes(Payment payment, Clip clip);

  // All slopes at the current point, in one group. Under the ball rule a row's share of it is one unit, under the
  // others one unit of each slope. proof: docs/proofs/slopes.md
  VectorQuery all_slopes(Payment payment, Clip clip);

  // The slopes of a block, given in increasing order, at the current point and in a group of their own. Only the ball
  // rule; what is scaled into the ball is the row's part in the block. proof: docs/proofs/block.md
  VectorQuery block_slopes(Payment payment, Clip clip, std::span<const Coordinate> block);

  // One slope at the current point, to be answered with Laplace noise.
  LaplaceScalarQuery laplace_slope(Payment payment, Clip clip, Coordinate j);

  // The share of rows whose slope vector is longer than `threshold`, in the units of the ball rule.
  virtual ScalarQuery rows_beyond(Payment payment, double threshold) = 0;

  // The mean of the rows' losses at the current point, each moved into [0, most]: how good a point is, to be told.
  // proof: docs/proofs/trials.md
  virtual ScalarQuery bounded_risk(Payment payment, double most) = 0;

 protected:
  explicit Oracle(const OracleFacts& facts) : facts_(facts) {}
  std::size_t rows() const { return facts_.rows; }

  // How a slope is clipped and put on the grid.
  struct Grid {
    double factor;    // cells in one unit of derivative times column
    double limit;     // largest contribution of a row, in cells
    double row_clip;  // ball rule: the radius; 0 for the others
  };
  // The same for a block under the ball rule.
  struct BlockGrid {
    std::span<const Coordinate> block;
    std::vector<double> factors;  // one a coordinate of the block
    double limit;
    double radius;
    bool whole_row;  // the ball is for all of the row; otherwise for its part in the block
  };

 private:
  friend class SlopeGroup;
  friend class BatchOracle;
  friend class DualOracle;
#ifdef DISCREET_RESEARCH
  friend class ResearchKeys;
#endif
  friend class Scores;
  friend class Perturbation;
  friend class Vertices;

  // Sums that are not sealed yet: private, for a derived class could ask them of an oracle that is not its own.
  virtual std::int64_t slope_cells(Coordinate j, const Grid& grid) = 0;
  // The same for all coordinates, with a factor for each.
  virtual std::vector<std::int64_t> all_slope_cells(std::span<const double> factors, double limit, double row_clip) = 0;
  virtual std::vector<std::int64_t> block_slope_cells(const BlockGrid& grid) = 0;
  // There is another frame, and rows are as they are; or the same one, and they are shrunk to a length.
  virtual void frame_changed(std::optional<double> shrunk_to) = 0;

  void require_frame() const;
  double unit(Clip clip, Coordinate j) const;  // what one unit of the grid is worth in the slope of j, unnormalised
  VectorQuery ask_block(Group& group, Clip clip, std::span<const Coordinate> block, bool whole_row);

  OracleFacts facts_;
  Frame frame_;
  bool shrunk_ = false;
  std::uint64_t frames_set_ = 0;
  double total_smoothness_ = 0;
};

// Slopes that share one payment. Each coordinate is asked at most once: under the ball rule that is what bounds a row's
// share of the whole group; the other rules bound one slope and so pay for a group of one. proof: docs/proofs/slopes.md
class SlopeGroup {
 public:
  ScalarQuery slope(Coordinate j);
  // Some of them at once, in increasing order, under the ball rule. proof: docs/proofs/block.md
  VectorQuery slopes(std::span<const Coordinate> block);
  // Every slope that the payment covers has been asked for.
  bool complete() const { return asks_left_ == 0; }

 private:
  friend class Oracle;
  SlopeGroup(Oracle& oracle, Payment payment, Clip clip);
  void note(Coordinate j);

  Oracle* oracle_;
  Clip clip_;
  Group group_;
  std::vector<bool> asked_;  // under the ball rule
  std::size_t asks_left_;
  std::uint64_t frame_;  // which one: the bound on a row holds for all of the group in one frame only
};

// Exact figures, for reference solutions and for running without noise. They can only leave through Exact, or as part
// of what Perturbation bounds as a whole.
class ReferenceOracle : public Oracle {
 public:
  virtual Sensitive<double> risk() = 0;                                                 // the mean loss
  virtual Sensitive<Eigen::VectorXd> gradient() = 0;                                    // of the mean loss
  virtual Sensitive<Eigen::MatrixXd> curvature(std::span<const Coordinate> among) = 0;  // its second derivatives
  virtual Sensitive<double> longest_slope() = 0;  // the largest row norm that rows_beyond would count
  virtual Sensitive<std::vector<double>> margins() = 0;
  virtual Sensitive<std::vector<double>> labels() = 0;

 protected:
  using Oracle::Oracle;
};

}  // namespace discreet
