// This file is long because the laws of all events stand beside one another.
#include "discreet/accounting/loss_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "discreet/accounting/grid_law.hpp"
#include "discreet/base/normal.hpp"

namespace discreet {
namespace {

using Complex = std::complex<double>;

// A shift of mu standard deviations: L is normal with mean mu^2/2 and variance mu^2.
class GaussianLaw final : public LossLaw {
 public:
  explicit GaussianLaw(double mu) : square_(mu * mu) {}
  double log_moment(double s) const override { return 0.5 * square_ * s * (s + 1); }
  double fill(double c, double h, std::span<Complex> out) const override {
    for (std::size_t k = 0; k < out.size(); ++k) {
      const double t = static_cast<double>(k) * h;
      out[k] = {0.5 * square_ * (c * (c + 1) - t * t), 0.5 * square_ * t * (2 * c + 1)};
    }
    return 1e-15 * square_ * (c + 1) * (c + 1 + static_cast<double>(out.size()) * h);
  }
  double decay(double, double from) const override { return std::exp(-0.5 * square_ * from * from); }
  Mass between(double low, double high) const override {
    const double mu = std::sqrt(square_);
    return {normal_between(low / mu - 0.5 * mu, high / mu - 0.5 * mu),
            normal_between(low / mu + 0.5 * mu, high / mu + 0.5 * mu)};
  }

 private:
  double square_;
};

// exp(z) - 1 without cancellation.
Complex expm1(Complex z) {
  const double half = std::sin(0.5 * z.imag());
  const double grown = std::expm1(z.real());
  return {grown * std::cos(z.imag()) - 2 * half * half, (grown + 1) * std::sin(z.imag())};
}

// log(1 + z) without cancellation near zero.
Complex log1p(Complex z) {
  const double real = 0.5 * std::log1p(z.real() * (2 + z.real()) + z.imag() * z.imag());
  return {real, std::atan2(z.imag(), 1 + z.real())};
}

// sinh(z)/z.
Complex sinhc(Complex z) {
  if (std::norm(z) < 1e-4) {
    const Complex square = z * z;
    return 1.0 + square / 6.0 * (1.0 + square / 20.0 * (1.0 + square / 42.0));
  }
  return std::sinh(z) / z;
}
double sinhc(double z) { return sinhc(Complex(z)).real(); }

// log(sinh(z)/z) for z to the right of zero; far out sinh is half an exponential, which would overflow.
constexpr double kFarOut = 300;
Complex log_sinhc(Complex z) { return z.real() < kFarOut ? std::log(sinhc(z)) : z - std::log(2.0 * z); }
double log_sinhc(double z) { return z < kFarOut ? std::log(sinhc(z)) : z - std::log(2 * z); }

// The closed forms lose a few units in the last place of numbers as large as s epsilon, or as one.
double rounding(double epsilon, double c, double h, std::size_t terms) {
  return 2e-15 * std::min(1.0, (c + 1 + h * static_cast<double>(terms)) * epsilon) + 2e-15 * c * epsilon;
}

// Laplace noise of scale 1/epsilon: L is epsilon or -epsilon half of the time or so, and in between otherwise.
class LaplaceLaw final : public LossLaw {
 public:
  explicit LaplaceLaw(double epsilon) : epsilon_(epsilon) {}
  double log_moment(double s) const override {
    if (s < -0.5) return log_moment(-1 - s);  // which is the same
    return overflows(s) ? s * epsilon_ + std::log(below_top(s)) : std::log1p(above_one(Complex(s)).real());
  }
  // Of small losses the terms of first order cancel, and what rounding leaves of them may be missing.
  double renyi_log_moment(double s) const override {
    return std::max(log_moment(s), 0.0) + rounding(epsilon_, s, 0, 0);
  }
  double fill(double c, double h, std::span<Complex> out) const override {
    for (std::size_t k = 0; k < out.size(); ++k) {
      const Complex s(c, static_cast<double>(k) * h);
      out[k] = overflows(c) ? s * epsilon_ + std::log(below_top(s)) : log1p(above_one(s));
    }
    return rounding(epsilon_, c, h, out.size());
  }
  // The two atoms do not decay; what is between them decays like 1/t. All of it over exp(c epsilon).
  double decay(double c, double from) const override {
    const double bottom = std::exp(-(2 * c + 1) * epsilon_);
    const double atoms = 0.5 + 0.5 * bottom, between = 0.25 * (1 + bottom) / std::hypot(c + 0.5, from);
    return std::min(1.0, (atoms + between) / std::exp(log_moment(c) - c * epsilon_));
  }
  Mass between(double low, double high) const override {
    const double from = std::max(low, -epsilon_), to = std::min(high, epsilon_);
    Mass mass;
    if (to > from) {
      mass.here = -0.5 * std::exp(0.5 * (to - epsilon_)) * std::expm1(-0.5 * (to - from));
      mass.there = -0.5 * std::exp(-0.5 * (from + epsilon_)) * std::expm1(-0.5 * (to - from));
    }
    if (low < epsilon_ && epsilon_ <= high) mass.here += 0.5, mass.there += 0.5 * std::exp(-epsilon_);
    if (low < -epsilon_ && -epsilon_ <= high) mass.here += 0.5 * std::exp(-epsilon_), mass.there += 0.5;
    return mass;
  }

 private:
  bool overflows(double s) const { return (s + 0.5) * epsilon_ >= 500; }
  // M(s) exp(-s epsilon): what is left when the largest term is split off.
  template <class Number>
  Number below_top(Number s) const {
    const Number bottom = std::exp(-(2.0 * s + 1.0) * epsilon_);
    return 0.5 + 0.25 / (s + 0.5) * (1.0 - bottom) + 0.5 * bottom;
  }
  Complex above_one(Complex s) const {
    return 0.5 * (expm1(s * epsilon_) + expm1(-(s + 1.0) * epsilon_) +
                  epsilon_ * std::exp(-0.5 * epsilon_) * sinhc((s + 0.5) * epsilon_));
  }
  double epsilon_;
};

// The exponential mechanism: among all mechanisms whose loss has range epsilon, the worst profile is
// delta(e) = (1 - exp((e - epsilon)/2))^2 / (1 - exp(-epsilon)), whose law has density proportional to exp(e/2) on
// (-epsilon, epsilon) and no atom.
class BoundedRangeLaw final : public LossLaw {
 public:
  explicit BoundedRangeLaw(double epsilon) : epsilon_(epsilon) {}
  double log_moment(double s) const override {
    return log_sinhc(std::abs(s + 0.5) * epsilon_) - log_sinhc(0.5 * epsilon_);
  }
  // At a single order the worst mechanism has two outcomes, with losses t and t - epsilon; t is free.
  double renyi_log_moment(double s) const override {
    // Hoeffding's lemma bounds it in closed form, and is all but exact for small losses.
    const double hoeffding = s * (s + 1) * epsilon_ * epsilon_ / 8;
    if ((s + 1) * epsilon_ < 0.01 || epsilon_ > 600) return std::min(hoeffding, s * epsilon_);
    const auto at = [&](double t) {
      const double top =
          std::expm1(epsilon_ - t) * std::exp(t) / std::expm1(epsilon_);  // its probability: both sides add up to one
      return s * t + std::log(top + (1 - top) * std::exp(-s * epsilon_));
    };
    constexpr double kGolden = 0.6180339887498949;
    double low = 0, high = epsilon_;
    for (int step = 0; step < 60; ++step) {
      const double left = high - kGolden * (high - low), right = low + kGolden * (high - low);
      (at(left) < at(right) ? low : high) = at(left) < at(right) ? left : right;
    }
    // A maximum is flat: the search's error is squared in its value.
    return std::min(std::max(at(low), at(high)) + 1e-15 * (1 + s * epsilon_), hoeffding);
  }
  double fill(double c, double h, std::span<Complex> out) const override {
    const double base = log_sinhc(0.5 * epsilon_);
    for (std::size_t k = 0; k < out.size(); ++k) {
      const Complex z = (Complex(c + 0.5, static_cast<double>(k) * h)) * epsilon_;
      out[k] = log_sinhc(z) - base;
    }
    return rounding(epsilon_, c, h, out.size());
  }
  double decay(double c, double from) const override {
    const double z = (c + 0.5) * epsilon_;
    return std::min(1.0, (z < kFarOut ? std::cosh(z) / sinhc(z) : z) / std::hypot(z, from * epsilon_));
  }
  Mass between(double low, double high) const override {
    const double from = std::max(low, -epsilon_), to = std::min(high, epsilon_), whole = -std::expm1(-epsilon_);
    if (to <= from) return {};
    return {-std::exp(0.5 * (to - epsilon_)) * std::expm1(-0.5 * (to - from)) / whole,
            -std::exp(-0.5 * (from + epsilon_)) * std::expm1(-0.5 * (to - from)) / whole};
  }

 private:
  double epsilon_;
};

// Randomised response, which every epsilon-private mechanism is at most as revealing as: L is epsilon or -epsilon.
class PureLaw final : public LossLaw {
 public:
  explicit PureLaw(double epsilon) : epsilon_(epsilon), share_(1 / (1 + std::exp(-epsilon))) {}
  double log_moment(double s) const override {
    if (s < -0.5) return log_moment(-1 - s);
    // M(s) = cosh((s + 1/2) epsilon) / cosh(epsilon / 2), and the difference of two cosh is a product: nothing cancels.
    // Far out the exponentials magnify the rounding of their arguments, and the logarithm of the larger one is exact.
    if ((s + 1) * epsilon_ < 30)
      return std::log1p(2 * std::sinh(0.5 * (s + 1) * epsilon_) * std::sinh(0.5 * s * epsilon_) /
                        std::cosh(0.5 * epsilon_));
    const double top = s * epsilon_;
    return top + std::log(share_ + (1 - share_) * std::exp(-2 * top));
  }
  double fill(double c, double h, std::span<Complex> out) const override {
    for (std::size_t k = 0; k < out.size(); ++k) {
      const Complex s(c, static_cast<double>(k) * h);
      out[k] = log1p(share_ * expm1(s * epsilon_) + (1 - share_) * expm1(-s * epsilon_));
    }
    return rounding(epsilon_, c, h, out.size());
  }
  double decay(double, double) const override { return 1; }
  Mass between(double low, double high) const override {
    Mass mass;
    if (low < epsilon_ && epsilon_ <= high) mass.here += share_, mass.there += 1 - share_;
    if (low < -epsilon_ && -epsilon_ <= high) mass.here += 1 - share_, mass.there += share_;
    return mass;
  }

 private:
  double epsilon_;
  double share_;  // of the likelier answer
};

// Its square is a number and it hides everything, however often: less noise than was added may only cost more.
constexpr double kQuietest = 1e50;
// With less noise than this the transform of a sampled law takes minutes, and the law without sampling, which is more
// revealing, says as much as epsilons of that size are worth.
constexpr double kLeastNoise = 2.5e-3;

struct MakeLaw {
  Neighbours neighbours;
  Direction direction;
  using Made = std::unique_ptr<LossLaw>;

  Made operator()(const GaussianEvent& e) const { return std::make_unique<GaussianLaw>(1 / e.multiplier.value); }
  Made operator()(const PoissonGaussianEvent& e) const {
    const bool replaced = neighbours == Neighbours::replace_one;
    if (e.sampling >= 1 || e.multiplier.value < kLeastNoise)
      return std::make_unique<GaussianLaw>((replaced ? 2 : 1) / e.multiplier.value);
    return subsampled_law(e.sampling, std::min(e.multiplier.value, kQuietest),
                          replaced                         ? Subsampling::replaced
                          : direction == Direction::remove ? Subsampling::removed
                                                           : Subsampling::added);
  }
  Made operator()(const FixedBatchGaussianEvent& e) const {
    if (neighbours != Neighbours::replace_one) return nullptr;
    if (e.batch >= e.rows || e.multiplier.value < kLeastNoise)
      return std::make_unique<GaussianLaw>(1 / e.multiplier.value);
    return subsampled_law(static_cast<double>(e.batch) / static_cast<double>(e.rows),
                          std::min(e.multiplier.value, kQuietest), Subsampling::fixed_batch);
  }
  Made operator()(const LaplaceEvent& e) const { return std::make_unique<LaplaceLaw>(1 / e.multiplier.value); }
  Made operator()(const ExponentialEvent& e) const { return std::make_unique<BoundedRangeLaw>(e.epsilon.value); }
  Made operator()(const PureEvent& e) const { return std::make_unique<PureLaw>(e.epsilon.value); }
  Made operator()(const ApproximateEvent& e) const {
    return std::make_unique<PureLaw>(e.epsilon.value);
  }  // its delta is kept aside
  Made operator()(const NonPrivateEvent&) const { return nullptr; }
};

}  // namespace

std::unique_ptr<LossLaw> loss_law(const Event& event, Neighbours neighbours, Direction direction) {
  return std::visit(MakeLaw{neighbours, direction}, event);
}

}  // namespace discreet
