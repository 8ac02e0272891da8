#include "discreet/solver/overlap_purchase.hpp"

#include <cmath>

#include "discreet/privacy/exact.hpp"
#include "discreet/solver/moments.hpp"

namespace discreet {
namespace {

// Products of columns are bought if the noise in their largest eigenvalue is a small part of what it could be, and are
// taken exactly, where that is asked for, if there are not too many.
constexpr double kOverlapShare = 0.03, kOverlapNoise = 0.1;
constexpr std::size_t kMostColumns = 2000;
constexpr double kRowSpread = 2;  // the radius that rows are scaled into, over their root mean square

}  // namespace

bool OverlapPurchase::exact() const { return std::isinf(facts_.budget.value); }

// The noise of q (q + 1)/2 products is a symmetric matrix whose largest eigenvalue is about sqrt(2q) of its deviation
// on the diagonal, for rows in a ball of kRowSpread^2 q.
bool OverlapPurchase::asks() const {
  const double q = static_cast<double>(size());
  if (settings_.smoothness == SmoothnessSource::from_data) return false;
  if (exact()) return size() <= kMostColumns;
  const double apart = facts_.neighbours == Neighbours::replace_one ? std::sqrt(2.0) : 1;
  const double noise = apart * kRowSpread * kRowSpread * q * std::sqrt(2 * q) /
                       (facts_.normaliser * facts_.budget.value * std::sqrt(kOverlapShare));
  return noise < kOverlapNoise * q;
}

double OverlapPurchase::plan(Outline& outline) const {
  if (!asks()) return 0;
  outline.lines.push_back({std::string(kLine), 1, size() * (size() + 1) / 2, kOverlapShare});
  return kOverlapShare;
}

Overlap OverlapPurchase::run(SolverContext& context, const Scales& found) const {
  const Frame& frame = found.frame;
  std::vector<double> factors;
  for (const double m : frame.smoothness) factors.push_back(1 / std::sqrt(m));
  const Census::Units units{std::span(frame.centres).first(facts_.features), factors};
  const auto exactly = [&](Permit& permit, std::string_view line) {
    return Overlap(found.curvature * Exact::release(permit.pay(line), context.census.exact_products(units)).value());
  };
  if (settings_.smoothness == SmoothnessSource::from_data && size() <= kMostColumns)
    return exactly(*context.unpaid, SolverContext::kUnpaid);
  if (!asks()) return {};
  if (exact()) return exactly(context.permit, kLine);
  const double radius = kRowSpread * std::sqrt(static_cast<double>(size()) / found.curvature);
  const auto lower = context.gaussian.release(context.census.products(context.permit.pay(kLine), units, radius));
  return Overlap(found.curvature * unpacked(lower.value(), size()));
}

}  // namespace discreet
