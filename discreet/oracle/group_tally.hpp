// How the rows of each group fare with a linear classifier: how many of them have which label and get which prediction,
// and how many of those a model nearby could judge otherwise. The counts are a histogram and leave with its noise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "discreet/data/dataset.hpp"
#include "discreet/data/group_column.hpp"
#include "discreet/oracle/row_gateway.hpp"
#include "discreet/privacy/permit.hpp"
#include "discreet/privacy/query.hpp"

namespace discreet {

// One vector for two classes, of which the second is predicted above zero; one for each class where there are more, of
// which the largest score wins. Labels are -1 and +1, or the number of the class.
struct LinearScores {
  std::vector<std::vector<double>> weights;
  std::vector<double> intercepts;

  std::size_t classes() const { return weights.size() == 1 ? 2 : weights.size(); }
};

// How far the margin of a row can move: distance times the length of (scale_j (x_j - centre_j)) with `constant` for the
// intercept, and `offset` on top. For several classes lengths are sqrt(2) times that: two scores move, and their
// vectors are apart by at most sqrt(2) times the Frobenius distance.
struct MarginReach {
  std::vector<double> scales = {};  // empty: all 1
  double constant = 0;
  double distance = 0;
  double offset = 0;
  std::vector<double> centres = {};  // empty: all 0

  double of(double length) const { return length * distance + offset; }
};

struct ColumnMoments {
  double mean = 0, deviation = 0;
};

struct JudgedRow {
  std::uint32_t group = 0, label = 0, predicted = 0;
  double margin = 0;  // the score of its label over the best of the others
  double length = 0;  // what the distance of two models is multiplied by
  // By the other model, where there is one.
  std::uint32_t predicted_by_other = 0;
  double margin_by_other = 0;

  bool right() const { return predicted == label; }
};

// A row is in one cell at the most: what the counts cost is proof: docs/proofs/groups.md
class GroupTally {
 public:
  struct Judges {
    LinearScores model;
    std::optional<LinearScores> other = {};
    std::optional<MarginReach> reach = {};  // public: then cells also tell who is within it
  };
  GroupTally(const Dataset& data, const GroupColumn& groups, Judges judges);

  std::size_t cells() const;
  // The number of a cell; `near` where the margin is within reach of a change of sign.
  std::size_t cell(std::size_t group, std::size_t label, std::size_t predicted, bool near) const;

  // The number of rows in each cell.
  VectorQuery counts(Payment payment) const;
  LaplaceVectorQuery laplace_counts(Payment payment) const;

  // For research: the rows of all groups, one by one.
  Sensitive<std::vector<JudgedRow>> exact_rows() const;
  // Of each feature, of all rows.
  Sensitive<std::vector<ColumnMoments>> exact_moments() const;

 private:
  template <class Visit>
  void judge(const auto& rows, const auto& stretch, const std::vector<std::uint32_t>& groups, Visit&& visit) const;
  template <class G>
  auto ask(Payment payment) const;
  // Counts are whole numbers of rows. One thread counts them.
  RowGateway gateway() const { return {*data_, 1, {&alone_, &workers_}}; }

  const Dataset* data_;
  const GroupColumn* groups_;
  Judges judges_;
  SingleProcess alone_;
  mutable Workers workers_{1};
};

}  // namespace discreet
