#include "discreet/solver/plan_noise.hpp"

#include <algorithm>
#include <numbers>

#include "discreet/base/contract.hpp"

namespace discreet {
namespace {

struct Deviation {
  double operator()(const GaussianEvent& event) const { return event.multiplier.value; }
  double operator()(const PoissonGaussianEvent& event) const { return event.multiplier.value; }
  double operator()(const FixedBatchGaussianEvent& event) const { return event.multiplier.value; }
  double operator()(const LaplaceEvent& event) const { return std::numbers::sqrt2 * event.multiplier.value; }
  template <class Other>
  double operator()(const Other&) const {
    return 0;
  }
};

}  // namespace

double deviation_of(const Plan& plan, std::string_view what) {
  const auto line =
      std::find_if(plan.lines.begin(), plan.lines.end(), [&](const PlanLine& l) { return l.what == what; });
  require(line != plan.lines.end(), "the plan has the line");
  return std::visit(Deviation{}, line->event);
}

}  // namespace discreet
