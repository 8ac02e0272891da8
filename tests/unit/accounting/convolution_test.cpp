#include "discreet/accounting/convolution.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <random>
#include <unsupported/Eigen/FFT>
#include <vector>

namespace discreet {
namespace {

using Complex = std::complex<double>;
using Exact = std::complex<long double>;

// The transform by the textbook, in extended precision, with roots of unity of its own.
class Reference {
 public:
  explicit Reference(std::size_t size) : roots_(size / 2) {
    for (std::size_t k = 0; k < roots_.size(); ++k)
      roots_[k] = std::polar(
          1.0L, -2 * std::numbers::pi_v<long double> * static_cast<long double>(k) / static_cast<long double>(size));
  }
  std::vector<Exact> operator()(const std::vector<Complex>& in) const {
    std::vector<Exact> out(in.size());
    transform(in.data(), 1, out.data(), in.size());
    return out;
  }

 private:
  void transform(const Complex* in, std::size_t stride, Exact* out, std::size_t size) const {
    if (size == 1) {
      *out = Exact(*in);
      return;
    }
    const std::size_t half = size / 2;
    transform(in, 2 * stride, out, half);
    transform(in + stride, 2 * stride, out + half, half);
    for (std::size_t k = 0; k < half; ++k) {
      const Exact even = out[k], odd = roots_[k * stride] * out[k + half];
      out[k] = even + odd;
      out[k + half] = even - odd;
    }
  }
  std::vector<Exact> roots_;
};

std::vector<Complex> law(std::size_t size, const std::function<double(double)>& density) {
  std::vector<Complex> masses(size);
  double total = 0;
  for (std::size_t k = 0; k < size; ++k) {
    masses[k] = density(static_cast<double>(k) / static_cast<double>(size));
    total += masses[k].real();
  }
  for (Complex& mass : masses) mass /= total;
  return masses;
}

// Laws of total mass one: bell-shaped, falling, scattered, and all in one place, which shows the error of every root of
// unity.
std::vector<std::vector<Complex>> laws(std::size_t size) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<std::vector<Complex>> all{
      law(size, [](double x) { return std::exp(-0.5 * std::pow((x - 0.4) / 0.02, 2)); }),
      law(size, [](double x) { return std::exp(-300 * x); }),
      law(size, [&](double) { return uniform(random) < 1e-3 ? uniform(random) : 0; }), std::vector<Complex>(size, 0.0)};
  all.back()[size / 3] = 1;
  return all;
}

// The smallest and the largest transform that is used. The error grows with the logarithm of the size, to 8e-16.
constexpr double kMargin = 2;
constexpr std::size_t kSizes[] = {std::size_t{1} << 14, std::size_t{1} << 20};

TEST(Convolution, TransformsALawWithLessErrorThanItAllowsFor) {
  for (const std::size_t size : kSizes) {
    const Reference reference(size);
    Eigen::FFT<double> fft;
    for (const std::vector<Complex>& masses : laws(size)) {
      std::vector<Complex> found(size);
      fft.fwd(found, masses);
      const std::vector<Exact> wanted = reference(masses);
      double worst = 0;
      for (std::size_t k = 0; k < size; ++k)
        worst = std::max(worst, static_cast<double>(std::abs(Exact(found[k]) - wanted[k])));
      EXPECT_LT(kMargin * worst, kFourierError) << size;
    }
  }
}

// Numbers of modulus one, the largest that a product of laws' transforms has. The inverse transform is the transform,
// conjugated twice and divided by the size; its error counts in the Euclidean norm.
TEST(Convolution, TransformsBackWithLessErrorThanItAllowsFor) {
  std::mt19937_64 random(12);
  std::uniform_real_distribution<double> angle(-std::numbers::pi, std::numbers::pi);
  for (const std::size_t size : kSizes) {
    std::vector<Complex> spectrum(size), conjugate(size), found(size);
    for (std::size_t k = 0; k < size; ++k) conjugate[k] = std::conj(spectrum[k] = std::polar(1.0, angle(random)));
    Eigen::FFT<double> fft;
    fft.inv(found, spectrum);
    const std::vector<Exact> wanted = Reference(size)(conjugate);
    double squares = 0;
    for (std::size_t k = 0; k < size; ++k)
      squares +=
          static_cast<double>(std::norm(Exact(found[k]) - std::conj(wanted[k]) / static_cast<long double>(size)));
    EXPECT_LT(kMargin * std::sqrt(squares), kFourierError) << size;
  }
}

}  // namespace
}  // namespace discreet
