#include "discreet/fit/spec.hpp"

#include <gtest/gtest.h>

#include "discreet/fit/problem.hpp"
#include "discreet/loss/all.hpp"

namespace discreet {
namespace {

constexpr std::array kBoth{Parameter{"A"}, Parameter{"B", 0, 9, 4.0}};

TEST(Spec, FillsInWhatMayBeLeftOut) {
  EXPECT_EQ(*read_arguments("loss", {"x", "2"}, kBoth, std::nullopt), (std::vector<double>{2, 4}));
  EXPECT_EQ(*read_arguments("loss", {"x", "2,3"}, kBoth, std::nullopt), (std::vector<double>{2, 3}));
  EXPECT_FALSE(read_arguments("loss", {"x", ""}, kBoth, std::nullopt)) << "A has no usual value";
  EXPECT_FALSE(read_arguments("loss", {"x", "1,2,3"}, kBoth, std::nullopt));
  EXPECT_FALSE(read_arguments("loss", {"x", "1,10"}, kBoth, std::nullopt));
  EXPECT_EQ(usage_of("x", kBoth), "x:A[,B]");
  EXPECT_EQ(usage_of("poisson", Poisson::parameters), "poisson[:B]");
  EXPECT_EQ(filled_in("x:2", kBoth), "x:2,4");
  EXPECT_EQ(filled_in("x:2,3", kBoth), "x:2,3");
  EXPECT_EQ(filled_in("squared", Squared::parameters), "squared");
}

// A model must mean the same when the usual value changes.
TEST(ChooseLoss, NamesALossWithNothingLeftOut) {
  EXPECT_EQ(choose_loss("poisson")->text, "poisson:3");
  EXPECT_EQ(choose_loss("poisson:4")->text, "poisson:4");
  EXPECT_DOUBLE_EQ(choose_loss("poisson:4")->smoothness, std::exp(4.0));
  EXPECT_DOUBLE_EQ(choose_loss("huber:0.2")->steepest, 0.2);
}

TEST(ChooseLoss, RefusesNumbersThatALossDoesNotTake) {
  for (const char* text : {"huber", "huber:0", "huber:-1", "huber:1,2", "huber:", "poisson:-1", "poisson:31",
                           "poisson:1,2", "squared:1", "squared-hinge:1", "poisson:x"}) {
    const auto refused = choose_loss(text);
    ASSERT_FALSE(refused) << text;
    EXPECT_EQ(refused.error().fault, Fault::usage);
  }
}

}  // namespace
}  // namespace discreet
