// Which coordinates move together, and when: chosen without looking at the data, from public chance and the frame.
// Every way of choosing also says how often it chooses a coordinate, and which steps are safe for columns that overlap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "discreet/solver/overlap.hpp"

namespace discreet {

// What the user chose.
struct BlockChoice {
  enum class Kind {
    full,        // all of them
    size,        // runs of so many, in the order of the columns; the order of visits is --order
    nice,        // any so many, drawn afresh each time
    partition,   // as declared; the order of visits is --order
    importance,  // one at a time, the steeper the more often
  } kind = Kind::full;
  std::size_t size = 1;
  std::vector<std::size_t> block_of;  // for each feature, in a partition
  std::string text = "full";
};

class Blocks {
 public:
  virtual ~Blocks() = default;

  virtual const Block& next() = 0;
  virtual std::size_t steps_a_pass() const = 0;
  virtual std::size_t largest() const = 0;
  virtual bool each_once() const { return false; }  // a pass visits every coordinate exactly once
  // For each coordinate, how likely a step moves it.
  virtual std::vector<double> chances() const = 0;
  // For each coordinate, what its smoothness must be multiplied by for the risk to lie below the separable bound that
  // the steps minimise, on average over the blocks (the expected separable overapproximation).
  virtual std::vector<double> damping(const Overlap& overlap) const = 0;
};

// `order` is the order of visits to the blocks of a partition; the intercept, if there is one, is the last coordinate.
std::unique_ptr<Blocks> make_blocks(const BlockChoice& choice, const std::string& order, std::uint64_t seed,
                                    const std::vector<double>& smoothness);

}  // namespace discreet
