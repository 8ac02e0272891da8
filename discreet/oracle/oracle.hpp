// What a solver may ask of the data: slopes, sealed and bounded, and to move along a coordinate. Coordinates are the
// features and, last, the intercept where there is one. One virtual call handles a whole column, so erasing the loss
// and the layout behind it costs a solver nothing it can feel.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
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

class SlopeGroup;

// A step on the rows' dual variables; all of it is public.
struct DualStep {
  std::span<const double> point;  // the weights, one for each coordinate
  std::span<const double> ridge;  // A of A/2 w^2, for each coordinate; positive
  double crowd = 1;               // how many rows move from the same point, as far as each of them knows
};

// The key to claim a sensitivity is for all_slopes, batch_slopes, block_slopes, dual_moves, dual_chain, primal_moves
// and laplace_slope alone. proof: docs/proofs/slopes.md
class Oracle {
 public:
  virtual ~Oracle() = default;

  std::size_t coordinates() const { return coordinates_; }
  bool has_intercept() const { return intercept_; }
  std::vector<Coordinate> every_coordinate() const {
    std::vector<Coordinate> all(coordinates_);
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = {k};
    return all;
  }
  double normaliser() const { return normaliser_; }  // the public number that sums are divided by
  const Frame& frame() const { return frame_; }
  virtual double loss_smoothness() const = 0;
  virtual double precision() const { return 0x1p-52; }  // of margins and derivatives

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

  // All slopes of a random batch of rows at a point of its own, which moves nothing; or those at `point` less those at
  // `less`. The batch is drawn here, as was paid for, and nobody learns it. The answer is the sum over the batch
  // divided by how many rows it has on average. The ball rule, or the uniform one, which here is a ball in the units of
  // the data for a row's whole slope vector, as published. The first such question makes a second copy of the data, row
  // after row. proof: docs/proofs/batches.md
  VectorQuery batch_slopes(BatchPayment payment, Clip clip, std::span<const double> point,
                           std::span<const double> less = {});

  // Sets the dual variable of every row to zero.
  virtual void forget_duals();
  // Moves the dual variables of a random batch of rows, each to where it would go by itself if `crowd` rows like it
  // moved as well, clipped so that its move times the row stays in the ball; and answers the sum of moves times rows
  // over the public number of rows. Nobody learns the variables. proof: docs/proofs/dual.md
  VectorQuery dual_moves(BatchPayment payment, Clip clip, const DualStep& step);
  // The same for the rows `numbers`, given in the order in which they move, each from where those before it have led.
  // proof: docs/proofs/dual.md
  VectorQuery dual_chain(Payment payment, Clip clip, const DualStep& step, std::span<const std::uint32_t> numbers);
  // The same for all rows in an order drawn from a public seed, for exact answers.
  VectorQuery dual_pass(Payment payment, Clip clip, const DualStep& step, std::uint64_t seed);
  // How far coordinates of a block go from the current point by Newton steps of their own, each shortened as if `crowd`
  // of them moved, and clipped to `most` in units of the root of the smoothness. proof: docs/proofs/dual.md
  VectorQuery primal_moves(Payment payment, double most, const DualStep& step, std::span<const Coordinate> block);

  // One slope at the current point, to be answered with Laplace noise.
  LaplaceScalarQuery laplace_slope(Payment payment, Clip clip, Coordinate j);

  // The share of rows whose slope vector is longer than `threshold`, in the units of the ball rule.
  virtual ScalarQuery rows_beyond(Payment payment, double threshold) = 0;

  // The mean of the rows' losses at the current point, each moved into [0, most]: how good a point is, to be told.
  // proof: docs/proofs/trials.md
  virtual ScalarQuery bounded_risk(Payment payment, double most) = 0;

  // For reference solutions and research. They can only leave through Exact.
  virtual Sensitive<double> risk() = 0;                                                 // the mean loss
  virtual Sensitive<Eigen::VectorXd> gradient() = 0;                                    // of the mean loss
  virtual Sensitive<Eigen::MatrixXd> curvature(std::span<const Coordinate> among) = 0;  // its second derivatives
  virtual Sensitive<double> dual_cost();          // the mean conjugate at the dual variables
  virtual Sensitive<double> longest_slope() = 0;  // the largest row norm that rows_beyond would count
  virtual Sensitive<std::vector<double>> margins() = 0;
  virtual Sensitive<std::vector<double>> labels() = 0;

 protected:
  Oracle(std::size_t coordinates, bool intercept, double normaliser)
      : coordinates_(coordinates), intercept_(intercept), normaliser_(normaliser) {}

  // How a slope is clipped and put on the grid.
  struct Grid {
    double factor;    // cells in one unit of derivative times column
    double limit;     // largest contribution of a row, in cells
    double row_clip;  // ball rule: the radius; 0 for the others
  };
  virtual std::int64_t slope_cells(Coordinate j, const Grid& grid) = 0;
  // The same for all coordinates, with a factor for each.
  virtual std::vector<std::int64_t> all_slope_cells(std::span<const double> factors, double limit, double row_clip) = 0;
  // The same for a block under the ball rule.
  struct BlockGrid {
    std::span<const Coordinate> block;
    std::vector<double> factors;  // one a coordinate of the block
    double limit;
    double radius;
    bool whole_row;  // the ball is for all of the row; otherwise for its part in the block
  };
  virtual std::vector<std::int64_t> block_slope_cells(const BlockGrid& grid) = 0;
  // The same for the rows of a batch, each clipped to a ball.
  struct BatchGrid {
    std::span<const double> point, less;
    std::vector<double> factors;
    double limit;
    double radius;
    bool plain;  // the ball is one in the units of the data; otherwise in those of the frame
  };
  virtual std::vector<std::int64_t> batch_slope_cells(const Sensitive<Batch>& batch, const BatchGrid& grid);
  struct DualGrid {
    DualStep step;
    std::vector<double> factors;
    double limit;
    double radius;
    bool plain;
    bool chained;  // each row moves from where those before it have led
  };
  virtual std::vector<std::int64_t> dual_cells(const Sensitive<Batch>& batch, const DualGrid& grid);
  // The same for the coordinates of a block, `factors` and `limit` being for each of them.
  virtual std::vector<std::int64_t> primal_cells(std::span<const Coordinate> block, const DualGrid& grid);
  virtual Lots* lots() { return nullptr; }
  virtual void frame_changed() = 0;
  virtual void rows_shrunk(double radius);
  virtual std::size_t rows() const = 0;  // as many as are summed, here and elsewhere

 private:
  friend class SlopeGroup;
#ifdef DISCREET_RESEARCH
  friend class ResearchKeys;
#endif
  friend class Scores;
  friend class Perturbation;
  friend class Vertices;
  double unit(Clip clip, Coordinate j) const;  // what one unit of the grid is worth in the slope of j, unnormalised
  struct DualUnits {                           // of each coordinate
    std::vector<double> factors, worth;
  };
  DualUnits dual_units(Clip clip, double cells) const;
  VectorQuery ask_block(Group& group, Clip clip, std::span<const Coordinate> block, bool whole_row);

  Frame frame_;
  bool shrunk_ = false;
  std::uint64_t frames_set_ = 0;
  double total_smoothness_ = 0;
  std::size_t coordinates_;
  bool intercept_;
  double normaliser_;
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

}  // namespace discreet
