// What tells two neighbours apart, learnt from runs of both. It may be as clumsy as it likes: what it is worth is
// measured on other runs. Three ways are learnt: the best straight line for numbers with noise of one shape (Fisher's),
// through many numbers and through the few that differ most; and the sum of what each number says by itself, for
// choices and for rows that are in few of many batches.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace discreet {

using Runs = std::vector<std::vector<double>>;  // what was seen in each

class Discriminator {
 public:
  static constexpr std::size_t kWays = 3;

  Discriminator(const Runs& here, const Runs& there);

  // The larger, the more it looks like `here`.
  double score(std::size_t way, std::span<const double> seen) const;

 private:
  struct Number {
    std::size_t index;
    double mean, scale;                 // of both together
    double apart;                       // the two means, in units of the scale
    double slopes[2] = {};              // of the line through many and through few
    std::vector<double> edges = {};     // between cells
    std::vector<double> evidence = {};  // log of how much oftener `here` falls into the cell
  };
  void draw_line(const Runs& here, const Runs& there, std::size_t way, std::size_t most);
  void count_cells(const Runs& here, const Runs& there);

  std::vector<Number> numbers_;  // those that differ most, and these first
};

}  // namespace discreet
