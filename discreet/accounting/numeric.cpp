#include "discreet/accounting/numeric.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "discreet/accounting/concentrated.hpp"
#include "discreet/accounting/contour.hpp"
#include "discreet/accounting/convolution.hpp"
#include "discreet/accounting/membership.hpp"
#include "discreet/accounting/pure_composition.hpp"
#include "discreet/base/bracket.hpp"
#include "discreet/base/contract.hpp"
#include "discreet/privacy/accountant.hpp"
#include "discreet/privacy/gdp.hpp"

namespace discreet {
namespace {

// All events of one kind, where that kind has a closed form.
std::optional<Epsilon> closed_form(const Plan& plan, Delta delta) {
  std::set<Event> kinds;
  for (const PlanLine& line : plan.lines) kinds.insert(line.event);
  if (std::all_of(kinds.begin(), kinds.end(), [](const Event& e) { return std::holds_alternative<GaussianEvent>(e); }))
    return epsilon_of(composed_mu(plan), delta);
  if (kinds.size() == 1 && std::holds_alternative<PureEvent>(*kinds.begin())) return from_pure_epsilons(plan, delta);
  return std::nullopt;
}

// A batch that every row is sure to join is all rows; its multiplier is over one contribution, of which a replaced row
// moves two.
Plan without_certain_batches(Plan plan) {
  const double apart = plan.neighbours == Neighbours::replace_one ? 2 : 1;
  for (PlanLine& line : plan.lines)
    if (const auto* batch = std::get_if<PoissonGaussianEvent>(&line.event); batch && batch->sampling == 1)
      line.event = GaussianEvent{{batch->multiplier.value / apart}};
  return plan;
}

constexpr double kOverflow = 700;

// The exact profile of one event that happens once, solved for epsilon.
Epsilon single_epsilon(const LossLaw& law, Delta delta) {
  const auto fits = [&](double epsilon) {
    const LossLaw::Mass above = law.between(epsilon, std::numeric_limits<double>::infinity());
    const double there = std::exp(epsilon) * above.there;  // left out where it overflows, which errs upwards
    return above.here - (std::isfinite(there) ? there : 0) + 1e-14 * above.here <= delta.value;
  };
  if (fits(0)) return {0};
  double low = 0, high = 1;
  // What is not a number is not enough.
  while (!fits(high)) {
    if (std::isinf(high)) return {high};
    low = high, high *= 2;
  }
  return {bisect({low, high}, {.relative = 1e-14}, fits)};
}

// At least the least epsilon, where that is above `already`, which the other direction costs anyway, and below `known`.
Epsilon in_one_direction(const Composition& composition, Delta delta, Epsilon already, Epsilon known) {
  const auto& parts = composition.parts();
  const RenyiBound renyi = renyi_epsilon(composition, delta);
  if (renyi.epsilon <= already) return already;
  // One exponential mechanism is known as well by one order as by its profile; then the rounding decides.
  if (parts.size() == 1 && parts[0].count == 1) return std::min(single_epsilon(*parts[0].law, delta), renyi.epsilon);
  // Where exponentials overflow nothing is promised that anybody would ask for, and the order that is known will do.
  if (!(renyi.epsilon.value < kOverflow)) return renyi.epsilon;
  const ContourBound contour = contour_epsilon(composition, delta, renyi, already);
  if (contour.settled) return contour.epsilon;
  const std::optional<Epsilon> convolved = convolution_epsilon(composition, delta, renyi, known);
  return convolved ? std::min(*convolved, contour.epsilon) : contour.epsilon;
}

}  // namespace

bool has_laws(const Plan& plan) {
  return std::all_of(plan.lines.begin(), plan.lines.end(), [&](const PlanLine& line) {
    return std::holds_alternative<NonPrivateEvent>(line.event) || line.groups == 0 ||
           loss_law(line.event, plan.neighbours, Direction::remove) != nullptr;
  });
}

Epsilon numeric_epsilon(const Plan& asked, Delta delta) {
  const Plan plan = without_certain_batches(asked);
  if (delta.value == 0) return from_pure_epsilons(plan, delta);
  if (const auto known = closed_form(plan, delta)) return *known;
  // Where nothing settles, or in the last digits, a bound that knows less of the events may be the lower one.
  const Epsilon known = from_pure_epsilons(plan, delta, concentrated_epsilon(plan, delta));
  Epsilon worst{0};
  for (const Direction direction : directions(plan)) {
    const auto composition = Composition::of(plan, direction);
    require(composition.has_value(), "every event of the plan has a law");
    worst = std::max(worst, in_one_direction(*composition, delta, worst, known));
  }
  return membership_epsilon(plan, delta, std::min(worst, known));
}

}  // namespace discreet
