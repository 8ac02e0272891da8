#include "discreet/base/nonuniform.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <unsupported/Eigen/FFT>
#include <vector>

namespace discreet {

void nonuniform_transform(std::span<const double> positions, std::span<const double> weights, double step,
                          std::span<std::complex<double>> out) {
  using Complex = std::complex<double>;
  constexpr double kTwoPi = 2 * std::numbers::pi;
  constexpr int kSpread = 14;  // grid points on each side of a place
  constexpr double kOver = 2;  // how much finer the grid is than the frequencies need
  const std::size_t modes = std::bit_ceil(std::max<std::size_t>(out.size(), 32));
  const std::size_t size = static_cast<std::size_t>(kOver) * modes;
  const double n = static_cast<double>(modes), cell = kTwoPi / static_cast<double>(size);
  const double width = std::numbers::pi * kSpread / (n * n * kOver * (kOver - 0.5));

  // Frequencies 0..modes-1 are moved to -modes/2..modes/2-1, where the Gaussian is easiest to divide out.
  std::vector<Complex> grid(size, 0.0), spectrum(size);
  for (std::size_t j = 0; j < positions.size(); ++j) {
    if (weights[j] == 0) continue;
    // Between -pi and pi: small angles of either sign keep their digits.
    const double angle = std::remainder(step * positions[j], kTwoPi);
    const Complex weight = weights[j] * std::polar(1.0, 0.5 * n * angle);
    const auto nearest = static_cast<std::int64_t>(std::floor(angle / cell));
    for (std::int64_t k = nearest - kSpread + 1; k <= nearest + kSpread; ++k) {
      const double distance = angle - static_cast<double>(k) * cell;
      const auto at = static_cast<std::size_t>((k + static_cast<std::int64_t>(size)) % static_cast<std::int64_t>(size));
      grid[at] += weight * std::exp(-distance * distance / (4 * width));
    }
  }
  Eigen::FFT<double> fft;
  fft.SetFlag(Eigen::FFT<double>::Unscaled);
  fft.inv(spectrum, grid);
  const double scale = std::sqrt(std::numbers::pi / width) / static_cast<double>(size);
  for (std::size_t k = 0; k < out.size(); ++k) {
    const double mode = static_cast<double>(k) - 0.5 * n;
    const std::size_t at = (k + size - modes / 2) % size;
    out[k] = scale * std::exp(mode * mode * width) * spectrum[at];
  }
}

}  // namespace discreet
