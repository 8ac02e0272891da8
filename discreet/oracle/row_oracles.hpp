// Questions about rows one by one: random batches of them, and a dual variable for each. The first such question makes
// a second copy of the data, row after row.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "discreet/mechanism/lots.hpp"
#include "discreet/oracle/oracle.hpp"

namespace discreet {

// proof: docs/proofs/batches.md
class BatchOracle : public ReferenceOracle {
 public:
  // All slopes of a random batch of rows at a point of its own, which moves nothing; or those at `point` less those at
  // `less`. The batch is drawn here, as was paid for, and nobody learns it. The answer is the sum over the batch
  // divided by how many rows it has on average. The ball rule, or the uniform one, which here is a ball in the units of
  // the data for a row's whole slope vector, as published.
  VectorQuery batch_slopes(BatchPayment payment, Clip clip, std::span<const double> point,
                           std::span<const double> less = {});

 protected:
  BatchOracle(const OracleFacts& facts, Lots* lots) : ReferenceOracle(facts), lots_(lots) {}

  // How the slopes of the rows of a batch are clipped, each to a ball, and put on the grid.
  struct BatchGrid {
    std::span<const double> point, less;
    std::vector<double> factors;
    double limit;
    double radius;
    bool plain;  // the ball is one in the units of the data; otherwise in those of the frame
  };

 private:
  friend class DualOracle;
  virtual std::vector<std::int64_t> batch_slope_cells(const Batch& batch, const BatchGrid& grid) = 0;
  Sensitive<Batch> draw(const BatchPayment& payment);

  Lots* lots_;  // none where no batches are asked about
};

// A step on the rows' dual variables; all of it is public.
struct DualStep {
  std::span<const double> point;  // the weights, one for each coordinate
  std::span<const double> ridge;  // A of A/2 w^2, for each coordinate; positive
  double crowd = 1;               // how many rows move from the same point, as far as each of them knows
};

// proof: docs/proofs/dual.md
class DualOracle : public BatchOracle {
 public:
  // Sets the dual variable of every row to zero.
  virtual void forget_duals() = 0;
  // Moves the dual variables of a random batch of rows, each to where it would go by itself if `crowd` rows like it
  // moved as well, clipped so that its move times the row stays in the ball; and answers the sum of moves times rows
  // over the public number of rows. Nobody learns the variables.
  VectorQuery dual_moves(BatchPayment payment, Clip clip, const DualStep& step);
  // The same for the rows `numbers`, given in the order in which they move, each from where those before it have led.
  VectorQuery dual_chain(Payment payment, Clip clip, const DualStep& step, std::span<const std::uint32_t> numbers);
  // The same for all rows in an order drawn from a public seed, for exact answers.
  VectorQuery dual_pass(Payment payment, Clip clip, const DualStep& step, std::uint64_t seed);
  // How far coordinates of a block go from the current point by Newton steps of their own, each shortened as if `crowd`
  // of them moved, and clipped to `most` in units of the root of the smoothness.
  VectorQuery primal_moves(Payment payment, double most, const DualStep& step, std::span<const Coordinate> block);

  // The mean conjugate at the dual variables; it can only leave through Exact.
  virtual Sensitive<double> dual_cost() = 0;

 protected:
  using BatchOracle::BatchOracle;

  struct DualGrid {
    DualStep step;
    std::vector<double> factors;
    double limit;
    double radius;
    bool plain;
    bool chained;  // each row moves from where those before it have led
  };

 private:
  virtual std::vector<std::int64_t> dual_cells(const Batch& batch, const DualGrid& grid) = 0;
  // The same for the coordinates of a block, `factors` and `limit` being for each of them.
  virtual std::vector<std::int64_t> primal_cells(std::span<const Coordinate> block, const DualGrid& grid) = 0;
  struct Units {  // of each coordinate
    std::vector<double> factors, worth;
  };
  Units units(Clip clip, double cells) const;
};

}  // namespace discreet
