#include "discreet/privacy/accounting/convolution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unsupported/Eigen/FFT>
#include <vector>

#include "discreet/privacy/accounting/contour.hpp"
#include "discreet/privacy/accounting/renyi.hpp"

namespace discreet {
namespace {

using Complex = std::complex<double>;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The grid of the composed law and the tilt exp(c L) under which it is computed.
struct Frame {
  double c;
  double step;
  std::size_t size;
  double low;  // the composed loss at the first cell
};

// A law on the points offset + k step, in tilted probabilities, k counted modulo the size of the transform.
struct Gridded {
  std::vector<Complex> tilted;
  double log_total;  // the logarithm of the sum of the tilted probabilities before they were normalised
  double lost;       // probability above the grid, which counts as a loss of infinity
};

// Within a cell, the mass goes to the two ends so that the probabilities on both sides are kept: in terms of exp(L) the
// profile becomes the straight line between its values at the ends, which is above it because profiles are convex.
Gridded on_grid(const LossLaw& law, const Frame& frame, double offset, double lowest, double highest) {
  Gridded grid{std::vector<Complex>(frame.size, 0.0), 0, 0};
  const auto first = static_cast<std::int64_t>(std::floor((lowest - offset) / frame.step));
  const auto last = static_cast<std::int64_t>(std::ceil((highest - offset) / frame.step));
  std::vector<double> probability(static_cast<std::size_t>(last - first + 1), 0.0);
  const auto end = [&](std::int64_t k) { return offset + static_cast<double>(k) * frame.step; };
  probability[0] += law.between(-kInfinity, end(first)).here;  // what lies below moves up to the first point
  const double growth = -std::expm1(-frame.step);
  for (std::int64_t k = first; k < last; ++k) {
    const LossLaw::Mass mass = law.between(end(k), end(k + 1));
    // here = a + b, there = exp(-end) (a + b exp(-step)), so b = (here - there exp(end)) / (1 - exp(-step)).
    const double upper = std::clamp((mass.here - mass.there * std::exp(end(k))) / growth, 0.0, mass.here);
    probability[static_cast<std::size_t>(k - first)] += mass.here - upper;
    probability[static_cast<std::size_t>(k - first + 1)] += upper;
  }
  grid.lost = law.between(end(last), kInfinity).here;
  double total = 0;
  for (std::int64_t k = first; k <= last; ++k) {
    double& p = probability[static_cast<std::size_t>(k - first)];
    p *= std::exp(frame.c * (end(k) - offset));  // offsets are put back for all repetitions at once
    total += p;
  }
  grid.log_total = std::log(total) + frame.c * offset;
  const auto size = static_cast<std::int64_t>(frame.size);
  for (std::int64_t k = first; k <= last; ++k) {
    const auto at = static_cast<std::size_t>(((k % size) + size) % size);
    grid.tilted[at] += probability[static_cast<std::size_t>(k - first)] / total;
  }
  return grid;
}

// Where a law has nearly all its mass in one point, that point is put on the grid.
double centre_of(const LossLaw& law) {
  double low = -60, high = 60;
  for (int step = 0; step < 80; ++step) {
    const double middle = 0.5 * (low + high);
    (law.between(-kInfinity, middle).here < 0.5 ? low : high) = middle;
  }
  return high;
}

// Where a loss with log moments `moment` is above (or below) with probability exp(log_small) at the most, when it is
// drawn under the tilt exp(c L): by Markov's inequality at the best order.
template <class Moment>
double tail_point(const Moment& moment, double c, double log_small, bool upper) {
  const double base = moment(c);
  double best = kInfinity;
  for (double a = 1e-3; a < 1e4; a *= 1.3) {
    const double bound = (moment(upper ? c + a : c - a) - base - log_small) / a;
    if (!(bound <= best)) break;  // it falls and then rises
    best = bound;
  }
  return upper ? best : -best;
}

// The composed law.
struct Profile {
  std::vector<double> log_probability;  // untilted
  double low, step, lost;

  double delta(double epsilon) const {
    double sum = 0;
    for (std::size_t k = log_probability.size(); k-- > 0;) {
      const double loss = low + static_cast<double>(k) * step;
      if (loss <= epsilon) break;
      sum += -std::expm1(epsilon - loss) * std::exp(log_probability[k]);
    }
    return sum + lost;
  }
};

Complex power(Complex base, double exponent) {
  const double size = std::norm(base);
  if (size == 0) return 0;
  return std::polar(std::exp(0.5 * exponent * std::log(size)), exponent * std::arg(base));
}

std::optional<Profile> compose(const Composition& composition, double c, double target, std::size_t size, double low,
                               double high) {
  Frame frame{c, (high - low) / static_cast<double>(size), size, low};
  // The range of one event's loss that matters: what the tilt makes likely at all, and never more than the whole grid.
  std::vector<Complex> product(size, 1.0), spectrum(size);
  Eigen::FFT<double> fft;
  double log_total = 0, offset = 0, lost = 0;
  for (const Composition::Part& part : composition.parts()) {
    // Above, untilted, since what is cut off counts in full; below, tilted, since it only moves up.
    const double log_small = target - std::log(part.count) - 35;
    const auto moment = [&](double order) { return part.law->log_moment(order); };
    const double centre = centre_of(*part.law);
    const double highest = std::min(tail_point(moment, 0, log_small, true), centre + (high - low));
    const double lowest = std::max(tail_point(moment, c, log_small, false), centre - (high - low));
    if (!(highest > lowest)) return std::nullopt;
    const Gridded grid = on_grid(*part.law, frame, centre, lowest, highest);
    lost += part.count * grid.lost;
    log_total += part.count * grid.log_total;
    offset += part.count * centre;
    fft.fwd(spectrum, grid.tilted);
    for (std::size_t k = 0; k < size; ++k) product[k] *= power(spectrum[k], part.count);
  }
  fft.inv(spectrum, product);

  // Cells are offset + k step modulo the size; the window [low, high) picks one of each.
  Profile profile{std::vector<double>(size, -kInfinity), 0, frame.step, lost};
  const auto first = static_cast<std::int64_t>(std::ceil((low - offset) / frame.step));
  profile.low = offset + static_cast<double>(first) * frame.step;
  const auto period = static_cast<std::int64_t>(size);
  const double rounding =
      1e-15 / std::sqrt(static_cast<double>(size));  // of a transform of total mass one, in each cell
  for (std::size_t k = 0; k < size; ++k) {
    const std::int64_t at = ((first + static_cast<std::int64_t>(k)) % period + period) % period;
    const double mass = std::max(spectrum[static_cast<std::size_t>(at)].real(), 0.0) + rounding;
    profile.log_probability[k] = std::log(mass) + log_total - c * (profile.low + static_cast<double>(k) * frame.step);
  }
  return profile;
}

}  // namespace

Epsilon single_epsilon(const LossLaw& law, Delta delta) {
  const auto delta_at = [&](double epsilon) {
    const LossLaw::Mass above = law.between(epsilon, kInfinity);
    const double there = std::exp(epsilon) * above.there;  // left out where it overflows, which errs upwards
    return above.here - (std::isfinite(there) ? there : 0) + 4e-16 * above.here;
  };
  if (delta_at(0) <= delta.value) return {0};
  double low = 0, high = 1;
  while (delta_at(high) > delta.value) low = high, high *= 2;
  while (high - low > 1e-14 * high) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high) break;
    (delta_at(middle) <= delta.value ? high : low) = middle;
  }
  return {high};
}

namespace {

// The tilt and the window of the composed loss. Outside lies exp(kLogOutside) of the tilted law: above, it is added to
// delta (at most exp(log M(c) - c high) times as much of the law itself); below, it does not count.
struct Window {
  double c = 0, low = 0, high = 0;
};
constexpr double kLogOutside = -36;

// The narrowest window whose tilt still lifts delta above the rounding of the transform. The saddle's own tilt lifts it
// most, but may spread the law over far more than the loss that is asked about.
Window choose_window(const Composition& composition, double log_delta, double epsilon, double start) {
  const auto moment = [&](double order) { return composition.log_moment(order); };
  constexpr double kLogRounding = -25;
  Window best;
  for (double c = saddle_point(composition, {epsilon}, start);; c = c < 1e-3 ? 0 : c / 2) {
    const bool lifted = log_delta + c * epsilon - moment(c) > kLogRounding;
    if (best.high > 0 && !lifted) return best;
    const double high = std::max(tail_point(moment, c, kLogOutside, true), epsilon * (1 + 1e-9));
    const double low = std::min(tail_point(moment, c, kLogOutside, false), 0.0);
    if (best.high == 0 || high - low < best.high - best.low) best = {c, low, high};
    if (c == 0) return best;
  }
}

}  // namespace

std::optional<Epsilon> convolution_epsilon(const Composition& composition, Delta delta) {
  const double target = std::log(delta.value);
  const RenyiBound renyi = renyi_epsilon(composition, delta);
  double best = renyi.epsilon.value;
  bool found = false;
  for (std::size_t size = std::size_t{1} << 14; size <= (std::size_t{1} << 22); size *= 4) {
    const auto [c, low, high] = choose_window(composition, target, best, renyi.order_minus_one);
    if (!(high > low) || !std::isfinite(high - low)) break;
    const std::optional<Profile> profile = compose(composition, c, target, size, low, high);
    if (!profile) break;
    const double outside = std::exp(composition.log_moment(c) - c * high + kLogOutside);
    const auto fits = [&](double epsilon) { return profile->delta(epsilon) + outside <= delta.value; };
    if (!fits(best)) continue;
    if (fits(0)) return Epsilon{0};
    double left = 0, right = best;
    for (int step = 0; step < 60 && right - left > 1e-12 * right; ++step) {
      const double middle = 0.5 * (left + right);
      (fits(middle) ? right : left) = middle;
    }
    const double gained = best - right;
    best = right;
    if (found && gained < 1e-5 * best) break;
    found = true;
  }
  if (!found) return std::nullopt;
  return Epsilon{best};
}

}  // namespace discreet
