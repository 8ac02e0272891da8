#include "discreet/solver/metric.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "discreet/base/contract.hpp"
#include "discreet/privacy/exact.hpp"
#include "discreet/solver/moments.hpp"

namespace discreet {
namespace {

constexpr double kShare = 0.06;     // of the budget
constexpr double kRowSpread = 1.5;  // the radius that rows are scaled into, over their root mean square
// A direction shows in a noisy matrix if its curvature exceeds half of the noise's largest eigenvalue; a little less
// was best where it was tried.
constexpr double kHidden = 0.4;
constexpr double kLeast = 1e-9;  // exact matrices are only taken this far from singular

}  // namespace

double multiplier_of(const Plan& plan, std::string_view what) {
  for (const PlanLine& line : plan.lines)
    if (line.what == what) return std::get<GaussianEvent>(line.event).multiplier.value;
  require(false, "the plan has the line");
  return 0;
}

bool MetricPurchase::exact() const { return std::isinf(facts_.budget.value); }

// A symmetric matrix of noise has a largest eigenvalue of about sqrt(2q) of its deviation on the diagonal.
double MetricPurchase::hidden_by(double multiplier) const {
  const double q = static_cast<double>(size());
  const double apart = facts_.neighbours == Neighbours::replace_one ? std::sqrt(2.0) : 1;
  return kHidden * multiplier * apart * kRowSpread * kRowSpread * q * std::sqrt(2 * q) / facts_.normaliser;
}

bool MetricPurchase::asks() const {
  if (size() > kMostColumns) return false;
  if (exact()) return true;
  return !unpaid() && hidden_by(1 / (facts_.budget.value * std::sqrt(kShare))) < 0.5 * static_cast<double>(size());
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
  std::vector<double> factors;
  for (const double m : found.frame.smoothness) factors.push_back(1 / std::sqrt(m));
  const Census::Units units{std::span(found.frame.centres).first(facts_.features), factors};
  Eigen::MatrixXd curvature;
  if (asks() && !exact()) {
    const double radius = kRowSpread * std::sqrt(most / found.curvature);
    const auto lower = context.gaussian.release(context.census.products(context.permit.pay(kLine), units, radius));
    curvature = found.curvature * unpacked(lower.value(), size());
    // Rows that were scaled into the ball may hold most of a column that is rarely far from its centre. Along a
    // coordinate the curvature is what the frame says.
    curvature.diagonal() = curvature.diagonal().cwiseMax(1);
    metric.hidden = hidden_by(multiplier_of(context.permit.plan(), kLine));
  } else {
    require(asks() || context.unpaid != nullptr, "exact figures are asked for by the user only");
    const Payment paid = asks() ? context.permit.pay(kLine) : context.unpaid->pay(SolverContext::kUnpaid);
    curvature = found.curvature * Exact::release(paid, context.census.exact_products(units)).value();
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
