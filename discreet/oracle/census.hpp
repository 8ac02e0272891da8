// Questions about the columns themselves, before any model: how large their values are, where they lie. The target of a
// regression is asked about together with the features, as one more column at the end.
#pragma once

#include <span>
#include <vector>

#include "discreet/base/task.hpp"
#include "discreet/data/dataset.hpp"
#include "discreet/oracle/stretches.hpp"
#include "discreet/privacy/permit.hpp"
#include "discreet/privacy/query.hpp"

namespace discreet {

// Each answer has one number for each column and is normalised by the public number of rows. Columns are taken less
// `centres`. proof: docs/proofs/census.md
class Census {
 public:
  Census(const Dataset& data, Task task, double normaliser, Machinery machinery);

  std::size_t columns() const { return columns_; }

  // The share of rows with |x - centre| > threshold.
  VectorQuery beyond(Payment payment, std::span<const double> centres, std::span<const double> thresholds) const;
  // The mean of x - centre, each row's moved into [-bound, bound].
  VectorQuery means(Payment payment, std::span<const double> centres, std::span<const double> bounds) const;
  // The mean of (x - centre)^2, each row's at most bound^2.
  VectorQuery squares(Payment payment, std::span<const double> centres, std::span<const double> bounds) const;
  // The share of rows whose features have a root mean square above the threshold.
  ScalarQuery rows_beyond(Payment payment, double threshold) const;

  // For research: the exact second moments about the centres and the exact means.
  Sensitive<std::vector<double>> exact_squares(std::span<const double> centres) const;
  Sensitive<std::vector<double>> exact_means() const;

 private:
  // The sums over rows of cells(column, x - centre), one for each column.
  template <class F>
  std::vector<std::int64_t> sums(std::span<const double> centres, F&& cells) const;
  template <class F>
  std::vector<double> exact_sums(F&& term) const;

  const SealedRows* rows_;
  std::size_t rows_count_;
  std::size_t columns_;
  std::size_t features_;
  double normaliser_;
  Machinery machinery_;
};

}  // namespace discreet
