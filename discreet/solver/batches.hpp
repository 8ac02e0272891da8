// How large batches are and how they are drawn, and what it costs to ask about one: what solvers that look at batches
// of rows have in common.
#pragma once

#include <cstddef>
#include <string_view>

#include "discreet/accounting/calibrate.hpp"
#include "discreet/solver/groundwork.hpp"
#include "discreet/solver/solver.hpp"

namespace discreet {

// How large a batch is where the user does not say: a share of the rows, and at least so many. docs/solvers/sgd.md says
// by which measurements.
struct UsualBatch {
  double share = 0.1, least = 256;
};

class BatchRule {
 public:
  // Exact answers are about all rows, and so have one batch a pass.
  BatchRule(const SolverSettings& settings, const SurveyFacts& facts, UsualBatch usual = {});

  double size() const { return size_; }  // on average
  // As many as the user says, or as many as are worth it with steps of that length.
  std::size_t passes(const SolverSettings& settings, const Groundwork& groundwork, double step) const;
  std::size_t steps(std::size_t passes) const;
  // A line for `groups` questions of `numbers` numbers each.
  Outline::Line line(std::string_view what, std::size_t groups, std::size_t numbers, double share) const;

  // How much more curved a batch can be than all rows: along the few rows that it holds, a batch overshoots where all
  // rows together would not.
  double crowding(std::size_t coordinates) const;

  void describe(Description& text) const;

 private:
  bool fixed_, everyone_, regression_;
  double normaliser_, size_;
  std::size_t rows_;
};

}  // namespace discreet
