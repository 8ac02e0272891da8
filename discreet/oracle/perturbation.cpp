#include "discreet/oracle/perturbation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/base/contract.hpp"
#include "discreet/base/subnormal.hpp"
#include "discreet/oracle/proximal_newton.hpp"

namespace discreet {
namespace {

constexpr std::size_t kMostSteps = 500, kMostPlainSteps = 1'000'000;
constexpr double kResidual = 1e-10;  // of the steepest a row can be
constexpr int kExponent = 40;        // of the noise in the objective; rounding it moves the minimum by next to nothing
constexpr double kMostCells = 0x1p61;

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

}  // namespace

double Perturbation::pull_of_all(const Oracle& oracle) {
  return std::max(1.0, static_cast<double>(oracle.rows()) / oracle.normaliser());
}

double Perturbation::longest_minimum(const Oracle& oracle, double linear) {
  return 1.01 * (pull_of_all(oracle) + linear);
}

// What rounding can add to a gradient, over the steepest that a row can be, at any point that is looked for when the
// linear term has at most that length.
double Perturbation::rounding(const Oracle& oracle, const Minimum& what, double linear) {
  const double p = static_cast<double>(oracle.coordinates()), n = static_cast<double>(oracle.rows());
  const double pull = pull_of_all(oracle);
  const double fine = std::numeric_limits<double>::epsilon(), coarse = oracle.precision();
  const double longest = longest_minimum(oracle, linear);
  const double margins = oracle.loss_smoothness() * ((p + 8) * fine + coarse) * longest * what.radius * what.radius;
  return pull * ((n + p + 8) * fine + margins + 8 * coarse) + 8 * fine * (longest + linear);
}

double Perturbation::certified(const Oracle& oracle, const Minimum& what, double linear) {
  // The last is what the quotient of `ask` is off by before it is put on the grid: beyond 2^53 cells that is more than
  // the half cell that the grid charges for.
  return kResidual + 2 * rounding(oracle, what, linear) +
         std::numeric_limits<double>::epsilon() * longest_minimum(oracle, linear);
}

Eigen::VectorXd Perturbation::find(Oracle& oracle, const Minimum& what, Eigen::VectorXd slopes, double linear) const {
  const SubnormalsAreZero flushed;
  const Tilt tilt{std::move(slopes),
                  Eigen::Map<const Eigen::VectorXd>(what.ridge.data(), static_cast<Eigen::Index>(what.ridge.size()))};
  // Rounding may keep a gradient from being smaller than this, and hide that it is larger by as much again.
  const double small = (kResidual + rounding(oracle, what, linear)) * what.steepest * what.radius;
  bool found = false;
  const auto ask = [](const auto& sealed) { return sealed.open(OpenKey{}); };
  const auto finished = [&](const Eigen::VectorXd& w, const Eigen::VectorXd& gradient) {
    return found = length_in(oracle.frame().smoothness, least_slopes(what.penalty, w, gradient)) <= small;
  };
  const auto p = static_cast<Eigen::Index>(oracle.coordinates());
  const NewtonRun run = proximal_newton(oracle, what.penalty, tilt, Eigen::VectorXd::Zero(p), kMostSteps, ask, finished,
                                        [](std::size_t) {});
  Eigen::VectorXd w = run.w;
  // Newton steps look at values of the objective, which rounding may blur before it blurs the gradient. Plain proximal
  // steps do not, and come as close as one likes: each brings the point nearer by a part of 1/bound at least.
  const double pull = pull_of_all(oracle);
  const double bound = 1 + pull * oracle.loss_smoothness() * what.radius * what.radius;
  for (std::size_t step = 0; !found && step < kMostPlainSteps; ++step) {
    oracle.restart({w.data(), static_cast<std::size_t>(w.size())});
    Eigen::VectorXd gradient = ask(oracle.gradient());
    tilt.add_gradient(w, gradient);
    if (finished(w, gradient)) break;
    for (Eigen::Index j = 0; j < w.size(); ++j) {
      const double length = 1 / (bound * oracle.frame().smoothness[static_cast<std::size_t>(j)]);
      w[j] = what.penalty.prox(coordinate_at(j), w[j] - length * gradient[j], length);
    }
  }
  require(found, "the minimum of a strongly convex objective is found");
  return w;
}

VectorQuery Perturbation::ask(Payment payment, RowBound bound, double unit, Oracle& oracle,
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

VectorQuery Perturbation::output(Payment payment, Oracle& oracle, const Minimum& what) {
  require(!payment.exact(), "a minimum without noise is for the exact solver");
  require(payment.neighbours() != Neighbours::add_remove, "the number of rows is public");
  oracle.shrink_rows(what.radius);
  const Eigen::VectorXd point = find(oracle, what, {}, 0);
  // Each of two neighbours' points may be this far from its minimum.
  const double error = oracle.normaliser() * certified(oracle, what, 0);
  const RowBound bound{1 + 2 * error, 2 + 2 * error, static_cast<double>(oracle.coordinates())};
  return ask(std::move(payment), bound, what.steepest * what.radius / oracle.normaliser(), oracle, point);
}

PerturbedMinimum Perturbation::objective(Payment perturbation, Payment accuracy, Oracle& oracle, const Minimum& what) {
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
  const double error = n * certified(oracle, what, linear) + noise * std::sqrt(p) * std::ldexp(1.0, -kExponent);
  const RowBound bound{1, 1, p};
  return {ask(std::move(accuracy), bound, 2 * error * unit, oracle, point), noise, 2 * error * unit};
}

}  // namespace discreet
