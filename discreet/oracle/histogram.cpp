#include "discreet/oracle/histogram.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "discreet/base/contract.hpp"
#include "discreet/oracle/column_sums.hpp"

namespace discreet {

Histogram::Histogram(const Dataset& data, double normaliser, Machinery machinery, std::size_t column,
                     std::vector<double> edges)
    : rows_(&data.sealed),
      row_count_(data.rows),
      normaliser_(normaliser),
      machinery_(machinery),
      column_(column),
      edges_(std::move(edges)) {
  require(column <= data.features(), "the column exists");
  require(!edges_.empty() && !std::any_of(edges_.begin(), edges_.end(), [](double edge) { return std::isnan(edge); }) &&
              std::is_sorted(edges_.begin(), edges_.end()),
          "a histogram has edges, and they rise");
}

std::vector<std::int64_t> Histogram::counts(std::int64_t unit) const {
  machinery_.communicator->note(edges_);
  return sums_over(*rows_, OpenKey{}, machinery_, cells(),
                   [&](const auto& rows, const auto& stretch, std::int64_t* part) {
                     count_values(rows, stretch, column_, [&](double x, std::int64_t times) {
                       if (std::isnan(x)) return;
                       const auto above = std::upper_bound(edges_.begin(), edges_.end(), x);
                       part[static_cast<std::size_t>(above - edges_.begin())] += unit * times;
                     });
                   });
}

template <class G>
auto Histogram::ask(G group) const {
  const std::int64_t unit = group.lattice().cells_per_unit();
  return group.ask(Sensitive(counts(unit)), std::vector<double>(cells(), 1 / static_cast<double>(unit) / normaliser_));
}

VectorQuery Histogram::shares(Payment payment) const {
  return ask(Group(std::move(payment), RowBound::histograms(1), row_count_, BoundKey{}));
}

LaplaceVectorQuery Histogram::laplace_shares(Payment payment) const {
  return ask(LaplaceGroup(std::move(payment), SumBound::histograms(1), row_count_, BoundKey{}));
}

Choice Histogram::quantile(Payment payment, double share) const {
  require(share >= 0 && share <= 1 && normaliser_ <= 0x1p52, "the share is between nothing and all");
  // A whole number: differences of whole numbers are exact, so a row moves a score by 1 and not by a rounding more.
  const double wanted = std::round(share * normaliser_);
  const std::vector<std::int64_t> in_cells = counts(1);
  std::vector<double> scores(edges_.size());
  std::int64_t below = 0;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    below += in_cells[k];
    scores[k] = -std::abs(static_cast<double>(below) - wanted);
  }
  return Choice(std::move(payment), Sensitive(std::move(scores)), {1}, BoundKey{});
}

double quantile(std::span<const double> shares, std::span<const double> edges, double share) {
  require(shares.size() == edges.size() + 1 && !edges.empty(), "there is one more cell than there are edges");
  std::vector<double> below(edges.size());
  std::partial_sum(shares.begin(), shares.end() - 1, below.begin());
  std::vector<double> above(below);
  for (std::size_t k = 1; k < above.size(); ++k) above[k] = std::max(above[k], above[k - 1]);
  for (std::size_t k = below.size() - 1; k-- > 0;) below[k] = std::min(below[k], below[k + 1]);
  for (std::size_t k = 0; k < edges.size(); ++k)
    if (0.5 * (below[k] + above[k]) >= share) return edges[k];
  return edges.back();
}

}  // namespace discreet
