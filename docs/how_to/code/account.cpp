#include <cstdio>

#include "discreet/accounting/accountants.hpp"
#include "discreet/accounting/calibrate.hpp"

int main() {
  using namespace discreet;
  const Plan plan{Neighbours::add_remove, {{"steps", PoissonGaussianEvent{0.01, {1.1}}, 1000}}};
  const Account cost = account(plan, Delta{1e-6});
  for (const auto& [accountant, epsilon] : cost.by) std::printf("%s: %g\n", accountant.data(), epsilon.value);
  const auto noise = calibrate(TightAccountant(), {Epsilon{1}, Delta{1e-6}}, plan);
  std::printf("epsilon 1 needs %g times the noise\n", noise->factor);
}
