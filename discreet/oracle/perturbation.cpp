#include "discreet/oracle/perturbation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/base/contract.hpp"
#include "discreet/base/mistake.hpp"
#include "discreet/base/subnormal.hpp"
#include "discreet/oracle/proximal_newton.hpp"

namespace discreet {
namespace {

constexpr std::size_t kMostSteps = 200;
constexpr double kResidual = 1e-10;  // of the steepest a row can be
constexpr int kExponent = 40;        // of the noise in the objective; rounding it moves the minimum by next to nothing
constexpr double kMostCells = 0x1p61;
// The plain steps that end every search are in proportion to the first; the second doubles the price of a minimum.
constexpr double kMostCondition = 1e8, kMostError = 0.5;
// Plain steps are at most so long that what rounding adds to each adds up to less than `certified` has room for.
constexpr double kLeastSteepness = 8;
constexpr double kFine = std::numeric_limits<double>::epsilon();

double length_in(const std::vector<double>& smoothness, const Eigen::VectorXd& slopes) {
  double square = 0;
  for (Eigen::Index j = 0; j < slopes.size(); ++j)
    square += slopes[j] * slopes[j] / smoothness[static_cast<std::size_t>(j)];
  return std::sqrt(square);
}

// The least slope of the whole objective at a point: none at the minimum.
Eigen::VectorXd least_slopes(const WeightedPenalty& penalty, const Eigen::VectorXd& w, Eigen::VectorXd gradient) {
  for (Eigen::Index j = 0; j < w.size(); ++j) {
    const auto [low, high] = penalty.slopes(coordinate_at(j), w[j]);
    gradient[j] += std::clamp(-gradient[j], low, high);
  }
  return gradient;
}

// In units of what one row can pull: all rows together; and how far from zero a minimum is at most, and a little more.
double pull_of_all(const RiskFacts& facts) { return std::max(1.0, facts.rows / facts.normaliser); }
double longest_minimum(const RiskFacts& facts, double linear) { return 1.01 * (pull_of_all(facts) + linear); }

// How much the risk of shrunk rows bends along any direction, over what penalty and ridge bend at least.
double steepness(const RiskFacts& facts, double radius) {
  return pull_of_all(facts) * facts.loss_smoothness * radius * radius;
}

// What rounding can add to a gradient, over the steepest that a row can be, at any point that is looked for when the
// linear term has at most that length.
double rounding(const RiskFacts& facts, double radius, double linear) {
  const double p = facts.coordinates, coarse = facts.precision;
  const double longest = longest_minimum(facts, linear);
  const double margins = facts.loss_smoothness * ((p + 8) * kFine + coarse) * longest * radius * radius;
  return pull_of_all(facts) * ((facts.rows + p + 8) * kFine + margins + 8 * coarse) + 64 * kFine * (longest + linear);
}

// Proximal steps from zero, ridge and penalty in the prox: each brings the point nearer to the minimum by a factor of
// 1 + 1/steepness at least, so their number is known beforehand. They stop before where a gradient says so.
// proof: docs/proofs/output.md
template <class Gradient, class Finished>
Eigen::VectorXd plain_steps(const Minimum& what, const std::vector<double>& smoothness, const Eigen::VectorXd& slopes,
                            double steep, double farthest, Gradient&& gradient_at, Finished&& finished) {
  Eigen::VectorXd w = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(smoothness.size()));
  const double steps = std::ceil((1 + steep) * std::log(4 * farthest / kResidual));
  for (double step = 0; step < steps; ++step) {
    Eigen::VectorXd gradient = gradient_at(w);
    if (slopes.size()) gradient += slopes;
    if (finished(w, gradient)) break;
    for (Eigen::Index j = 0; j < w.size(); ++j) {
      const auto k = static_cast<std::size_t>(j);
      const double length = 1 / (steep * smoothness[k]), held = 1 + length * what.ridge[k];
      w[j] = what.penalty.prox(coordinate_at(j), (w[j] - length * gradient[j]) / held, length / held);
    }
  }
  return w;
}

}  // namespace

RiskFacts Perturbation::facts_of(const Oracle& oracle) {
  return {static_cast<double>(oracle.rows()), oracle.normaliser(), static_cast<double>(oracle.coordinates()),
          oracle.loss_smoothness(), oracle.precision()};
}

double Perturbation::certified(const RiskFacts& facts, double radius, double linear) {
  // The last is what the quotient of `ask` is off by before it is put on the grid: beyond 2^53 cells that is more than
  // the half cell that the grid charges for.
  return kResidual + 2 * rounding(facts, radius, linear) + kFine * longest_minimum(facts, linear);
}

RowBound Perturbation::bound(const RiskFacts& facts, double radius) {
  // Each of two neighbours' points may be this far from its minimum.
  const double error = facts.normaliser * certified(facts, radius, 0);
  const auto numbers = static_cast<std::size_t>(facts.coordinates);
  if (planted(Mistake::rounded_once)) return RowBound::rows(1 + 2 * error, 2 + 2 * error, numbers);
  return RowBound::whole(1 + 2 * error, 2 + 2 * error, numbers);
}

bool Perturbation::solvable(const RiskFacts& facts, double radius, double linear) {
  return radius > 0 && std::isfinite(radius) && steepness(facts, radius) <= kMostCondition &&
         facts.normaliser * certified(facts, radius, linear) <= kMostError;
}

Eigen::VectorXd Perturbation::find(ReferenceOracle& oracle, const Minimum& what, Eigen::VectorXd slopes,
                                   double linear) const {
  const SubnormalsAreZero flushed;
  const RiskFacts facts = facts_of(oracle);
  const Eigen::VectorXd ridge =
      Eigen::Map<const Eigen::VectorXd>(what.ridge.data(), static_cast<Eigen::Index>(what.ridge.size()));
  const Tilt tilt{std::move(slopes), ridge};
  // Rounding may keep a gradient from being smaller than this, and hide that it is larger by as much again.
  const double small = (kResidual + rounding(facts, what.radius, linear)) * what.steepest * what.radius;
  bool found = false;
  const auto ask = [](const auto& sealed) { return sealed.open(OpenKey{}); };
  const std::vector<double>& smoothness = oracle.frame().smoothness;
  const auto finished = [&](const Eigen::VectorXd& w, const Eigen::VectorXd& gradient) {
    return found = length_in(smoothness, least_slopes(what.penalty, w, gradient)) <= small;
  };
  const NewtonRun run = proximal_newton(oracle, what.penalty, tilt, Eigen::VectorXd::Zero(ridge.size()), kMostSteps,
                                        ask, finished, [](std::size_t) {});
  if (found) return run.w;
  require(!planted(Mistake::search_gives_up), "the minimum is found");
  // Whether Newton steps end there is a matter of the rows; that these do is not.
  const auto gradient_at = [&](const Eigen::VectorXd& w) {
    oracle.restart({w.data(), static_cast<std::size_t>(w.size())});
    return ask(oracle.gradient());
  };
  const auto bent = [&](const Eigen::VectorXd& w, const Eigen::VectorXd& gradient) {
    return finished(w, gradient + ridge.cwiseProduct(w));
  };
  return plain_steps(what, smoothness, tilt.slopes, std::max(kLeastSteepness, steepness(facts, what.radius)),
                     longest_minimum(facts, linear), gradient_at, bent);
}

VectorQuery Perturbation::ask(Payment payment, RowBound bound, double unit, ReferenceOracle& oracle,
                              const Eigen::VectorXd& point) const {
  Group group(std::move(payment), bound, 1, BoundKey{});
  const double cells = static_cast<double>(group.lattice().cells_per_unit());
  std::vector<std::int64_t> numbers;
  std::vector<double> worth;
  for (Eigen::Index j = 0; j < point.size(); ++j) {
    worth.push_back(unit / cells / std::sqrt(oracle.frame().smoothness[static_cast<std::size_t>(j)]));
    numbers.push_back(std::llround(std::clamp(point[j] / worth.back(), -kMostCells, kMostCells)));
  }
  return group.ask(Sensitive(std::move(numbers)), std::move(worth));
}

VectorQuery Perturbation::output(Payment payment, ReferenceOracle& oracle, const Minimum& what) {
  require(!payment.exact(), "a minimum without noise is for the exact solver");
  require(payment.neighbours() != Neighbours::add_remove, "the number of rows is public");
  oracle.shrink_rows(what.radius);
  const RowBound row = bound(facts_of(oracle), what.radius);
  const double unit = what.steepest * what.radius / oracle.normaliser();
  return ask(std::move(payment), row, unit, oracle, find(oracle, what, {}, 0));
}

PerturbedMinimum Perturbation::objective(Payment perturbation, Payment accuracy, ReferenceOracle& oracle,
                                         const Minimum& what) {
  require(!accuracy.exact(), "a minimum without noise is for the exact solver");
  require(accuracy.neighbours() != Neighbours::add_remove, "the number of rows is public");
  const Neighbours neighbours = perturbation.neighbours();
  const Event event = perturbation.spend();
  const auto* paid = std::get_if<ApproximateEvent>(&event);
  require(paid != nullptr, "a linear term is paid for by an approximate event");
  const double n = oracle.normaliser(), p = static_cast<double>(oracle.coordinates());
  const double noise = objective_noise(*paid, oracle.loss_smoothness() * what.radius * what.radius / n,
                                       oracle.coordinates(), neighbours);
  require(std::isfinite(noise), "some noise is enough");
  const double unit = what.steepest * what.radius / n;
  Eigen::VectorXd slopes(static_cast<Eigen::Index>(oracle.coordinates()));
  for (Eigen::Index j = 0; j < slopes.size(); ++j) {
    const double drawn = std::ldexp(static_cast<double>(pool_.next(kExponent)), -kExponent);
    slopes[j] = std::clamp(drawn, -kLongestDraw, kLongestDraw) * noise * unit *
                std::sqrt(oracle.frame().smoothness[static_cast<std::size_t>(j)]);
  }
  const double linear = kLongestDraw * noise * std::sqrt(p) / n;  // the most it pulls
  oracle.shrink_rows(what.radius);
  const Eigen::VectorXd point = find(oracle, what, std::move(slopes), linear);
  const double error =
      n * certified(facts_of(oracle), what.radius, linear) + noise * std::sqrt(p) * std::ldexp(1.0, -kExponent);
  const RowBound row = RowBound::whole(1, 1, oracle.coordinates());
  return {ask(std::move(accuracy), row, 2 * error * unit, oracle, point), noise, 2 * error * unit};
}

}  // namespace discreet
