#include "discreet/solver/products.hpp"

#include <cmath>
#include <numbers>

#include "discreet/solver/moments.hpp"

namespace discreet {
namespace {

// Every column less its centre and over the root of its smoothness.
struct InFrame {
  explicit InFrame(const SolverContext& context, const Frame& frame) {
    for (const double m : frame.smoothness) factors.push_back(1 / std::sqrt(m));
    const std::size_t features = frame.smoothness.size() - context.oracle.has_intercept();
    units = {std::span(frame.centres).first(features), factors};
  }
  std::vector<double> factors;
  Census::Units units;
};

}  // namespace

// Replaced rows leave two products of norm radius^2, which point in different directions at the worst.
ProductNoise product_noise(const SurveyFacts& facts, std::size_t columns, double multiplier, double radius) {
  const double apart = facts.neighbours == Neighbours::replace_one ? std::numbers::sqrt2 : 1;
  const double deviation = multiplier * apart * radius * radius / facts.normaliser;
  return {deviation, deviation * std::sqrt(2 * static_cast<double>(columns))};
}

Eigen::MatrixXd noisy_curvature(SolverContext& context, std::string_view line, const Scales& found, double spread) {
  const std::size_t size = found.frame.smoothness.size();
  const InFrame columns(context, found.frame);
  const double radius = spread * std::sqrt(static_cast<double>(size) / found.curvature);
  const auto lower = context.gaussian.release(context.census.products(context.permit.pay(line), columns.units, radius));
  return found.curvature * unpacked(lower.value(), size);
}

Eigen::MatrixXd exact_curvature(SolverContext& context, Permit& permit, std::string_view line, const Scales& found) {
  const InFrame columns(context, found.frame);
  return found.curvature * context.exactly(permit.pay(line), context.census.exact_products(columns.units));
}

}  // namespace discreet
