#include "discreet/solver/simulated_spread.hpp"

#include <fmt/format.h>

#include <cmath>

#include "discreet/base/public_random.hpp"

namespace discreet {
namespace {

// A standard deviation out of so many is right to about 5 per cent.
constexpr int kDraws = 200;

Eigen::MatrixXd with_more_noise(Eigen::MatrixXd matrix, double deviation, PublicRandom& random) {
  for (Eigen::Index a = 0; a < matrix.rows(); ++a) {
    matrix(a, a) += deviation * random.normal();
    for (Eigen::Index b = 0; b < a; ++b) matrix(a, b) = matrix(b, a) += deviation * std::sqrt(0.5) * random.normal();
  }
  return matrix;
}

}  // namespace

NoiseSpread simulated_spread(const Eigen::MatrixXd& released, double deviation,
                             const std::function<Eigen::VectorXd(const Eigen::MatrixXd&)>& weights,
                             std::span<const double> centres) {
  PublicRandom random(1);
  Eigen::VectorXd sum, squares;
  for (int draw = 0; draw < kDraws; ++draw) {
    Eigen::VectorXd w = weights(with_more_noise(released, deviation, random));
    for (Eigen::Index k = 0; !centres.empty() && k + 1 < w.size(); ++k)
      w[w.size() - 1] -= centres[static_cast<std::size_t>(k)] * w[k];
    if (draw == 0) sum = squares = Eigen::VectorXd::Zero(w.size());
    sum += w;
    squares += w.cwiseProduct(w);
  }
  const Eigen::VectorXd mean = sum / kDraws;
  const Eigen::VectorXd found =
      ((squares / kDraws - mean.cwiseProduct(mean)).cwiseMax(0) * (kDraws / (kDraws - 1.0))).cwiseSqrt();
  NoiseSpread noise{
      {found.begin(), found.end()},
      0,
      fmt::format("simulated: fresh noise of the same law on the released matrix, {} repetitions", kDraws)};
  if (!centres.empty()) {
    noise.intercept = noise.weights.back();
    noise.weights.pop_back();
  }
  return noise;
}

}  // namespace discreet
