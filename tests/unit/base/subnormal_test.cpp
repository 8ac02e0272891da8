#include "discreet/base/subnormal.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "discreet/base/workers.hpp"

namespace discreet {
namespace {

template <class T>
void check_what_is_stored() {
  using Limits = std::numeric_limits<T>;
  for (const T tiny : {Limits::denorm_min(), std::nextafter(Limits::min(), T{0}), T{0}})
    for (const T value : {tiny, -tiny}) {
      EXPECT_EQ(stored<T>(static_cast<double>(value)), T{0});
      EXPECT_FALSE(std::signbit(stored<T>(static_cast<double>(value))));
    }
  for (const T normal : {Limits::min(), T{1}, Limits::max(), Limits::infinity()})
    for (const T value : {normal, -normal}) EXPECT_EQ(stored<T>(static_cast<double>(value)), value);
  EXPECT_TRUE(std::isnan(stored<T>(std::nan(""))));
}

TEST(Subnormals, AreStoredAsZeroAndNothingElseIsChanged) {
  check_what_is_stored<float>();
  check_what_is_stored<double>();
  EXPECT_EQ(stored<float>(1e-40), 0);  // a normal number that its place cannot hold as one
  EXPECT_EQ(stored<double>(1e-40), 1e-40);
}

// Through memory, so that it is computed now and here.
double product(double left, double right) {
  volatile double a = left, b = right;
  return a * b;
}
bool are_zero() {
  const double operand = product(1e-310, 1e100), result = product(1e-200, 1e-120);
  EXPECT_EQ(operand == 0, result == 0);
  return operand == 0;
}

#if defined(__x86_64__) || defined(__aarch64__)
TEST(Subnormals, AreZeroInArithmeticUntilTheEndOfTheScope) {
  ASSERT_FALSE(are_zero());
  {
    const SubnormalsAreZero outer;
    EXPECT_TRUE(are_zero());
    { const SubnormalsAreZero inner; }
    EXPECT_TRUE(are_zero());
    EXPECT_EQ(product(1e-200, 1e-107), 1e-200 * 1e-107);
  }
  EXPECT_FALSE(are_zero());
}

TEST(Subnormals, AreZeroInEveryThreadOfWorkersAndNotInTheCallersOwn) {
  for (const std::size_t threads : {1u, 3u}) {
    Workers workers(threads);
    std::vector<char> zero(50, 0);
    workers.run(zero.size(), [&](std::size_t part) { zero[part] = are_zero(); });
    EXPECT_EQ(zero, std::vector<char>(50, 1));
    EXPECT_FALSE(are_zero());
    EXPECT_THROW(workers.run(2, [](std::size_t) { throw std::runtime_error("a part fails"); }), std::runtime_error);
    EXPECT_FALSE(are_zero());
  }
}
#endif

}  // namespace
}  // namespace discreet
