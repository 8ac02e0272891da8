#include "discreet/solver/public_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

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

RiskFacts PublicRows::risk() const {
  return {static_cast<double>(facts_.rows), facts_.normaliser, static_cast<double>(facts_.features + facts_.intercept),
          facts_.loss_smoothness, facts_.precision};
}

bool PublicRows::searchable(double strength, double longest, double linear) const {
  return Perturbation::solvable(risk(), longest / std::sqrt(strength), linear);
}

Result<void> PublicRows::check_search(std::string_view solver, double strength, double longest, double linear) const {
  if (searchable(strength, longest, linear)) return {};
  double enough = std::max(strength, std::numeric_limits<double>::min());
  while (std::isfinite(enough) && !searchable(enough, longest, linear)) enough *= 2;
  std::string hint = "give rows a smaller --clip";
  if (std::isfinite(enough)) hint = fmt::format("give at least {:.2g}, or a smaller --clip", enough);
  if (facts_.precision > std::numeric_limits<double>::epsilon()) hint += ", or --precision float64";
  return wrong(
      Fault::usage,
      fmt::format("--solver {}: an l2 penalty or --ridge of {:.3g} is too little for --clip {:.6g}: the minimum "
                  "cannot be found closely enough",
                  solver, strength, longest),
      std::move(hint));
}

PublicRows::Shape PublicRows::in_frame(const Frame& frame) const {
  Shape found;
  found.centres.assign(frame.centres.begin(), frame.centres.begin() + static_cast<std::ptrdiff_t>(facts_.features));
  for (std::size_t k = 0; k < facts_.features; ++k)
    found.sizes.push_back(std::sqrt(frame.smoothness[k] / facts_.loss_smoothness));
  return with_intercept(std::move(found));
}

PublicRows::Shape PublicRows::with_intercept(Shape shape) const {
  if (facts_.intercept) {
    shape.centres.push_back(0);
    shape.sizes.push_back(1);
  }
  return shape;
}

std::optional<PublicRows::Shape> PublicRows::declared_shape() const {
  if (settings_.smoothness == SmoothnessSource::from_data) return std::nullopt;
  if (settings_.smoothness == SmoothnessSource::declared) return in_frame(settings_.declared);
  Shape found;
  for (const auto& bounds : facts_.bounds) {
    found.centres.push_back(centre_of(*bounds, facts_.intercept && !facts_.sparse));
    const double reach = std::max(bounds->high - found.centres.back(), found.centres.back() - bounds->low);
    found.sizes.push_back(reach > 0 ? std::clamp(reach, kSmallest, kLargest) : 1);
  }
  return with_intercept(std::move(found));
}

PublicRows::Shape PublicRows::shape(SolverContext& context) const {
  if (auto declared = declared_shape()) return *std::move(declared);
  require(context.unpaid != nullptr, "exact figures are asked for by the user only");
  return in_frame(
      Survey(facts_).run_exactly(context.census, *context.unpaid, SolverContext::kUnpaid, context.exposure).frame);
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
