#include "discreet/oracle/histogram.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "discreet/base/contract.hpp"

namespace discreet {

Histogram::Histogram(const RowGateway& gateway, std::size_t column, std::vector<double> edges)
    : gateway_(gateway), column_(column), edges_(std::move(edges)) {
  require(!edges_.empty() && !std::any_of(edges_.begin(), edges_.end(), [](double edge) { return std::isnan(edge); }) &&
              std::is_sorted(edges_.begin(), edges_.end()),
          "a histogram has edges, and they rise");
}

std::ptrdiff_t Histogram::cell(double x) const {
  return std::isnan(x) ? -1 : std::upper_bound(edges_.begin(), edges_.end(), x) - edges_.begin();
}

template <class G>
auto Histogram::ask(Payment payment) const {
  gateway_.processes().note(edges_);
  return gateway_.histograms<G>(std::move(payment), {&column_, 1}, cells(),
                                [&](std::size_t, double x) { return cell(x); });
}

VectorQuery Histogram::shares(Payment payment) const { return ask<Group>(std::move(payment)); }

LaplaceVectorQuery Histogram::laplace_shares(Payment payment) const { return ask<LaplaceGroup>(std::move(payment)); }

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
