#include "discreet/accounting/convolution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unsupported/Eigen/FFT>
#include <vector>

#include "discreet/accounting/contour.hpp"
#include "discreet/accounting/tails.hpp"
#include "discreet/base/bracket.hpp"

namespace discreet {
namespace {

using Complex = std::complex<double>;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The grid of the composed law and the tilt exp(c L) under which it is computed.
struct Frame {
  double c;
  double step;
  std::size_t size;
};

// A law on the points offset + k step, in tilted probabilities, k counted modulo the size of the transform.
struct Gridded {
  std::vector<Complex> tilted;  // but for the point k = 0
  double elsewhere;             // the sum of the above; what is missing to one is at k = 0
  double log_total;             // the logarithm of the sum of the tilted probabilities before they were normalised
  double lost;                  // probability above the grid, which counts as a loss of infinity
  double below, lowest;         // probability below the grid, and the lowest point, to which it is moved
};

// Within a cell, the mass goes to the two ends so that the probabilities on both sides are kept: in terms of exp(L) the
// profile becomes the straight line between its values at the ends, which is above it because profiles are convex.
Gridded on_grid(const LossLaw& law, const Frame& frame, double offset, double lowest, double highest) {
  Gridded grid{std::vector<Complex>(frame.size, 0.0), 0, 0, 0, 0, 0};
  const auto first = static_cast<std::int64_t>(std::floor((lowest - offset) / frame.step));
  const auto last = static_cast<std::int64_t>(std::ceil((highest - offset) / frame.step));
  std::vector<double> probability(static_cast<std::size_t>(last - first + 1), 0.0);
  const auto end = [&](std::int64_t k) { return offset + static_cast<double>(k) * frame.step; };
  grid.lowest = end(first);
  grid.below = probability[0] = law.between(-kInfinity, grid.lowest).here;
  const double growth = -std::expm1(-frame.step);
  for (std::int64_t k = first; k < last; ++k) {
    const LossLaw::Mass mass = law.between(end(k), end(k + 1));
    // here = a + b, there = exp(-end) (a + b exp(-step)), so b = (here - there exp(end)) / (1 - exp(-step)).
    const double upper = std::clamp((mass.here - mass.there * std::exp(end(k))) / growth, 0.0, mass.here);
    probability[static_cast<std::size_t>(k - first)] += mass.here - upper;
    probability[static_cast<std::size_t>(k - first + 1)] += upper;
  }
  grid.lost = law.between(end(last), kInfinity).here;
  // The tilt, in logarithms: it may span more than a double. Offsets are put back for all repetitions at once.
  double top = -kInfinity, total = 0;
  for (std::size_t k = 0; k < probability.size(); ++k) {
    probability[k] = std::log(probability[k]) + frame.c * (end(first + static_cast<std::int64_t>(k)) - offset);
    top = std::max(top, probability[k]);
  }
  for (double& p : probability) total += p = std::exp(p - top);
  grid.log_total = top + std::log(total) + frame.c * offset;
  const auto size = static_cast<std::int64_t>(frame.size);
  for (std::int64_t k = first; k <= last; ++k) {
    const auto at = static_cast<std::size_t>(((k % size) + size) % size);
    grid.tilted[at] += probability[static_cast<std::size_t>(k - first)] / total;
  }
  // A law that is nearly one point is transformed without it, so that rounding is relative to the small rest.
  grid.tilted[0] = 0;
  for (const Complex& p : grid.tilted) grid.elsewhere += p.real();
  return grid;
}

// The composed law.
struct Profile {
  std::vector<double> tilted;  // not below zero, of total mass one
  double low, step;
  double lost;          // probability of losses that are not on the grid or above the window
  double c, log_total;  // a tilted probability p at loss l stands for p exp(log_total - c l)
  double error;         // of the tilted probabilities, in the Euclidean norm

  double delta(double epsilon) const {
    double sum = 0, squares = 0;
    for (std::size_t k = tilted.size(); k-- > 0;) {
      const double loss = low + static_cast<double>(k) * step;
      if (loss <= epsilon) break;
      const double weight = -std::expm1(epsilon - loss) * std::exp(c * (epsilon - loss));
      sum += weight * tilted[k];
      squares += weight * weight;
    }
    return (sum + error * std::sqrt(squares)) * std::exp(log_total - c * epsilon) + lost;
  }
};

// (1 + x)^exponent, without losing the digits of a small x.
Complex power_of_one_plus(Complex x, double exponent) {
  const double log_size = 0.5 * std::log1p(2 * x.real() + std::norm(x));
  return std::polar(std::exp(exponent * log_size), exponent * std::atan2(x.imag(), 1 + x.real()));
}

// The tilt and the window of the composed loss. Outside lies exp(kLogOutside) of the tilted law: above, it is added to
// delta; below, it only moves up.
struct Window {
  double c = 0, low = 0, high = 0;
  double order = 0;  // of the moment that bounds what lies above
};
constexpr double kLogOutside = -36;

// At least the logarithm of how much the moment of order s grows when a law is put on the grid. As functions of exp(L)
// the power exp((s + 1) L) is replaced by its chord in each cell, and what was below the grid has moved up to it.
double growth(const LossLaw& law, const Gridded& grid, double step, double s) {
  return s * (s + 1) / 8 * step * step * std::exp((s + 2) * step) +
         grid.below * std::exp(s * grid.lowest - law.log_moment(s));
}

std::optional<Profile> compose(const Composition& composition, const Window& window, double target, std::size_t size) {
  const auto& [c, low, high, order] = window;
  const Frame frame{c, (high - low) / static_cast<double>(size), size};
  // The range of one event's loss that matters: what the tilt makes likely at all, and never more than the whole grid.
  std::vector<Complex> product(size, 1.0), spectrum(size);
  std::vector<double> error(size, 0.0);  // relative, of the product
  Eigen::FFT<double> fft;
  double log_total = 0, offset = 0, lost = 0, repeats = 0, grown = 0;
  for (const Composition::Part& part : composition.parts()) {
    // Above, untilted, since what is cut off counts in full; below, tilted, since it only moves up.
    const double log_small = target - std::log(part.count) - 35;
    const auto moment = [&](double s) { return part.law->log_moment(s); };
    const double centre = centre_of(*part.law);
    const double highest = std::min(tail_point(moment, 0, log_small, true).at, centre + (high - low));
    const double lowest = std::max(tail_point(moment, c, log_small, false).at, centre - (high - low));
    if (!(highest > lowest)) return std::nullopt;
    const Gridded grid = on_grid(*part.law, frame, centre, lowest, highest);
    lost += part.count * grid.lost;
    grown += part.count * growth(*part.law, grid, frame.step, order);
    log_total += part.count * grid.log_total;
    offset += part.count * centre;
    fft.fwd(spectrum, grid.tilted);
    for (std::size_t k = 0; k <= size / 2; ++k) {
      const Complex excess = spectrum[k] - grid.elsewhere;
      product[k] *= power_of_one_plus(excess, part.count);
      const double magnitude = std::sqrt(std::norm(1.0 + excess));
      error[k] += part.count * kFourierError * grid.elsewhere / std::max(magnitude, kFourierError);
    }
    repeats += part.count;
  }
  // Probabilities are real, so the other half of the spectrum is the conjugate of this one.
  for (std::size_t k = 1; k < size / 2; ++k) {
    product[size - k] = std::conj(product[k]);
    error[size - k] = error[k];
  }
  // What the rounding of the transforms, magnified by the powers, does to the result, by Parseval's equation. Where it
  // is as large as the product itself, that is next to nothing.
  double squares = 0;
  for (std::size_t k = 0; k < size; ++k)
    squares += std::pow(std::expm1(std::min(error[k], 1.0)) * std::sqrt(std::norm(product[k])) + kFourierError, 2);
  fft.inv(spectrum, product);
  lost += std::exp(composition.log_moment(c) - c * high + kLogOutside + grown);  // above the window

  // Cells are offset + k step modulo the size; the window [low, high) picks one of each.
  Profile profile{std::vector<double>(size),
                  0,
                  frame.step,
                  lost,
                  c,
                  log_total + 2e-15 * repeats,
                  std::sqrt(squares / static_cast<double>(size))};
  const auto first = static_cast<std::int64_t>(std::ceil((low - offset) / frame.step));
  profile.low = offset + static_cast<double>(first) * frame.step;
  const auto period = static_cast<std::int64_t>(size);
  for (std::size_t k = 0; k < size; ++k) {
    const std::int64_t at = ((first + static_cast<std::int64_t>(k)) % period + period) % period;
    profile.tilted[k] = std::max(spectrum[static_cast<std::size_t>(at)].real(), 0.0);
  }
  return profile;
}

constexpr double kDigits = 1e-12;                     // to which the epsilon of a grid is found
constexpr double kWorthwhile = 1.5e-5;                // what a larger grid should gain
constexpr std::size_t kLarge = std::size_t{1} << 20;  // a transform that takes tenths of a second

// The window whose tilt promises the least error of delta. A strong tilt lifts delta above the rounding of the
// transform but may spread the law over far more than the loss that is asked about, and so makes the cells wide.
Window choose_window(const Composition& composition, double log_delta, double epsilon, double start, double cells) {
  const auto moment = [&](double order) { return composition.log_moment(order); };
  double repeats = 0;
  for (const Composition::Part& part : composition.parts()) repeats += part.count;
  Window best;
  double least = kInfinity;
  for (double c = saddle_point(composition, {epsilon}, start);; c = c < 1e-3 ? 0 : 0.7 * c) {
    const TailPoint above = tail_point(moment, c, kLogOutside, true);
    const double high = std::max(above.at, epsilon * (1 + 1e-9));
    const double low = std::min(tail_point(moment, c, kLogOutside, false).at, 0.0);
    const double step = (high - low) / cells;
    const double slope = -log_delta / epsilon * step;
    const double lift = log_delta + c * epsilon - moment(c);
    const double error = repeats * slope * slope / 8 +
                         repeats * kFourierError * std::sqrt(std::min(cells, 0.5 / (c * step))) * std::exp(-lift);
    if (error < least) least = error, best = {c, low, high, above.order};
    if (c == 0) return best;
  }
}

}  // namespace

std::optional<Epsilon> convolution_epsilon(const Composition& composition, Delta delta, const RenyiBound& renyi,
                                           Epsilon known) {
  const double target = std::log(delta.value);
  double best = std::min(renyi.epsilon, known).value;
  bool found = false;
  for (std::size_t size = std::size_t{1} << 14; size <= kLarge; size *= 4) {
    const Window window = choose_window(composition, target, best, renyi.order_minus_one, static_cast<double>(size));
    if (!(window.high > window.low) || !std::isfinite(window.high - window.low)) break;
    const std::optional<Profile> profile = compose(composition, window, target, size);
    if (!profile) break;
    const auto excess = [&](double epsilon) {
      const double at_epsilon = profile->delta(epsilon);
      return at_epsilon <= delta.value ? std::min(std::log(at_epsilon) - target, 0.0)
                                       : std::max(std::log(at_epsilon) - target, 1e-300);
    };
    const End enough{best, excess(best)};
    if (!(enough.value <= 0)) {
      if (excess((1 + kWorthwhile) * best) <= 0) break;  // a finer grid could gain no more than that
      continue;
    }
    const End too_little{0, excess(0)};
    if (too_little.value <= 0) return Epsilon{0};
    const double least = narrow(excess, too_little, enough, kDigits * best).at;
    const double gained = best - least;
    best = least;
    // The error falls by sixteen from size to size, so a fifteenth of the last gain is left.
    if (found && gained < kWorthwhile * best) break;
    found = true;
  }
  if (!found) return std::nullopt;
  return Epsilon{best};
}

}  // namespace discreet
