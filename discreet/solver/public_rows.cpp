#include "discreet/solver/public_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/base/contract.hpp"

namespace discreet {
namespace {

// Rows hardly ever have all columns at their bounds; in one-hot columns most are zero.
constexpr double kFullness = 0.35;
constexpr double kSmallest = 1e-60, kLargest = 1e60;

double centre_of(const Interval& bounds, bool movable) {
  const bool around_zero = bounds.low <= 0 && bounds.high >= 0;
  return around_zero || !movable ? 0 : std::clamp(0.5 * (bounds.low + bounds.high), -kLargest, kLargest);
}

}  // namespace

Result<void> PublicRows::check(std::string_view solver, const SolverSettings& settings, const SurveyFacts& facts) {
  if (!std::isfinite(facts.steepest))
    return wrong(Fault::usage,
                 fmt::format("--solver {} needs a loss of bounded slope, and {} has none", solver, facts.loss),
                 "use --loss logistic, or huber:DELTA for numbers");
  if (facts.neighbours == Neighbours::add_remove)
    return wrong(Fault::usage, fmt::format("--solver {} needs a public number of rows", solver),
                 "use --neighbours zero-out or replace-one");
  if (!facts.zero_is_allowed)
    return wrong(Fault::usage, fmt::format("--solver {} needs a penalty that allows weights of zero", solver),
                 "let the box contain 0");
  const bool bounded = !facts.bounds.empty() && std::all_of(facts.bounds.begin(), facts.bounds.end(),
                                                            [](const auto& bounds) { return bounds.has_value(); });
  if (settings.smoothness == SmoothnessSource::bought && !bounded && std::isfinite(facts.budget.value))
    return wrong(Fault::precondition, fmt::format("--solver {} needs declared bounds of every feature", solver),
                 "give --bounds FILE, or --smoothness public:FILE");
  return {};
}

PublicRows::Shape PublicRows::shape(SolverContext& context) const {
  Shape found;
  const auto from_frame = [&](const Frame& frame) {
    found.centres.assign(frame.centres.begin(), frame.centres.begin() + static_cast<std::ptrdiff_t>(facts_.features));
    for (std::size_t k = 0; k < facts_.features; ++k)
      found.sizes.push_back(std::sqrt(frame.smoothness[k] / facts_.loss_smoothness));
  };
  switch (settings_.smoothness) {
    case SmoothnessSource::bought:
      for (const auto& bounds : facts_.bounds) {
        found.centres.push_back(centre_of(*bounds, facts_.intercept && !facts_.sparse));
        const double reach = std::max(bounds->high - found.centres.back(), found.centres.back() - bounds->low);
        found.sizes.push_back(reach > 0 ? std::clamp(reach, kSmallest, kLargest) : 1);
      }
      break;
    case SmoothnessSource::declared:
      from_frame(settings_.declared);
      break;
    case SmoothnessSource::from_data:
      require(context.unpaid != nullptr, "exact figures are asked for by the user only");
      from_frame(Survey(facts_).run_exactly(context.census, *context.unpaid, SolverContext::kUnpaid).frame);
      break;
  }
  if (facts_.intercept) {
    found.centres.push_back(0);
    found.sizes.push_back(1);
  }
  return found;
}

double PublicRows::fullness() const { return settings_.smoothness == SmoothnessSource::bought ? kFullness : 1; }

Iterate tidied(const std::vector<double>& point, const std::vector<double>& noise, const WeightedPenalty& penalty) {
  Iterate w(point.size());
  for (std::size_t k = 0; k < point.size(); ++k) {
    const Coordinate j{k};
    const double inside = penalty.prox(j, point[k], 0);
    const bool prefers_zero = std::isfinite(penalty.value(j, 0)) && penalty.slopes(j, 0).high > 0;
    w.set(j, prefers_zero && std::abs(inside) < noise[k] ? 0 : inside);
  }
  return w;
}

}  // namespace discreet
