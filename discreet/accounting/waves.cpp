#include "discreet/accounting/waves.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "discreet/base/nonuniform.hpp"

namespace discreet {
namespace {

using Complex = std::complex<double>;
constexpr double kPi = std::numbers::pi;

}  // namespace

double Waves::carry(double h, std::span<Complex> out) const {
  const std::size_t count = loss.size();
  std::vector<double> yr(count, 0.0), yi(count, 0.0), er(count), ei(count);
  double size = 0;
  for (std::size_t j = 0; j < count; ++j) {
    const double angle = h * loss[j], half = std::sin(0.5 * angle);
    er[j] = -2 * half * half;
    ei[j] = std::sin(angle);
    size += weight[j] * std::min(2.0, std::abs(angle) * static_cast<double>(out.size()));
  }
  for (Complex& sum : out) {
    double real = 0, imaginary = 0;
    for (std::size_t j = 0; j < count; ++j) {
      real += weight[j] * yr[j];
      imaginary += weight[j] * yi[j];
      const double next = yr[j] + er[j] + yr[j] * er[j] - yi[j] * ei[j];
      yi[j] += ei[j] + yr[j] * ei[j] + yi[j] * er[j];
      yr[j] = next;
    }
    sum = {real, imaginary};
  }
  return 4e-16 * static_cast<double>(out.size()) * size;
}

double Waves::transform(double h, std::span<Complex> out) const {
  constexpr std::size_t kPowers = 24;
  const double reach = h * static_cast<double>(out.size());
  std::array<double, kPowers> moments{};  // of v reach, over factorials
  std::vector<double> far_loss, far_weight;
  double near_size = 0, far_size = 0, far_angle = 0;
  for (std::size_t j = 0; j < loss.size(); ++j) {
    const double x = loss[j] * reach;
    if (std::abs(x) < 1) {
      double power = weight[j];
      for (std::size_t m = 1; m < kPowers; ++m) moments[m] += power *= x / static_cast<double>(m);
      near_size += weight[j] * std::abs(x);
    } else {
      far_loss.push_back(loss[j]);
      far_weight.push_back(weight[j]);
      far_size += weight[j];
      far_angle += weight[j] * std::abs(x);
    }
  }
  nonuniform_transform(far_loss, far_weight, h, out);
  for (std::size_t k = 0; k < out.size(); ++k) {
    const double t = static_cast<double>(k) / static_cast<double>(out.size());
    Complex power = 1, sum = out[k] - far_size;
    for (std::size_t m = 1; m < kPowers; ++m) sum += moments[m] * (power *= Complex(0, t));
    out[k] = sum;
  }
  return 1e-15 * near_size + kNonuniformError * far_size + 4e-16 * far_angle;
}

// Within a window of losses of length at most pi/t, turned so that its mean points along the real axis, cos(a) <= 1 - 2
// a^2/pi^2 takes at least 2 t^2/pi^2 times the window's variance off its mass. The windows cover the whole law. Far
// out, integration by parts bounds the transform by the total variation of the density over t.
double transform_beyond(std::vector<std::pair<double, double>> law, double atom, double from) {
  std::sort(law.begin(), law.end());
  double variation = 0, before = 0;
  for (std::size_t j = 0; j + 1 < law.size(); ++j) {
    const double width = law[j + 1].first - law[j].first;
    if (!(width > 0)) continue;
    const double density = 0.5 * (law[j].second + law[j + 1].second) / width;
    variation += std::abs(density - before);
    before = density;
  }
  variation += before;

  double worst = 0;
  constexpr double kRatio = 1.25;
  for (double t = from;; t *= kRatio) {
    const double far = atom + 1.2 * variation / t;
    const double length = kPi / (kRatio * t);
    double taken = 0;
    for (std::size_t start = 0; start < law.size();) {
      double mass = 0, mean = 0, square = 0;
      std::size_t j = start;
      for (; j < law.size() && law[j].first - law[start].first <= length; ++j) {
        const double offset = law[j].first - law[start].first;
        mass += law[j].second;
        mean += law[j].second * offset;
        square += law[j].second * offset * offset;
      }
      if (mass > 0) taken += square - mean * mean / mass;
      start = j;
    }
    const double near = 1 - 2 * t * t / (kPi * kPi) * taken;
    if (far <= std::max(worst, near)) return std::min(1.0, std::max(worst, far));
    worst = std::max(worst, near);
    if (worst >= 1) return 1;
  }
}

}  // namespace discreet
