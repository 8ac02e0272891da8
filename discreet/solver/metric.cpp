#include "discreet/solver/metric.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "discreet/base/contract.hpp"
#include "discreet/solver/plan_noise.hpp"
#include "discreet/solver/products.hpp"

namespace discreet {
namespace {

constexpr double kShare = 0.06;     // of the budget
constexpr double kRowSpread = 1.5;  // the radius that rows are scaled into, over their root mean square
// A direction shows in a noisy matrix if its curvature exceeds half of the noise's largest eigenvalue; a little less
// was best where it was tried.
constexpr double kHidden = 0.4;
constexpr double kLeast = 1e-9;  // exact matrices are only taken this far from singular

}  // namespace

double MetricPurchase::hidden_by(double multiplier) const {
  const double radius = kRowSpread * std::sqrt(static_cast<double>(size()));
  return kHidden * product_noise(facts_, size(), multiplier, radius).largest;
}

bool MetricPurchase::asks() const {
  if (size() > kMostColumns) return false;
  if (facts_.exact()) return true;
  return !unpaid() && hidden_by(1 / (facts_.budget.value * std::sqrt(kShare))) < 0.5 * static_cast<double>(size());
}

double MetricPurchase::expected_hidden() const {
  return asks() ? hidden_by(1 / (facts_.budget.value * std::sqrt(kShare))) : static_cast<double>(size());
}

double MetricPurchase::plan(Outline& outline) const {
  if (!asks()) return 0;
  outline.lines.push_back({std::string(kLine), 1, size() * (size() + 1) / 2, kShare});
  return kShare;
}

ColumnMetric MetricPurchase::run(SolverContext& context, const Scales& found) const {
  const auto q = static_cast<Eigen::Index>(size());
  const double most = static_cast<double>(size());
  ColumnMetric metric{{}, Eigen::VectorXd::Constant(q, most), most};
  if (!asks() && (!unpaid() || size() > kMostColumns)) return metric;
  Eigen::MatrixXd curvature;
  if (asks() && !facts_.exact()) {
    curvature = noisy_curvature(context, kLine, found, kRowSpread);
    // Rows that were scaled into the ball may hold most of a column that is rarely far from its centre. Along a
    // coordinate the curvature is what the frame says.
    curvature.diagonal() = curvature.diagonal().cwiseMax(1);
    metric.hidden = hidden_by(deviation_of(context.permit.plan(), kLine));
  } else {
    require(asks() || context.unpaid != nullptr, "exact figures are asked for by the user only");
    curvature = asks() ? exact_curvature(context, context.permit, kLine, found)
                       : exact_curvature(context, *context.unpaid, SolverContext::kUnpaid, found);
    metric.hidden = kLeast;
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> parts(curvature);
  metric.curvature = parts.eigenvalues().cwiseMax(metric.hidden);
  if (settings_.diagonal_metric)
    metric.curvature.setConstant(metric.curvature.maxCoeff());
  else
    metric.directions = parts.eigenvectors();
  return metric;
}

}  // namespace discreet
