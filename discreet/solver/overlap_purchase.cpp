#include "discreet/solver/overlap_purchase.hpp"

#include <cmath>

#include "discreet/solver/products.hpp"

namespace discreet {
namespace {

// Products of columns are bought if the noise in their largest eigenvalue is a small part of what it could be, and are
// taken exactly, where that is asked for, if there are not too many.
constexpr double kOverlapShare = 0.03, kOverlapNoise = 0.1;
constexpr std::size_t kMostColumns = 2000;
constexpr double kRowSpread = 2;  // the radius that rows are scaled into, over their root mean square

}  // namespace

bool OverlapPurchase::asks() const {
  if (settings_.smoothness == SmoothnessSource::from_data) return false;
  if (facts_.exact()) return size() <= kMostColumns;
  const double q = static_cast<double>(size()), multiplier = 1 / (facts_.budget.value * std::sqrt(kOverlapShare));
  return product_noise(facts_, size(), multiplier, kRowSpread * std::sqrt(q)).largest < kOverlapNoise * q;
}

double OverlapPurchase::plan(Outline& outline) const {
  if (!asks()) return 0;
  outline.lines.push_back({std::string(kLine), 1, size() * (size() + 1) / 2, kOverlapShare});
  return kOverlapShare;
}

Overlap OverlapPurchase::run(SolverContext& context, const Scales& found) const {
  if (settings_.smoothness == SmoothnessSource::from_data && size() <= kMostColumns)
    return Overlap(exact_curvature(context, *context.unpaid, SolverContext::kUnpaid, found));
  if (!asks()) return {};
  return Overlap(facts_.exact() ? exact_curvature(context, context.permit, kLine, found)
                                : noisy_curvature(context, kLine, found, kRowSpread));
}

}  // namespace discreet
