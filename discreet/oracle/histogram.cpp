#include "discreet/oracle/histogram.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "discreet/base/contract.hpp"

namespace discreet {

Histogram::Histogram(const Dataset& data, double normaliser, Machinery machinery, std::size_t column,
                     std::vector<double> edges)
    : gateway_(data, normaliser, machinery), column_(column), edges_(std::move(edges)) {
  require(column <= data.features(), "the column exists");
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

Choice Histogram::quantile(Payment payment, double share) const {
  const double normaliser = gateway_.normaliser();
  require(share >= 0 && share <= 1 && normaliser <= 0x1p52, "the share is between nothing and all");
  // A whole number: differences of whole numbers are exact, so a row moves a score by 1 and not by a rounding more.
  const double wanted = std::round(share * normaliser);
  gateway_.processes().note(edges_);
  const auto sealed = gateway_.sealed_counts(column_, cells(), [&](std::size_t, double x) { return cell(x); });
  const std::vector<std::int64_t>& in_cells = sealed.open(OpenKey{});
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
