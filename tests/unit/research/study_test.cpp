// How a run is measured against the optimum.
#include "discreet/research/compare/study.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

// A few rows far away decide the optimum of the rows as they are. A model that moves them into the limits that it
// bought fits the other rows better than any weights for the rows as they are can.
TEST(Study, MeasuresTheWeightsOnTheRowsAsTheyAreAsPublicationsDo) {
  std::string rows = "x,y\n";
  for (int k = 0; k < 4000; ++k) {
    const double x = 0.01 * (k % 200 - 100);
    rows += k % 400 == 7 ? fmt::format("{},0\n", 200 + k % 3) : fmt::format("{},{}\n", x, x);
  }
  const testing::TemporaryFile file(".csv", rows);
  Options options;
  options.epsilon = "20";
  options.delta = "1e-6";
  options.intercept = false;
  const auto study = Study::open(file.path(), options);
  ASSERT_TRUE(study) << study.error().message;
  const Outcome outcome = study->run(options, 1, false);
  // With x near 1 the far rows alone cost much more than the optimum, which gives them up for the sake of the others.
  EXPECT_GT(outcome.weights.at(0), 0.5) << "it learnt what most rows say";
  EXPECT_GT(outcome.error, 1);
}

}  // namespace
}  // namespace discreet
