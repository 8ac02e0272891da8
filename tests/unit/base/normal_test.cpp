#include "discreet/base/normal.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace discreet {
namespace {

// Computed with 50 digits.
struct Reference {
  double x, log_cdf, mills;
};
constexpr Reference kReferences[] = {
    {-1, -1.8410216450092635, 3.4770518117036945},    {0, -0.69314718055994531, 1.2533141373155003},
    {1, -0.17275377902344989, 0.65567954241879847},   {5, -2.8665161296376359e-7, 0.19280810471531576},
    {7, -1.279812543886654e-12, 0.14010418345305024}, {40, 0, 0.024984404205720571}};

TEST(Normal, HasTheMillsRatioOfItsTails) {
  for (const Reference& r : kReferences) EXPECT_NEAR(mills_ratio(r.x) / r.mills, 1, 1e-13) << r.x;
}

TEST(Normal, KeepsTheLogarithmOfATailThatUnderflows) {
  for (const Reference& r : kReferences)
    EXPECT_NEAR(log_normal_cdf(r.x), r.log_cdf, 1e-13 * std::abs(r.log_cdf)) << r.x;
  EXPECT_NEAR(log_normal_cdf(-5), -15.064998393988727, 1e-13);
  EXPECT_NEAR(log_normal_cdf(-40), -804.6084420137538, 1e-11);
  EXPECT_NEAR(log_normal_cdf(-200), -20006.21728089819, 1e-9);
}

}  // namespace
}  // namespace discreet
