#include "discreet/privacy/calibrate.hpp"

#include <fmt/format.h>

#include <cmath>

#include "discreet/base/contract.hpp"

namespace discreet {
namespace {

Plan planned(const Outline& outline, double factor) {
  double shares = 0;
  for (const Outline::Line& line : outline.lines) shares += line.share;
  Plan plan{outline.neighbours, {}};
  for (const Outline::Line& line : outline.lines) {
    require(line.share > 0 && line.groups > 0, "every line of an outline is asked at least once and gets a share");
    const double multiplier = factor * std::sqrt(static_cast<double>(line.groups) * shares / line.share);
    plan.lines.push_back({line.what, GaussianEvent{{multiplier}}, line.groups, line.numbers});
  }
  return plan;
}

}  // namespace

Result<Plan> calibrate(const Accountant& accountant, Budget budget, const Outline& outline) {
  if (std::isinf(budget.epsilon.value)) {
    Plan exact{outline.neighbours, {}};
    for (const Outline::Line& line : outline.lines)
      exact.lines.push_back({line.what, NonPrivateEvent{}, line.groups, line.numbers});
    return exact;
  }
  const auto fits = [&](double factor) {
    return accountant.epsilon(planned(outline, factor), budget.delta) <= budget.epsilon;
  };
  constexpr double kMostNoise = 1e9;
  double enough = 1;
  while (!fits(enough)) {
    enough *= 2;
    if (enough > kMostNoise)
      return wrong(Fault::budget,
                   fmt::format("no amount of noise fits epsilon {:.3g} at delta {:.3g}", budget.epsilon.value,
                               budget.delta.value),
                   "give a larger epsilon or delta");
  }
  double too_little = enough / 2;
  while (fits(too_little)) enough = too_little, too_little /= 2;
  while (enough - too_little > 1e-10 * enough) {
    const double middle = 0.5 * (enough + too_little);
    (fits(middle) ? enough : too_little) = middle;
  }
  // The end of the bracket that fits, not its middle: the error of the search falls on accuracy, never on privacy.
  return planned(outline, enough);
}

}  // namespace discreet
