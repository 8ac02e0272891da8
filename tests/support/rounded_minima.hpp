// How far apart two minima come out that are one unit apart, on a grid so coarse that rounding counts: the price must
// have room for the rounding of both. For tests of private minima, and of a fault planted in them.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "discreet/oracle/perturbation.hpp"
#include "discreet/penalty/none.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "discreet/privacy/discrete_noise.hpp"
#include "discreet/privacy/noise_pool.hpp"
#include "tests/support/fake_oracle.hpp"

namespace discreet::testing {

// A risk with the same slope along every coordinate and everywhere: with a ridge of one its minimum is at minus that.
class LevelRisk final : public FakeOracle {
 public:
  LevelRisk(std::size_t coordinates, double slope) : FakeOracle(coordinates, 1, nullptr, 1e-9), slope_(slope) {}

  Sensitive<Eigen::VectorXd> gradient() override { return Sensitive<Eigen::VectorXd>(level(slope_)); }
  Sensitive<Eigen::MatrixXd> curvature(std::span<const Coordinate> among) override {
    const auto size = static_cast<Eigen::Index>(among.size());
    return Sensitive<Eigen::MatrixXd>(Eigen::MatrixXd::Zero(size, size));
  }

 private:
  Eigen::VectorXd level(double slope) const {
    return Eigen::VectorXd::Constant(static_cast<Eigen::Index>(coordinates()), slope);
  }
  double slope_;
};

struct RoundedMinima {
  static constexpr std::size_t kNumbers = 100;
  static constexpr int kExponent = 48;  // the largest, which so much noise asks for
  Neighbours neighbours;
  double room;  // the cells that the noise hides

  double multiplier() const { return std::ldexp(1.0, kExponent) / room; }
  WeightedPenalty penalty{AnyPenalty(None{}), std::vector<double>(kNumbers, 1.0)};
  Minimum what() const { return {penalty, std::vector<double>(kNumbers, 1.0), 1.0, 1.0}; }

  // Of a point in the middle of all cells, and what a cell is worth: the noise is so large that nothing else is seen.
  struct Answer {
    std::vector<double> point;
    double worth;
  };
  Answer answer(double slope) const {
    LevelRisk oracle(kNumbers, slope);
    SeededNoise source(7), same(7);
    Gaussian gaussian(source);
    Perturbation perturbation(source);
    Permit permit = make_permit("minimum", multiplier(), 1, kNumbers, neighbours);
    std::vector<double> point = gaussian.release(perturbation.output(permit.pay("minimum"), oracle, what())).value();
    NoisePool<draw_discrete_gaussian> pool(same);
    return {point, std::abs(point[0] / static_cast<double>(pool.next(kExponent)))};
  }

  // The largest distance over many places, in cells. Neighbours are `units` apart; both answers have the same noise.
  double farthest(double units) const {
    const double step = units / std::sqrt(static_cast<double>(kNumbers));
    double most = 0;
    for (int place = 0; place < 64; ++place) {
      const Answer here = answer(place * step / 64), there = answer(place * step / 64 + step);
      double square = 0;
      for (std::size_t j = 0; j < kNumbers; ++j) {
        const double cells = std::round((here.point[j] - there.point[j]) / here.worth);
        square += cells * cells;
      }
      most = std::max(most, std::sqrt(square));
    }
    return most;
  }
};

}  // namespace discreet::testing
