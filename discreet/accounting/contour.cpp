#include "discreet/accounting/contour.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "discreet/base/bracket.hpp"

namespace discreet {
namespace {

using Complex = std::complex<double>;
constexpr double kPi = std::numbers::pi;
constexpr double kSmall = 1e-10;     // what of delta the aliases and the rest of the sum should add at the most
constexpr double kTolerable = 1e-5;  // what they may add when the sum would get too long
constexpr double kSettled = 1e-7;    // a change of epsilon that is none
constexpr double kMostWork = 3e7;    // operations, some hundredths of a second

// The moments along c + i k h, k < terms.size(), and a bound on what the rest of the sum can add.
struct Line {
  double c, h;
  std::vector<Complex> log_terms;  // log M(s) - log s(s + 1)
  std::vector<double> sizes;       // of the terms, relative to the first; that one counts half
  double log_rest;                 // of the sum beyond, without exp(-c epsilon)
  double error;                    // of a term's logarithm
};

// log of an upper bound on delta(epsilon), and its derivative.
struct Value {
  double log_delta, slope;
};

Value value_at(const Line& line, double epsilon) {
  const double scale = line.log_terms[0].real() - line.c * epsilon;
  double sum = 0, moment = 0, size = 0;
  for (std::size_t k = 0; k < line.log_terms.size(); ++k) {
    const double t = static_cast<double>(k) * line.h;
    const double magnitude = line.sizes[k];
    const double phase = line.log_terms[k].imag() - t * epsilon;
    const double real = magnitude * std::cos(phase), imaginary = magnitude * std::sin(phase);
    sum += real;
    moment += -line.c * real + t * imaginary;  // the derivative in epsilon multiplies each term by -(c + i t)
    size += magnitude;
  }
  const double unit = line.h / kPi;
  const double rest = std::exp(line.log_rest - line.log_terms[0].real());
  const double delta = unit * (sum + (line.error + 1e-14) * size) + rest;
  return {scale + std::log(delta), unit * moment / delta};
}

// The terms that matter of the sum with spacing h, or nothing where they are too many.
std::optional<Line> line_at(const Composition& composition, double c, double h, double log_answer) {
  Line line{c, h, {}, {}, 0, 0};
  const double log_moment = composition.log_moment(c);
  std::size_t count = 16;
  double relative = 0;
  for (;; count *= 2) {
    const double reach = (static_cast<double>(count) - 0.5) * h;
    line.log_rest = log_moment + composition.log_decay(c, reach) - std::log(kPi * reach);
    relative = line.log_rest - log_answer;
    if (relative < std::log(kSmall)) break;
    if (composition.work(c, h, 2 * static_cast<double>(count)) > kMostWork) break;
  }
  if (relative > std::log(kTolerable)) return std::nullopt;
  line.log_terms.resize(count);
  line.error = composition.fill(c, h, line.log_terms);
  for (std::size_t k = 0; k < count; ++k) {
    const Complex s(c, static_cast<double>(k) * h);
    line.log_terms[k] -= std::log(s * (s + 1.0));
    line.sizes.push_back(k == 0 ? 0.5 : std::exp(line.log_terms[k].real() - line.log_terms[0].real()));
  }
  return line;
}

// The epsilon at which the bound of the line falls to the target: Newton, since log delta is close to a line of slope
// -c. `most` is an answer already known to be large enough; this line may not do better.
double epsilon_on(const Line& line, double target, double most) {
  if (!(value_at(line, most).log_delta <= target)) return most;
  if (value_at(line, 0).log_delta <= target) return 0;
  return newton({0, most}, most, {.relative = 1e-13, .steps = 100}, {.apart = 1e-14}, [&](double epsilon) {
    const Value at = value_at(line, epsilon);
    return Tangent{at.log_delta <= target, epsilon - (at.log_delta - target) / at.slope};
  });
}

}  // namespace

double saddle_point(const Composition& composition, Epsilon epsilon, double start) {
  const auto at = [&](double log_s) {
    const double s = std::exp(log_s);
    return composition.log_moment(s) - s * epsilon.value - std::log(s) - std::log1p(s);
  };
  double best = std::log(start), value = at(best);
  for (double step = 1; step > 0.02; step /= 2)
    for (const double side : {-1.0, 1.0})
      for (;;) {
        const double next = at(best + side * step);
        if (!(next < value)) break;
        value = next;
        best += side * step;
      }
  return std::exp(best);
}

ContourBound contour_epsilon(const Composition& composition, Delta delta, const RenyiBound& renyi, Epsilon enough) {
  if (composition.parts().empty()) return {{0}, true};
  const double target = std::log(delta.value);
  double best = renyi.epsilon.value, c = renyi.order_minus_one;

  // Every line and every spacing gives an upper bound. A better bound moves the saddle; halving the spacing takes away
  // aliases. Stop when neither changes anything any more.
  double spacing = 1;
  bool halved = false;
  for (int round = 0; round < 20; ++round) {
    const double h = spacing * 2 * kPi * c / (-target - std::log(kSmall));
    const std::optional<Line> line = line_at(composition, c, h, target + c * best);
    if (!line) return {{best}, false};
    const double epsilon = epsilon_on(*line, target, best);
    const double gained = best - epsilon;
    best = epsilon;
    if (best <= enough.value) return {{best}, true};
    if (halved && gained <= kSettled * best) return {{best}, true};
    // A much better bound may have moved the saddle down; otherwise there are aliases to take away.
    const double moved = gained > 0.02 * best ? saddle_point(composition, {best}, c) : c;
    halved = moved > 0.8 * c;
    if (halved)
      spacing /= 2;
    else
      c = moved;
  }
  return {{best}, false};
}

}  // namespace discreet
