#include "discreet/solver/survey.hpp"

#include <algorithm>
#include <cmath>

#include "discreet/base/contract.hpp"
#include "discreet/privacy/exact.hpp"
#include "discreet/solver/bisection.hpp"

namespace discreet {
namespace {

// Sizes from 2^-60 to 2^60 to within an octave, spreads from 2^-22 of a size to within half of one.
constexpr double kOctaves = 60, kFinest = -22, kWidest = 2;
constexpr std::size_t kSizeSteps = 7, kSpreadSteps = 6, kPooledSteps = 9;

constexpr double kRareRows = 0.02;  // the share of rows that may lie beyond a column's size
constexpr double kTooNoisy = 0.05;  // relative noise of a count from which columns are not asked about one by one
constexpr double kDeviations = 4;   // a count is trusted when it exceeds this many standard deviations of its noise

// The level at which a column's size is read: rare rows, but not so rare that noise would decide.
double level(double noise) { return std::max(kRareRows, kDeviations * noise); }

}  // namespace

Survey::Survey(SurveyFacts facts) : facts_(std::move(facts)), declared_(true), pooled_(false) {
  require(facts_.bounds.empty() || facts_.bounds.size() == columns(),
          "bounds are declared for each column or for none");
  facts_.bounds.resize(columns());
  for (const auto& bounds : facts_.bounds) declared_ = declared_ && bounds.has_value();
  pooled_ = std::isfinite(facts_.budget.value) && relative_noise(columns()) > kTooNoisy;
}

std::size_t Survey::groups() const {
  if (pooled_) return kPooledSteps;
  return (declared_ ? 0 : kSizeSteps) + 1 + kSpreadSteps + 1;
}

double Survey::relative_noise(std::size_t numbers) const {
  const double mu = facts_.budget.value * std::sqrt(facts_.share / static_cast<double>(groups()));
  return std::sqrt(static_cast<double>(numbers)) / mu / facts_.normaliser;
}

void Survey::plan(Outline& outline) const {
  outline.lines.push_back({std::string(kLine), groups(), pooled_ ? 1 : columns(), facts_.share});
}

// Second moments become smoothness constants; the intercept is a column of ones.
Scales Survey::framed(const std::vector<double>& centres, const std::vector<double>& squares) const {
  Scales scales;
  for (std::size_t k = 0; k < facts_.features; ++k) {
    scales.frame.smoothness.push_back(facts_.loss_smoothness * squares[k]);
    scales.frame.centres.push_back(facts_.intercept ? centres[k] : 0);
  }
  if (facts_.intercept) {
    scales.frame.smoothness.push_back(facts_.loss_smoothness);
    scales.frame.centres.push_back(0);
    if (facts_.regression) scales.target_centre = centres[facts_.features];
  }
  return scales;
}

Scales Survey::run(const Census& census, Gaussian& gaussian, Permit& permit) const {
  if (pooled_) return run_pooled(census, gaussian, permit);
  const double noise = relative_noise(columns());
  const double wanted = level(noise);
  const auto pay = [&] { return permit.pay(kLine); };

  // Where a column is: the middle and half the width of its declared bounds, or zero and the size that few rows exceed.
  std::vector<double> centres(columns(), 0.0);
  Bisection size(std::vector<double>(columns(), 1.0), -kOctaves, kOctaves);
  if (!declared_)
    for (std::size_t step = 0; step < kSizeSteps; ++step)
      size.narrow(gaussian.release(census.beyond(pay(), centres, size.thresholds())).value(), wanted);
  std::vector<double> sizes = size.sizes();
  std::vector<bool> unseen(columns(), false);
  for (std::size_t k = 0; k < columns(); ++k) {
    if (const auto& bounds = facts_.bounds[k]) {
      centres[k] = facts_.intercept ? 0.5 * (bounds->low + bounds->high) : 0;
      sizes[k] = std::max(bounds->high - centres[k], centres[k] - bounds->low);
      sizes[k] = std::max(sizes[k], 1e-300);
    } else {
      unseen[k] = size.empty(k);
    }
  }

  // Its mean, from which it is measured if there is an intercept to take up the difference.
  const std::vector<double> shifts = gaussian.release(census.means(pay(), centres, sizes)).value();
  if (facts_.intercept)
    for (std::size_t k = 0; k < columns(); ++k) centres[k] += std::clamp(shifts[k], -sizes[k], sizes[k]);

  // How far it spreads from there, first as the size that few rows exceed, then as a second moment within that size.
  Bisection spread(sizes, kFinest, kWidest);
  for (std::size_t step = 0; step < kSpreadSteps; ++step)
    spread.narrow(gaussian.release(census.beyond(pay(), centres, spread.thresholds())).value(), wanted);
  const std::vector<double> spreads = spread.sizes();
  std::vector<double> squares = gaussian.release(census.squares(pay(), centres, spreads)).value();
  double widest = 0;
  for (std::size_t k = 0; k < columns(); ++k) {
    const double square = spreads[k] * spreads[k];
    squares[k] = std::clamp(squares[k], 3 * noise * square, square);
    if (!unseen[k] && k < facts_.features) widest = std::max(widest, squares[k]);
  }
  // A column in which the budget cannot see anything gets the widest scale, so that its weight stays small.
  for (std::size_t k = 0; k < columns(); ++k)
    if (unseen[k]) squares[k] = widest > 0 ? widest : 1;
  return framed(centres, squares);
}

Scales Survey::run_pooled(const Census& census, Gaussian& gaussian, Permit& permit) const {
  Bisection size({1.0}, -kOctaves, kOctaves);
  for (std::size_t step = 0; step < kPooledSteps; ++step) {
    const double beyond = gaussian.release(census.rows_beyond(permit.pay(kLine), size.thresholds()[0])).value();
    size.narrow(std::vector{beyond}, 0.5);
  }
  const double square = size.sizes()[0] * size.sizes()[0];
  return framed(std::vector<double>(columns(), 0.0), std::vector<double>(columns(), square));
}

Scales Survey::run_exactly(const Census& census, Permit& permit, std::string_view line) const {
  std::vector<double> centres(columns(), 0.0);
  if (facts_.intercept) centres = Exact::release(permit.pay(line), census.exact_means()).value();
  std::vector<double> squares = Exact::release(permit.pay(line), census.exact_squares(centres)).value();
  // A constant column is left with the rounding of its mean; it gets a scale at which its weight stays small.
  double widest = 0;
  for (std::size_t k = 0; k < facts_.features; ++k) widest = std::max(widest, squares[k]);
  for (std::size_t k = 0; k < columns(); ++k)
    if (!(squares[k] > 1e-26 * centres[k] * centres[k])) squares[k] = widest > 0 ? widest : 1;
  return framed(centres, squares);
}

}  // namespace discreet
