#include "discreet/privacy/accountants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "discreet/base/contract.hpp"
#include "discreet/privacy/accounting/numeric.hpp"
#include "discreet/privacy/accounting/pure_composition.hpp"
#include "discreet/privacy/accounting/renyi.hpp"

namespace discreet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// rho of an event; infinite where there is none.
struct Rho {
  double operator()(const GaussianEvent& e) const { return 0.5 / (e.multiplier.value * e.multiplier.value); }
  double operator()(const PoissonGaussianEvent&) const { return kInfinity; }
  double operator()(const FixedBatchGaussianEvent&) const { return kInfinity; }
  double operator()(const LaplaceEvent& e) const { return 0.5 / (e.multiplier.value * e.multiplier.value); }
  double operator()(const ExponentialEvent& e) const { return e.epsilon.value * e.epsilon.value / 8; }
  double operator()(const PureEvent& e) const { return e.epsilon.value * e.epsilon.value / 2; }
  double operator()(const ApproximateEvent& e) const { return (*this)(PureEvent{e.epsilon}); }
  double operator()(const NonPrivateEvent&) const { return kInfinity; }
};

double rho_of(const Plan& plan) {
  double sum = 0;
  for (const PlanLine& line : plan.lines)
    if (line.groups > 0) sum += static_cast<double>(line.groups) * std::visit(Rho{}, line.event);
  return sum * (1 + 4e-16 * static_cast<double>(plan.lines.size() + 2));
}

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

double simple_zcdp(double rho, Delta delta) {
  return (rho + 2 * std::sqrt(rho * -std::log(delta.value))) * (1 + 1e-15);
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

bool NumericAccountant::covers(const Plan& plan) const { return has_laws(plan); }
Epsilon NumericAccountant::ideal_epsilon(const Plan& plan, Delta delta) const { return numeric_epsilon(plan, delta); }

bool RenyiAccountant::covers(const Plan& plan) const { return has_laws(plan); }
Epsilon RenyiAccountant::ideal_epsilon(const Plan& plan, Delta delta) const {
  if (delta.value == 0) return summed_epsilon(plan);
  Epsilon worst{0};
  for (const Direction direction : {Direction::remove, Direction::add}) {
    const auto composition = Composition::of(plan, direction);
    require(composition.has_value(), "every event of the plan has a law");
    worst = std::max(worst, renyi_epsilon(*composition, delta).epsilon);
  }
  // The same bound by another route, which may round differently.
  const ZcdpAccountant zcdp;
  return std::min(worst, zcdp.epsilon(plan, delta));
}

bool ZcdpAccountant::covers(const Plan& plan) const {
  return every(plan, [](const Event& event) { return std::isfinite(std::visit(Rho{}, event)); });
}
Epsilon ZcdpAccountant::ideal_epsilon(const Plan& plan, Delta delta) const {
  if (delta.value == 0) return {kInfinity};
  const double rho = rho_of(plan);
  const double best = renyi_epsilon([&](double s) { return rho * s * (1 + s); }, delta).epsilon.value;
  return {std::min(best, simple_zcdp(rho, delta))};
}

bool PureAccountant::covers(const Plan& plan) const { return every(plan, is_pure); }
Epsilon PureAccountant::ideal_epsilon(const Plan& plan, Delta delta) const {
  std::set<double> kinds;
  double count = 0;
  for (const PlanLine& line : plan.lines) {
    kinds.insert(pure_epsilon(line.event));
    count += static_cast<double>(line.groups);
  }
  const Epsilon sum = summed_epsilon(plan);
  return kinds.size() == 1 ? std::min(sum, pure_composition({*kinds.begin()}, count, delta)) : sum;
}

bool PaperAccountant::covers(const Plan& plan) const {
  return every(plan, [](const Event& event) { return is_gaussian(event) || is_pure(event); });
}
Epsilon PaperAccountant::ideal_epsilon(const Plan& plan, Delta delta) const {
  if (delta.value == 0) return summed_epsilon(plan);
  if (PureAccountant().covers(plan)) return {advanced_composition(plan, delta)};
  if (every(plan, is_gaussian)) return {simple_zcdp(rho_of(plan), delta)};
  // Nothing is published about mixtures: each kind by itself with half of delta, and the two add up.
  Plan gaussian{plan.neighbours, {}}, pure{plan.neighbours, {}};
  for (const PlanLine& line : plan.lines) (is_gaussian(line.event) ? gaussian : pure).lines.push_back(line);
  const Delta half{delta.value / 2};
  return {(simple_zcdp(rho_of(gaussian), half) + advanced_composition(pure, half)) * (1 + 1e-15)};
}

bool TightAccountant::covers(const Plan& plan) const { return has_laws(plan); }
std::string_view TightAccountant::decided_by(const Plan& plan) {
  return GdpAccountant().covers(plan) ? GdpAccountant().name() : NumericAccountant().name();
}
// The numeric accountant starts from the Renyi bound and is exact for Gaussian and for equal pure events, so only the
// plain sum can be better where it does not settle.
Epsilon TightAccountant::ideal_epsilon(const Plan& plan, Delta delta) const {
  return std::min(numeric_epsilon(plan, delta), summed_epsilon(plan));
}

Account account(const Plan& plan, Delta delta) {
  const GdpAccountant gdp;
  const NumericAccountant numeric;
  const RenyiAccountant renyi;
  const ZcdpAccountant zcdp;
  const PureAccountant pure;
  const PaperAccountant paper;
  Account answer{{kInfinity}, "none", {}};
  for (const Accountant* each : {static_cast<const Accountant*>(&gdp), static_cast<const Accountant*>(&numeric),
                                 static_cast<const Accountant*>(&renyi), static_cast<const Accountant*>(&zcdp),
                                 static_cast<const Accountant*>(&pure), static_cast<const Accountant*>(&paper)}) {
    if (!each->covers(plan)) continue;
    const Epsilon epsilon = each->epsilon(plan, delta);
    answer.by.emplace_back(each->name(), epsilon);
    if (epsilon < answer.epsilon || answer.accountant == "none") answer = {epsilon, each->name(), std::move(answer.by)};
  }
  return answer;
}

Result<std::unique_ptr<Accountant>> accountant_named(std::string_view name) {
  if (name == "tight") return std::make_unique<TightAccountant>();
  if (name == "gdp") return std::make_unique<GdpAccountant>();
  if (name == "numeric") return std::make_unique<NumericAccountant>();
  if (name == "rdp") return std::make_unique<RenyiAccountant>();
  if (name == "zcdp") return std::make_unique<ZcdpAccountant>();
  if (name == "pure") return std::make_unique<PureAccountant>();
  if (name == "paper") return std::make_unique<PaperAccountant>();
  return wrong(Fault::usage, fmt::format("'{}' is not an accountant", name),
               "use tight, gdp, numeric, rdp, zcdp, pure or paper");
}

}  // namespace discreet
