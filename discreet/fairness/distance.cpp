#include "discreet/fairness/distance.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <limits>

#include "discreet/accounting/accountants.hpp"
#include "discreet/accounting/calibrate.hpp"

namespace discreet {

double sensitivity_of_minimum(double lipschitz, double convexity, double rows, Neighbours neighbours) {
  return (neighbours == Neighbours::replace_one ? 2 : 1) * lipschitz / (convexity * rows);
}

double output_deviation(double sensitivity, Budget budget) {
  return sensitivity / affordable_mu(TightAccountant(), budget).value;
}

double output_distance(double deviation, std::size_t coordinates, double zeta) {
  if (coordinates == 0) return 0;
  const boost::math::chi_squared squares(static_cast<double>(coordinates));
  return deviation * std::sqrt(boost::math::quantile(boost::math::complement(squares, zeta)));
}

double normal_distance(double deviation, double zeta) {
  return deviation * boost::math::quantile(boost::math::complement(boost::math::normal(), zeta / 2));
}

double published_distance(double sensitivity, Budget budget, std::size_t coordinates, double zeta) {
  return sensitivity / budget.epsilon.value *
         std::sqrt(8 * static_cast<double>(coordinates) * std::log(1.25 / budget.delta.value) * std::log(2 / zeta));
}

double sgd_distance(const SgdRun& run, double zeta) {
  if (!(run.step > 0 && run.step * 2 * run.smoothness <= 1)) return std::numeric_limits<double>::infinity();
  const double forgotten = std::exp(run.steps * std::log1p(-run.step * run.convexity)) * run.start * run.start;
  const double noise = static_cast<double>(run.coordinates) * run.deviation * run.deviation;
  return std::sqrt((forgotten + run.step * (2 * run.gradient_at_best + noise) / run.convexity) / zeta);
}

}  // namespace discreet
