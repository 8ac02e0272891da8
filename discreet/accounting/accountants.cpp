#include "discreet/accounting/accountants.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/accounting/concentrated.hpp"
#include "discreet/accounting/numeric.hpp"
#include "discreet/accounting/pure_composition.hpp"
#include "discreet/accounting/renyi.hpp"
#include "discreet/base/contract.hpp"

namespace discreet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class Predicate>
bool every(const Plan& plan, const Predicate& holds) {
  return std::all_of(plan.lines.begin(), plan.lines.end(), [&](const PlanLine& line) {
    return line.groups == 0 || std::holds_alternative<NonPrivateEvent>(line.event) || holds(line.event);
  });
}

// Approximate events are pure when an accountant sees them.
bool is_pure(const Event& event) {
  return std::holds_alternative<ApproximateEvent>(event) || std::isfinite(pure_epsilon(event));
}

bool is_gaussian(const Event& event) { return std::holds_alternative<GaussianEvent>(event); }

// sqrt(2 log(1/delta) sum e^2) + sum e (exp(e) - 1)
double advanced_composition(const Plan& plan, Delta delta) {
  double squares = 0, drift = 0;
  for (const PlanLine& line : plan.lines) {
    const double each = pure_epsilon(line.event), count = static_cast<double>(line.groups);
    squares += count * each * each;
    drift += count * each * std::expm1(each);
  }
  return (std::sqrt(-2 * std::log(delta.value) * squares) + drift) * (1 + 1e-15);
}

}  // namespace

bool NumericRules::covers(const Plan& plan) { return has_laws(plan); }
Epsilon NumericRules::ideal_epsilon(const Plan& plan, Delta delta) { return numeric_epsilon(plan, delta); }

bool RenyiRules::covers(const Plan& plan) { return has_laws(plan); }
Epsilon RenyiRules::ideal_epsilon(const Plan& plan, Delta delta) {
  if (delta.value == 0) return summed_epsilon(plan);
  Epsilon worst{0};
  for (const Direction direction : directions(plan)) {
    const auto composition = Composition::of(plan, direction);
    require(composition.has_value(), "every event of the plan has a law");
    worst = std::max(worst, renyi_epsilon(*composition, delta).epsilon);
  }
  // The same bound by another route, which may round differently.
  return std::min(worst, concentrated_epsilon(plan, delta));
}

bool ZcdpRules::covers(const Plan& plan) {
  return every(plan, [](const Event& event) { return std::isfinite(rho_of(event)); });
}
Epsilon ZcdpRules::ideal_epsilon(const Plan& plan, Delta delta) { return concentrated_epsilon(plan, delta); }

bool PureRules::covers(const Plan& plan) { return every(plan, is_pure); }
Epsilon PureRules::ideal_epsilon(const Plan& plan, Delta delta) { return from_pure_epsilons(plan, delta); }

bool PaperRules::covers(const Plan& plan) {
  return every(plan, [](const Event& event) { return is_gaussian(event) || is_pure(event); });
}
Epsilon PaperRules::ideal_epsilon(const Plan& plan, Delta delta) {
  if (delta.value == 0) return summed_epsilon(plan);
  if (PureAccountant().covers(plan)) return {advanced_composition(plan, delta)};
  if (every(plan, is_gaussian)) return simple_conversion(rho_of(plan), delta);
  // Nothing is published about mixtures: each kind by itself with half of delta, and the two add up.
  Plan gaussian{plan.neighbours, {}}, pure{plan.neighbours, {}};
  for (const PlanLine& line : plan.lines) (is_gaussian(line.event) ? gaussian : pure).lines.push_back(line);
  const Delta half{delta.value / 2};
  return {(simple_conversion(rho_of(gaussian), half).value + advanced_composition(pure, half)) * (1 + 1e-15)};
}

bool TightAccountant::covers(const Plan& plan) const { return has_laws(plan); }
std::string_view TightAccountant::decided_by(const Plan& plan) {
  return GdpAccountant().covers(plan) ? GdpAccountant().name() : NumericAccountant().name();
}
Epsilon TightAccountant::ideal_epsilon(const Plan& plan, Delta delta) const { return numeric_epsilon(plan, delta); }

namespace {

template <class A>
std::unique_ptr<Accountant> made() {
  return std::make_unique<A>();
}

constexpr AccountantKind kKinds[] = {
    {"tight", "the smallest of the others", made<TightAccountant>},
    {"gdp", "exact for Gaussian noise", made<GdpAccountant>},
    {NumericRules::name, "exact to the digits shown where it settles, never too low", made<NumericAccountant>},
    {RenyiRules::name, "Renyi divergences, best real order", made<RenyiAccountant>},
    {ZcdpRules::name, "zero-concentrated privacy, best conversion", made<ZcdpAccountant>},
    {PureRules::name, "from pure epsilons alone", made<PureAccountant>},
    {PaperRules::name, "closed forms of the publications", made<PaperAccountant>},
};

}  // namespace

std::span<const AccountantKind> accountant_kinds() { return kKinds; }

std::vector<std::string_view> accountant_names() {
  std::vector<std::string_view> names;
  for (const AccountantKind& kind : kKinds) names.push_back(kind.name);
  return names;
}

Account account(const Plan& plan, Delta delta) {
  Account answer{{kInfinity}, "none", {}};
  for (const AccountantKind& kind : accountant_kinds().subspan(1)) {
    const std::unique_ptr<Accountant> each = kind.make();
    if (!each->covers(plan)) continue;
    const Epsilon epsilon = each->epsilon(plan, delta);
    answer.by.emplace_back(kind.name, epsilon);
    if (epsilon < answer.epsilon || answer.accountant == "none") answer = {epsilon, kind.name, std::move(answer.by)};
  }
  return answer;
}

Result<std::unique_ptr<Accountant>> accountant_named(std::string_view name) {
  for (const AccountantKind& kind : accountant_kinds())
    if (kind.name == name) return kind.make();
  return wrong(Fault::usage, fmt::format("'{}' is not an accountant", name),
               fmt::format("there are: {}", fmt::join(accountant_names(), ", ")));
}

}  // namespace discreet
