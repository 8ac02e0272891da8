// A loss says the same for many rows at once as for one, on every instruction set.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "discreet/loss/all.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/property/vector_loss_test.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include "discreet/loss/all_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {

template <class L, class T>
void derivatives_of(const std::vector<double>& margins, double label, std::vector<double>& out) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::ScalableTag<T> d;
  HWY_ALIGN T lanes[hn::MaxLanes(d)];
  out.clear();
  for (const double margin : margins) {
    hn::Store(derivative(d, L{}, hn::Set(d, static_cast<T>(margin)), hn::Set(d, static_cast<T>(label))), d, lanes);
    out.push_back(static_cast<double>(lanes[hn::Lanes(d) - 1]));
  }
}

// The answers of all losses, after one another.
void all_derivatives(const std::vector<double>& margins, double label, bool single,
                     std::vector<std::vector<double>>& out) {
  out.clear();
  AllLosses::each([&]<class L>(std::type_identity<L>) {
    out.emplace_back();
    single ? derivatives_of<L, float>(margins, label, out.back())
           : derivatives_of<L, double>(margins, label, out.back());
  });
}

// What walks over columns take for the logistic loss: x times its derivative, given which labels are -1.
template <class T>
void logistic_products_of(const std::vector<double>& margins, double x, bool negative, std::vector<double>& out) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::ScalableTag<T> d;
  HWY_ALIGN T lanes[hn::MaxLanes(d)];
  out.clear();
  for (const double margin : margins) {
    const auto mask = hn::FirstN(d, negative ? hn::Lanes(d) : 0);
    const auto product =
        times_derivative(d, Logistic{}, hn::Set(d, static_cast<T>(margin)), mask, hn::Set(d, static_cast<T>(x)));
    hn::Store(product, d, lanes);
    out.push_back(static_cast<double>(lanes[hn::Lanes(d) - 1]));
  }
}

void logistic_products(const std::vector<double>& margins, double x, bool negative, bool single,
                       std::vector<double>& out) {
  single ? logistic_products_of<float>(margins, x, negative, out)
         : logistic_products_of<double>(margins, x, negative, out);
}

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "tests/support/targets.hpp"

namespace discreet {
namespace {

HWY_EXPORT(all_derivatives);
HWY_EXPORT(logistic_products);

std::vector<double> grid(double reach, double step) {
  std::vector<double> points;
  for (double margin = -reach; margin <= reach; margin += step) points.push_back(margin);
  return points;
}

// Single precision is held against double precision at the same rounded margin. Where the label enters apart from the
// margin, the derivative is a difference of two numbers, and they are what its error is relative to.
void compare(const std::vector<double>& margins, double label, bool single, double relative) {
  std::vector<std::vector<double>> said;
  HWY_DYNAMIC_DISPATCH(all_derivatives)(margins, label, single, said);
  std::size_t which = 0;
  AllLosses::each([&]<class L>(std::type_identity<L>) {
    double worst = 0;
    for (std::size_t k = 0; k < margins.size(); ++k) {
      const double margin = single ? static_cast<double>(static_cast<float>(margins[k])) : margins[k];
      const double right = L{}.derivative(margin, label);
      const double size = L::label_role == LabelRole::apart ? std::abs(L{}.derivative(margin, 0.0)) : 1e-300;
      worst = std::max(worst, std::abs(said[which][k] - right) / std::max(std::abs(right), size));
    }
    EXPECT_LE(worst, relative) << L::name << (single ? " in single precision" : " in double precision");
    ++which;
  });
}

TEST(EveryVectorLoss, HasTheDerivativeOfTheLoss) {
  testing::on_every_target([] {
    for (const double label : {-1.0, 1.0}) {
      compare(grid(87, 0.00731), label, true, 3e-7);
      compare(grid(700, 0.0731), label, false, 7e-16);
      compare(grid(40, 0.00431), label, false, 7e-16);
    }
  });
}

// Parts of x, not of the product: a walk rounds to a grid of parts of x.
double worst_product(const std::vector<double>& margins, double x, bool negative, bool single) {
  std::vector<double> said;
  HWY_DYNAMIC_DISPATCH(logistic_products)(margins, x, negative, single, said);
  double worst = 0;
  for (std::size_t k = 0; k < margins.size(); ++k) {
    const double margin = single ? static_cast<double>(static_cast<float>(margins[k])) : margins[k];
    const double right = x * Logistic{}.derivative(margin, negative ? -1.0 : 1.0);
    worst = std::max(worst, std::abs(said[k] - right) / std::abs(x));
  }
  return worst;
}

TEST(TheLogisticLossInWalks, IsOffByATenMillionthOfTheColumnsValue) {
  testing::on_every_target([] {
    for (const bool negative : {false, true})
      for (const double x : {1.0, -1.5, 1048576.0}) {
        EXPECT_LE(worst_product(grid(100, 0.00731), x, negative, true), 1.2e-7);
        EXPECT_LE(worst_product(grid(800, 0.0731), x, negative, false), 3e-16);
        EXPECT_LE(worst_product(grid(40, 0.00431), x, negative, false), 3e-16);
      }
  });
}

TEST(TheLogisticLossInWalks, GoesOnToItsEndsHoweverFarOut) {
  testing::on_every_target([] {
    const double infinity = std::numeric_limits<double>::infinity();
    for (const bool single : {true, false}) {
      const double most =
          single ? static_cast<double>(std::numeric_limits<float>::max()) : std::numeric_limits<double>::max();
      std::vector<double> said;
      HWY_DYNAMIC_DISPATCH(logistic_products)
      ({-infinity, -most, -1e9, 1e9, most, infinity}, 2, false, single, said);
      for (std::size_t k = 0; k < said.size(); ++k) EXPECT_NEAR(said[k], k < 3 ? -2 : 0, 1e-7) << k;
      HWY_DYNAMIC_DISPATCH(logistic_products)
      ({-infinity, -most, -1e9, 1e9, most, infinity}, 2, true, single, said);
      for (std::size_t k = 0; k < said.size(); ++k) EXPECT_NEAR(said[k], k < 3 ? 0 : 2, 1e-7) << k;
    }
  });
}

TEST(EveryVectorLoss, StaysFiniteFarOut) {
  testing::on_every_target([] {
    for (const bool single : {true, false}) {
      std::vector<std::vector<double>> said;
      HWY_DYNAMIC_DISPATCH(all_derivatives)({-1e30, -1e4, 1e4, 1e30}, 1.0, single, said);
      for (const auto& answers : said)
        for (const double answer : answers) EXPECT_TRUE(std::isfinite(answer));
    }
  });
}

// What lets kernels read no label: the loss sees it only in the way that it claims.
TEST(EveryLoss, SeesTheLabelAsItSays) {
  AllLosses::each([]<class L>(std::type_identity<L>) {
    const L loss;
    for (const double margin : grid(8, 0.37))
      for (const double label : {-1.0, 1.0}) {
        double same = loss.derivative(margin, label);
        if (L::label_role == LabelRole::shift) same = loss.derivative(margin - label, 0.0);
        if (L::label_role == LabelRole::sign) same = label * loss.derivative(margin * label, 1.0);
        EXPECT_EQ(loss.derivative(margin, label), same) << L::name;
        if constexpr (requires { L::label_adds_one; }) {
          EXPECT_NEAR(loss.derivative(margin, -1.0), loss.derivative(margin, 1.0) + 1, 4e-16) << L::name;
        }
        EXPECT_TRUE(L::label_role != LabelRole::sign || L::task == Task::classification) << L::name;
      }
  });
}

}  // namespace
}  // namespace discreet
#endif
