#include "discreet/accounting/grid_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "discreet/accounting/waves.hpp"
#include "discreet/base/contract.hpp"
#include "discreet/base/gauss_legendre.hpp"
#include "discreet/base/normal.hpp"

namespace discreet {
namespace {

using Complex = std::complex<double>;
constexpr double kPi = std::numbers::pi;
constexpr double kTails = 10;  // standard deviations; beyond lies 1e-23

// Points of the noise with their probabilities (as logarithms), the loss there, and how the outcome's own density
// differs from that of the noise.
struct Points {
  std::vector<double> log_weight;  // of the base measure N(0, z^2)
  std::vector<double> shift;       // u: log of the drawn density over the base density
  std::vector<double> loss;        // v
  // What exp(u + s v) - 1 is to first order, alpha + s beta, times the weight; both add up to zero.
  std::vector<double> alpha, beta;
  double atom = 0;  // probability of a loss of exactly zero beyond the points
};

// log(1 - q + q e^x), and the excess q (e^x - 1) times a weight, which is finite where e^x is not.
struct Mixture {
  double log, weighted_excess;
};
Mixture mixture(double q, double x, double log_weight) {
  if (x > 30) return {x + std::log(q + (1 - q) * std::exp(-x)), q * (std::exp(log_weight + x) - std::exp(log_weight))};
  const double excess = q * std::expm1(x);
  return {std::log1p(excess), std::exp(log_weight) * excess};
}

class GridLaw final : public LossLaw {
 public:
  GridLaw(double q, double z, Subsampling kind) : q_(q), z_(z), kind_(kind) {}

  double log_moment(double s) const override { return log_moment(points(s, 0), s); }
  double renyi_log_moment(double s) const override {
    double error = 0;
    const double value = log_moment(points(s, 0), s, &error);
    return std::max(value, 0.0) + error;
  }

  double fill(double c, double h, std::span<Complex> out) const override;
  double decay(double c, double from) const override;
  double work(double c, double h, double terms) const override {
    const double count = extent(c) / step(h * terms);
    return few(count, terms) ? count * terms : 100 * count + 300 * terms;
  }
  Mass between(double low, double high) const override;

 private:
  // Whether each point is best carried from term to term; otherwise all terms come from one transform.
  static bool few(double points, double terms) { return points * terms < 4e6; }
  double step(double oscillation) const;  // of the quadrature
  double extent(double c) const {
    return std::max(0.0, kind_ == Subsampling::added ? -c : std::max(c, -c)) + 2 * kTails * z_ + 2;
  }
  double noise_at(double loss) const;  // the point of the noise where `removed` or `replaced` has this loss
  Points points(double c, double oscillation) const;
  void add(Points& points, double x, double weight) const;
  double log_moment(const Points& at, double s, double* error = nullptr) const;

  double q_, z_;
  Subsampling kind_;
};

void GridLaw::add(Points& p, double x, double weight) const {
  const double log_weight = std::log(weight / (z_ * std::sqrt(2 * kPi))) - 0.5 * x * x / (z_ * z_);
  const auto push = [&](double shift, double loss, double alpha, double beta) {
    p.log_weight.push_back(log_weight);
    p.shift.push_back(shift);
    p.loss.push_back(loss);
    p.alpha.push_back(alpha);
    p.beta.push_back(beta);
  };
  const Mixture up = mixture(q_, (2 * x - 1) / (2 * z_ * z_), log_weight);
  switch (kind_) {
    case Subsampling::removed:
      return push(up.log, up.log, up.weighted_excess, up.weighted_excess);
    case Subsampling::added:
      return push(0, -up.log, 0, -up.weighted_excess);
    case Subsampling::replaced: {
      const Mixture down = mixture(q_, (-2 * x - 1) / (2 * z_ * z_), log_weight);
      return push(down.log, down.log - up.log, down.weighted_excess, down.weighted_excess - up.weighted_excess);
    }
    case Subsampling::fixed_batch:
      push(up.log, up.log, up.weighted_excess, 0);
      push(0, -up.log, 0, 0);
      p.atom -= std::exp(log_weight) + std::exp(log_weight + up.log);
  }
}

// The trapezoidal rule on an analytic function: its error is exp(-2 pi y / step) times the growth of the integrand at
// distance y from the line. The mixture is analytic to pi z^2; the noise grows like exp(y^2 / 2 z^2), the oscillating
// factor like exp(oscillation y / z^2).
double GridLaw::step(double oscillation) const {
  const double y = std::min(0.9 * kPi * z_ * z_, 9 * z_);
  return std::min(z_ / 3.5, 2 * kPi * y / (oscillation * y / (z_ * z_) + 42 + 0.5 * y * y / (z_ * z_)));
}

Points GridLaw::points(double c, double oscillation) const {
  // A factor exp((c+1) x / z^2) moves the bulk of the noise to c + 1, one exp(-c x / z^2) to -c.
  const double far = kTails * z_ + std::max({c + 1, -c, 0.0});
  Points p;
  if (kind_ == Subsampling::fixed_batch) {
    // Only losses above zero and their mirror images count, so the integral starts at the point where the loss is zero.
    p.atom = 1;
    const double panel = std::min({z_, z_ * z_, 8 * z_ * z_ / (oscillation + 1e-300)});
    for (double left = 0.5; left < 0.5 + far; left += panel)
      for (int k = 0; k < 8; ++k)
        for (const double side : {-1.0, 1.0})
          add(p, left + 0.5 * panel * (1 + side * kLegendreNodes[k]), 0.5 * panel * kLegendreWeights[k]);
    p.atom = std::max(p.atom, 0.0);
    return p;
  }
  const double width = step(oscillation);
  const double low = kind_ == Subsampling::replaced ? -far : -kTails * z_;
  const double high = kTails * z_ + (kind_ == Subsampling::removed ? std::max(c + 1, 0.0) : std::max(-c, 0.0)) + 1;
  for (double x = low; x <= high; x += width) add(p, x, width);
  return p;
}

double GridLaw::noise_at(double loss) const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (kind_ != Subsampling::replaced) {  // 1 - q + q exp((2x - 1)/2z^2) = exp(loss)
    const double excess = std::expm1(loss) / q_;
    if (!(excess > -1)) return -kInfinity;
    const double log_ratio = loss > 30 ? loss - std::log(q_) : std::log1p(excess);
    return z_ * z_ * log_ratio + 0.5;
  }
  // With u = exp(x/z^2) and k = exp(-1/2z^2): e^loss q k u^2 + (1-q)(e^loss - 1) u - q k = 0, and by symmetry x(-loss)
  // = -x.
  const double size = std::abs(loss), k = std::exp(-0.5 / (z_ * z_));
  const double half = 0.5 * (1 - q_) * -std::expm1(-size), last = q_ * k;  // divided by e^size
  // The positive root, written so that nothing cancels: the two terms of the denominator have the same sign.
  const double log_u = std::log(last) - size - std::log(half + std::sqrt(half * half + last * last * std::exp(-size)));
  return (loss > 0 ? 1 : -1) * z_ * z_ * log_u;
}

LossLaw::Mass GridLaw::between(double low, double high) const {
  const auto base = [&](double from, double to) { return normal_between(from / z_, to / z_); };
  const auto mixed = [&](double from, double to, double shift) {
    return (1 - q_) * base(from, to) + q_ * normal_between((from - shift) / z_, (to - shift) / z_);
  };
  switch (kind_) {
    case Subsampling::removed: {
      const double from = noise_at(low), to = noise_at(high);
      return {mixed(from, to, 1), base(from, to)};
    }
    case Subsampling::added: {
      const double from = noise_at(-high), to = noise_at(-low);
      return {base(from, to), mixed(from, to, 1)};
    }
    case Subsampling::replaced: {
      const double from = noise_at(high), to = noise_at(low);
      return {mixed(from, to, -1), mixed(from, to, 1)};
    }
    case Subsampling::fixed_batch: {
      Mass mass;
      const double up = std::max(low, 0.0), down = std::max(-high, 0.0);
      if (high > up) {  // losses above zero
        const double from = noise_at(up), to = noise_at(high);
        mass = {mixed(from, to, 1), base(from, to)};
      }
      if (-low > down) {  // and below, where the two sides change roles
        const double from = noise_at(down), to = noise_at(-low);
        mass.here += base(from, to);
        mass.there += mixed(from, to, 1);
      }
      if (low < 0 && high >= 0) {
        const double rest = 1 - base(0.5, std::numeric_limits<double>::infinity()) -
                            mixed(0.5, std::numeric_limits<double>::infinity(), 1);
        mass.here += rest;
        mass.there += rest;
      }
      return mass;
    }
  }
  return {};
}

double GridLaw::fill(double c, double h, std::span<Complex> out) const {
  Points at = points(c, h * static_cast<double>(out.size()));
  double base_error = 0;
  const double base = log_moment(at, c, &base_error);
  Waves waves;
  for (std::size_t j = 0; j < at.loss.size(); ++j)
    waves.weight.push_back(std::exp(at.log_weight[j] + at.shift[j] + c * at.loss[j] - base));
  waves.loss = std::move(at.loss);
  const bool carried = few(static_cast<double>(waves.loss.size()), static_cast<double>(out.size()));
  const double error = carried ? waves.carry(h, out) : waves.transform(h, out);
  for (Complex& sum : out) {
    const double real = sum.real(), imaginary = sum.imag();
    sum = {base + 0.5 * std::log1p(real * (2 + real) + imaginary * imaginary), std::atan2(imaginary, 1 + real)};
  }
  return base_error + 2 * error;
}

double GridLaw::log_moment(const Points& at, double s, double* error) const {
  double top = 0;
  for (std::size_t j = 0; j < at.loss.size(); ++j) top = std::max(top, at.shift[j] + s * at.loss[j] + at.log_weight[j]);
  if (top > 1) {  // far from one: plain sums in logarithms
    double sum = at.atom * std::exp(-top);
    for (std::size_t j = 0; j < at.loss.size(); ++j)
      sum += std::exp(at.log_weight[j] + at.shift[j] + s * at.loss[j] - top);
    if (error) *error = 1e-15 * (1 + top);
    return top + std::log(sum);
  }
  double excess = 0, size = 0;
  for (std::size_t j = 0; j < at.loss.size(); ++j) {
    const double exponent = at.shift[j] + s * at.loss[j];
    const double first_order = at.alpha[j] + s * at.beta[j];
    const double weight = std::exp(at.log_weight[j]);
    const double term = exponent < 30 ? weight * std::expm1(exponent) - first_order
                                      : std::exp(at.log_weight[j] + exponent) - weight - first_order;
    excess += term;
    size += std::abs(term) + std::abs(first_order);
  }
  if (error) *error = 1e-15 * size;
  return std::log1p(excess);
}

double GridLaw::decay(double c, double from) const {
  const Points at = points(c, 0);
  const double base = log_moment(at, c);
  std::vector<std::pair<double, double>> law;
  for (std::size_t j = 0; j < at.loss.size(); ++j)
    law.emplace_back(at.loss[j], std::exp(at.log_weight[j] + at.shift[j] + c * at.loss[j] - base));
  return transform_beyond(std::move(law), at.atom * std::exp(-base), from);
}

}  // namespace

std::unique_ptr<LossLaw> subsampled_law(double sampling, double multiplier, Subsampling subsampling) {
  require(sampling > 0 && sampling < 1 && multiplier > 0, "a sampled Gaussian has a sampling rate below one and noise");
  return std::make_unique<GridLaw>(sampling, multiplier, subsampling);
}

}  // namespace discreet
