#include "discreet/accounting/loss_law.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "discreet/accounting/accountants.hpp"

namespace discreet {
namespace {

using AnyLaw = std::unique_ptr<LossLaw>;
AnyLaw law_of(const Event& event) { return loss_law(event, Neighbours::replace_one, Direction::remove); }

// log(cosh((s + 1/2) epsilon) / cosh(epsilon / 2)) in extended precision: the series of log cosh where the arguments
// are small, whose first terms differ by s (s + 1) epsilon^2 / 2 exactly, and the definition elsewhere.
long double pure_log_moment(long double epsilon, long double s) {
  const long double x = (s + 0.5L) * epsilon, y = 0.5L * epsilon;
  if (x < 1e-3L) {
    const long double first = s * (s + 1) * epsilon * epsilon, squares = x * x + y * y;
    return first / 2 - first * squares / 12 + first * (squares * squares - x * x * y * y) / 45;
  }
  const long double share = 1 / (1 + std::exp(-epsilon));
  return std::log1p(share * std::expm1(s * epsilon) + (1 - share) * std::expm1(-s * epsilon));
}

// exp(x) - 1 - x, which is not negative and here loses no digits.
long double beyond_first_order(long double x) {
  if (std::abs(x) > 0.5L) return std::expm1(x) - x;
  long double term = x, sum = 0;
  for (int k = 2; k < 30; ++k) sum += term *= x / static_cast<long double>(k);
  return sum;
}

// M(s) = ((s + 1) exp(s epsilon) + s exp(-(s + 1) epsilon)) / (2s + 1); the first-order terms cancel.
long double laplace_log_moment(long double epsilon, long double s) {
  return std::log1p(((s + 1) * beyond_first_order(s * epsilon) + s * beyond_first_order(-(s + 1) * epsilon)) /
                    (2 * s + 1));
}

constexpr double kEpsilons[] = {1e-12, 1e-9, 3e-7, 1e-5, 1e-3, 0.02, 0.3, 1, 4, 30};
constexpr double kOrders[] = {1e-3, 0.03, 0.5, 1, 7, 60, 300};

TEST(PureLaw, KeepsItsDigitsHoweverSmallTheEpsilon) {
  for (const double epsilon : kEpsilons)
    for (const double s : kOrders) {
      const double wanted = static_cast<double>(pure_log_moment(epsilon, s));
      EXPECT_NEAR(law_of(PureEvent{{epsilon}})->log_moment(s) / wanted, 1, 5e-15) << epsilon << " " << s;
    }
}

TEST(PureLaw, HasMomentsWhereExponentialsOverflow) {
  for (const double epsilon : {29.0, 31.0, 400.0, 2000.0})
    for (const double s : {1e-3, 0.2, 1.0, 5.0}) {
      const double wanted = static_cast<double>(pure_log_moment(epsilon, s));
      EXPECT_NEAR(law_of(PureEvent{{epsilon}})->log_moment(s) / wanted, 1, 5e-15) << epsilon << " " << s;
      EXPECT_NEAR(law_of(PureEvent{{epsilon}})->log_moment(-1 - s) / wanted, 1, 1e-12) << "seen from the other side";
    }
}

// What the rdp accountant composes: an error of a small loss's moment, times a million events, must not come out low.
TEST(LaplaceLaw, NeverUnderstatesARenyiDivergence) {
  int understated = 0;
  for (const double epsilon : kEpsilons)
    for (const double s : kOrders) {
      const AnyLaw law = law_of(LaplaceEvent{{1 / epsilon}});
      const long double wanted = laplace_log_moment(1 / (1 / epsilon), s);
      EXPECT_GE(law->renyi_log_moment(s), wanted) << epsilon << " " << s;
      EXPECT_LE(law->renyi_log_moment(s), wanted + 1e-14L * (s + 1) * epsilon) << epsilon << " " << s;
      understated += law->log_moment(s) < wanted;
    }
  EXPECT_GT(understated, 0) << "then the allowance would not be needed";
}

// exp(epsilon) overflows at 710. A loss that is not a number once passed for one of at most 1.
TEST(EveryLaw, AnswersWhereExponentialsOverflow) {
  const Delta delta{1e-6};
  for (const double epsilon : {600.0, 710.0, 2000.0, 1e6, 1e300})
    for (const Event& event : {Event{LaplaceEvent{{1 / epsilon}}}, Event{ExponentialEvent{{epsilon}}}})
      for (const std::uint64_t count : {1, 3}) {
        const Plan plan{Neighbours::add_remove, {{"it", event, count, 0}}};
        const Account found = account(plan, delta);
        const double all = static_cast<double>(count) * epsilon;
        EXPECT_GE(found.epsilon.value, 0.9 * all) << epsilon << " " << event.index();
        EXPECT_LE(found.epsilon.value, all * (1 + 1e-9)) << epsilon << " " << event.index();
        if (epsilon < 1e4) {
          EXPECT_GT(TightAccountant().delta(plan, {1}).value, 0.9);
        }
      }
}

TEST(EveryLaw, AnswersWhereTheNoiseHasNoSquare) {
  for (const Event& event : {Event{PoissonGaussianEvent{0.01, {1e300}}}, Event{GaussianEvent{{1e300}}},
                             Event{FixedBatchGaussianEvent{1000, 10, {1e300}}}, Event{LaplaceEvent{{1e300}}}}) {
    const Plan plan{Neighbours::replace_one, {{"it", event, 1000, 0}}};
    EXPECT_LE(account(plan, {1e-6}).epsilon.value, 1e-9) << event.index();
  }
}

}  // namespace
}  // namespace discreet
