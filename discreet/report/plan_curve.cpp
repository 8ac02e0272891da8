#include "discreet/report/plan_curve.hpp"

#include <algorithm>
#include <cmath>

#include "discreet/privacy/accountants.hpp"
#include "discreet/privacy/calibrate.hpp"

namespace discreet {

std::vector<PlanPoint> plan_curve(const PrivacyLabel& label) {
  const double spent = label.spent.value;
  if (!std::isfinite(spent) || !(spent > 0) || label.plan.lines.empty()) return {};
  for (const PlanLine& line : label.plan.lines)
    if (std::holds_alternative<NonPrivateEvent>(line.event)) return {};
  const auto accountant = accountant_named(label.accountant);
  if (!accountant || !(*accountant)->covers(label.plan)) return {};
  std::vector<double> wanted{0.1, 0.2, 0.5, 1, 2, 5, 10};
  // The model's own epsilon is known without searching, and stands for round figures next to it.
  std::erase_if(wanted, [&](double epsilon) { return std::abs(std::log(epsilon / spent)) < 0.05; });
  std::vector<PlanPoint> curve{{spent, 1}};
  for (const double epsilon : wanted)
    if (const auto found = calibrate(**accountant, {Epsilon{epsilon}, label.budget.delta}, label.plan))
      curve.push_back({epsilon, found->factor});
  std::sort(curve.begin(), curve.end(), [](const PlanPoint& a, const PlanPoint& b) { return a.epsilon < b.epsilon; });
  return curve;
}

}  // namespace discreet
