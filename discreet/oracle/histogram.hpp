// How the values of one column are spread over public edges, and where a given share of them ends. A column is asked
// about by its number, as in the census.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "discreet/base/contract.hpp"
#include "discreet/data/dataset.hpp"
#include "discreet/mechanism/selection.hpp"
#include "discreet/oracle/row_gateway.hpp"
#include "discreet/privacy/permit.hpp"
#include "discreet/privacy/query.hpp"

namespace discreet {

// The first cell is what lies below the first edge, the last what does not lie below the last. What is not a number is
// in none. proof: docs/proofs/census.md
class Histogram {
 public:
  // Edges rise. Shares are of `normaliser` rows, which is public.
  Histogram(const Dataset& data, double normaliser, Machinery machinery, std::size_t column, std::vector<double> edges)
      : Histogram(RowGateway(data, normaliser, machinery), column, std::move(edges)) {
    require(column <= data.features(), "the column exists");
  }
  Histogram(const RowGateway& gateway, std::size_t column, std::vector<double> edges);

  std::size_t cells() const { return edges_.size() + 1; }
  std::span<const double> edges() const { return edges_; }

  // The share of rows in each cell.
  VectorQuery shares(Payment payment) const;
  LaplaceVectorQuery laplace_shares(Payment payment) const;

  // To choose the edge with as close to `share` of the rows below it as can be.
  Choice quantile(Payment payment, double share) const;

 private:
  std::ptrdiff_t cell(double x) const;  // -1 for what is not a number
  template <class G>
  auto ask(Payment payment) const;

  RowGateway gateway_;
  std::size_t column_;
  std::vector<double> edges_;
};

// The same from shares that have been released, free of charge: the first edge with at least `share` of the rows below
// it, or the last one. Noise makes the running sum of the shares go up and down; it is read as the mean of the least
// rising line above it and the greatest below it.
double quantile(std::span<const double> shares, std::span<const double> edges, double share);

}  // namespace discreet
