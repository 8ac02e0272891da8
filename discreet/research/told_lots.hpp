// Dual variables that are told, as published: the rows as that recipe walks them, and its questions about them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "discreet/data/dataset.hpp"
#include "discreet/oracle/row_oracles.hpp"
#include "discreet/privacy/query.hpp"

namespace discreet {

class ToldLots;

// The sealed rows, row after row. The oracle keeps its rows to itself, and what is told here needs none of its state.
// proof: docs/proofs/dual.md
class ToldRows {
 public:
  // `loss` as --loss has it, one with a dual; sums are divided by the public number `normaliser`.
  ToldRows(const Dataset& data, const std::string& loss, bool intercept, double normaliser);

  // Opens a pass over lots of rows. Each move is clipped to `most`.
  ToldLots lots(Payment payment, double most) const;

 private:
  friend class ToldLots;
  struct Question {
    const DualStep& step;
    std::span<const std::uint32_t> lot;
    std::span<const double> duals;
    double factor, limit, most;
  };
  // How far the rows of a lot move, and then the sums of moves times rows, on the grid.
  std::function<Sensitive<std::vector<std::int64_t>>(const Question& question)> cells_;
  std::size_t rows_ = 0, coordinates_ = 0;
  double normaliser_;
};

// Lots of rows that share one payment: no row is in two of them, so one row moves one answer. The dual variables are
// told with it, with noise, as is what they do to the weights; nobody else keeps them. proof: docs/proofs/dual.md
class ToldLots {
 public:
  // How far the variables of the rows of a lot move, and after them the sum of moves times rows over the public number
  // of rows. `duals` are the variables as they have been told, one for each row of the lot.
  VectorQuery moves(const DualStep& step, std::span<const std::uint32_t> lot, std::span<const double> duals);

 private:
  friend class ToldRows;
  ToldLots(const ToldRows& rows, Payment payment, double most);

  const ToldRows* rows_;
  double most_;
  Group group_;
  std::vector<bool> asked_;
};

}  // namespace discreet
