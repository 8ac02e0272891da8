#include "discreet/solver/bayes_posterior.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace discreet {
namespace {

using Vector = Eigen::VectorXd;

// A diagonal entry is about as far from its expectation as this, before it is measured.
constexpr double kDiagonalPrior = 0.3;
constexpr double kLeastDiagonal = 0.1, kLeastOff = 0.005;
// Eigenvalues are kept above a part of what is left of the noise, and that within these parts of their mean.
constexpr double kFloorOfNoise = 0.5, kFloorLow = 0.01, kFloorHigh = 0.1, kFewDeviations = 2.5;
// The prior's variance is averaged over this grid of what it explains, logarithmically spaced.
constexpr int kPriors = 30;
constexpr double kLeastPrior = 1e-4, kMostPrior = 30;
// Of a loss that is not quadratic: how much the Hessian differs between two points, squared.
constexpr double kChanging = 0.09;
// A slope falls faster than expected if it does so by so many deviations.
constexpr double kDoubts = 1;
// A slope this large beside its threshold says that most rows were clipped: the point is far beyond the minimum, to
// this part of the way to it.
constexpr double kSaturated = 0.2, kSure = 2, kCutBack = 0.25;

double square(double x) { return x * x; }

}  // namespace

Curvature denoised(const Eigen::MatrixXd& products, const Vector& expected, double noise) {
  const Eigen::Index p = products.rows();
  Vector diagonal = products.diagonal();
  const double weight = square(kDiagonalPrior) / (square(kDiagonalPrior) + noise * noise);
  diagonal = expected + weight * (diagonal - expected);
  diagonal = diagonal.cwiseMax(std::min(kLeastDiagonal, kFewDeviations * noise + 1e-9));
  Curvature found;
  Eigen::MatrixXd off = products;
  off.diagonal().setZero();
  const double off_noise = noise / std::sqrt(2.0);
  if (p > 1) {
    const double entries = static_cast<double>(p * (p - 1));
    const double spread = std::max(off.squaredNorm() / entries - off_noise * off_noise, kLeastOff);
    found.entry_uncertainty = off_noise * off_noise * spread / (spread + off_noise * off_noise);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(off);
    // What is left of an eigenvalue when the square of the noise's largest is taken from its square.
    const double hidden = 4 * off_noise * off_noise * static_cast<double>(p);
    const Vector shrunk = spectrum.eigenvalues().unaryExpr(
        [&](double e) { return std::copysign(std::sqrt(std::max(e * e - hidden, 0.0)), e); });
    off = spectrum.eigenvectors() * shrunk.asDiagonal() * spectrum.eigenvectors().transpose();
    off.diagonal().setZero();
  }
  off.diagonal() = diagonal;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(off);
  const double mean = spectrum.eigenvalues().mean(), left = std::sqrt(found.entry_uncertainty);
  const double low = std::min(kFloorLow, kFewDeviations * left + 1e-9);
  found.vectors = spectrum.eigenvectors();
  found.values = spectrum.eigenvalues().cwiseMax(std::clamp(kFloorOfNoise * left, low, kFloorHigh) * mean);
  return found;
}

Posterior posterior_of(const std::vector<SlopeRecord>& records, const Curvature& curvature, const PosteriorFacts& facts,
                       const Vector& last_variance) {
  const Eigen::MatrixXd& v = curvature.vectors;
  const Vector hessian = facts.level * curvature.values;
  const Eigen::Index p = hessian.size();
  Vector information = Vector::Zero(p), weighted = Vector::Zero(p);
  for (const SlopeRecord& record : records) {
    const Vector goal = v.transpose() * record.downhill + hessian.cwiseProduct(v.transpose() * record.point);
    Vector variance = record.variance.array() + curvature.entry_uncertainty * square(facts.level) * facts.before;
    if (!facts.quadratic) {
      const Vector moved = v.transpose() * (records.back().point - record.point);
      const double apart = moved.cwiseAbs2().dot(hessian) + curvature.values.dot(last_variance);
      variance += kChanging * apart / static_cast<double>(p) * facts.level * hessian;
    }
    const Vector precision = hessian.cwiseQuotient(variance.cwiseMax(1e-300));
    information += hessian.cwiseProduct(precision);
    weighted += precision.cwiseProduct(goal);
  }
  const Vector best = weighted.cwiseQuotient(information), error = information.cwiseInverse();
  std::vector<double> evidence(kPriors), prior(kPriors);
  for (int k = 0; k < kPriors; ++k) {
    const double explains = kLeastPrior * std::pow(kMostPrior / kLeastPrior, k / (kPriors - 1.0));
    prior[static_cast<std::size_t>(k)] = explains * facts.explained / curvature.values.sum();
    const Eigen::ArrayXd total = error.array() + prior[static_cast<std::size_t>(k)];
    evidence[static_cast<std::size_t>(k)] = -0.5 * (total.log() + best.array().square() / total).sum();
  }
  const double most = *std::max_element(evidence.begin(), evidence.end());
  Vector mean = Vector::Zero(p), second = Vector::Zero(p);
  double sum = 0;
  for (std::size_t k = 0; k < evidence.size(); ++k) {
    const double weight = std::exp(evidence[k] - most);
    const Vector spread = (information.array() + 1 / prior[k]).inverse();
    const Vector centre = spread.cwiseProduct(weighted);
    mean += weight * centre;
    second += weight * (spread + centre.cwiseAbs2());
    sum += weight;
  }
  mean /= sum;
  second /= sum;
  return {v * mean, (second - mean.cwiseAbs2()).cwiseMax(0.0)};
}

double allowed_part(const std::vector<SlopeRecord>& records, const Curvature& curvature, double level,
                    const Vector& w) {
  const double length = w.norm();
  if (!(length > 0)) return 1;
  const Vector along = w / length, weights = (curvature.vectors.transpose() * along).cwiseAbs2();
  double part = 1;
  double sum = 0, places = 0, slopes = 0, squares = 0, products = 0;
  for (const SlopeRecord& record : records) {
    const double precision = 1 / std::max(weights.dot(record.variance), 1e-300);
    const double place = along.dot(record.point), slope = along.dot(record.downhill);
    if (place > 0 && slope < -std::hypot(kSaturated * record.radius, kSure / std::sqrt(precision)))
      part = std::min(part, kCutBack * place / length);
    sum += precision;
    places += precision * place;
    slopes += precision * slope;
    squares += precision * place * place;
    products += precision * place * slope;
  }
  const double spread = squares - square(places) / sum;
  if (!(spread > 0)) return part;
  const double seen = (places * slopes / sum - products) / spread - kDoubts / std::sqrt(spread);
  if (!(seen > level * curvature.along(along))) return part;
  return std::clamp((slopes / sum + seen * places / sum) / seen / length, 0.0, part);
}

}  // namespace discreet
