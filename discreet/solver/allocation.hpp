// From which line of the plan each coordinate's slopes are paid, where some get more of the budget than others. Which
// coordinate is visited how often is public chance that is drawn beforehand, so the plan can say what every slope costs
// before the first is asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "discreet/accounting/calibrate.hpp"
#include "discreet/base/index.hpp"

namespace discreet {

// A slope of coordinate j has the noise multiplier z_j with 1/z_j^2 in proportion to the weight of j, and all visits
// together have the share that the slopes have of the budget. proof: docs/proofs/allocation.md
class Allocation {
 public:
  // All alike: one line.
  explicit Allocation(std::uint64_t groups, std::uint64_t numbers = 1);
  // `visits` is how often each coordinate is asked for. Equal weights share a line; more than a plan has room for are
  // rounded until they do.
  Allocation(std::span<const double> weights, std::span<const std::uint64_t> visits);

  void plan(Outline& outline, double share) const;
  std::string_view line(Coordinate j) const { return lines_[line_of_.empty() ? 0 : line_of_[j.value]].what; }

  static constexpr std::size_t kMostLines = 64;

 private:
  struct Line {
    std::string what;
    std::uint64_t groups;
    std::uint64_t numbers;
    double weight;
  };
  std::vector<Line> lines_;
  std::vector<std::size_t> line_of_;  // of each coordinate; empty when there is one line
};

}  // namespace discreet
