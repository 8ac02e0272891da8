#include "discreet/report/plan_curve.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "discreet/accounting/accountants.hpp"
#include "discreet/accounting/calibrate.hpp"

namespace discreet {
namespace {

// Close enough for a picture and three digits; calibrating to the last one takes an accountant of mixed plans seconds.
constexpr double kClose = 3e-4;
constexpr int kMostSteps = 6;

// By secants on logarithms, where the cost is nearly a straight line; from a point that is known.
std::optional<PlanPoint> near(const PrivacyLabel& label, const Accountant& accountant, PlanPoint known,
                              double epsilon) {
  double from = std::log(known.noise), from_cost = std::log(known.epsilon), slope = -1;
  for (int step = 0; step < kMostSteps; ++step) {
    const double at = from + (std::log(epsilon) - from_cost) / slope;
    const double cost = std::log(accountant.epsilon(with_noise(label.plan, std::exp(at)), label.budget.delta).value);
    if (!std::isfinite(cost)) return std::nullopt;
    if (std::abs(cost - std::log(epsilon)) < kClose) return PlanPoint{epsilon, std::exp(at)};
    const double found = (cost - from_cost) / (at - from);
    if (found < 0) slope = found;
    from = at, from_cost = cost;
  }
  return std::nullopt;
}

}  // namespace

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
  const auto above = std::partition(wanted.begin(), wanted.end(), [&](double epsilon) { return epsilon < spent; });
  std::sort(wanted.begin(), above, std::greater());
  std::sort(above, wanted.end());
  std::vector<PlanPoint> curve{{spent, 1}};
  // Away from the model's own in both directions, each from the one before it.
  for (const auto& [begin, end] : {std::pair{wanted.begin(), above}, {above, wanted.end()}}) {
    PlanPoint known{spent, 1};
    for (auto epsilon = begin; epsilon != end; ++epsilon)
      if (const auto found = near(label, **accountant, known, *epsilon)) curve.push_back(known = *found);
  }
  std::sort(curve.begin(), curve.end(), [](const PlanPoint& a, const PlanPoint& b) { return a.epsilon < b.epsilon; });
  return curve;
}

}  // namespace discreet
