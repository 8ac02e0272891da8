// Buys the public frame: how large each column is, where it lies, how far it spreads, and what the target's level is.
// Everything is found by noisy counts and clipped means, so it needs no declared bounds (declared ones save budget) and
// no tuning, and heavy tails do no harm: a few wild rows cannot move a count by more than their number.
#pragma once

#include <optional>
#include <vector>

#include "discreet/data/schema.hpp"
#include "discreet/oracle/census.hpp"
#include "discreet/oracle/oracle.hpp"
#include "discreet/privacy/calibrate.hpp"
#include "discreet/privacy/gaussian.hpp"

namespace discreet {

// What is known before the data is touched.
struct SurveyFacts {
  std::size_t features = 0;
  bool intercept = false;
  bool regression = false;
  double normaliser = 1;
  double loss_smoothness = 1;
  Mu budget;                                    // of the whole fit; infinite for exact answers
  double share = 0.1;                           // of it that the survey gets
  std::vector<std::optional<Interval>> bounds;  // declared; one for each feature and, for regression, the target
};

struct Scales {
  Frame frame;
  double target_centre = 0;  // where the intercept starts
};

class Survey {
 public:
  explicit Survey(SurveyFacts facts);

  // One scale for all columns together, because there are too many columns to ask about each.
  bool pooled() const { return pooled_; }

  // Adds what will be asked.
  void plan(Outline& outline) const;

  Scales run(const Census& census, Gaussian& gaussian, Permit& permit) const;

  // The same from exact figures; the permit must be for exact answers under `line`.
  Scales run_exactly(const Census& census, Permit& permit, std::string_view line) const;

  static constexpr std::string_view kLine = "scales";

 private:
  struct Columns;  // where the search stands, a number for each column
  std::size_t groups() const;
  std::size_t columns() const { return facts_.features + facts_.regression; }
  double relative_noise(std::size_t numbers) const;  // standard deviation of a released share of rows
  Scales run_pooled(const Census& census, Gaussian& gaussian, Permit& permit) const;
  Scales framed(const std::vector<double>& centres, const std::vector<double>& squares) const;

  SurveyFacts facts_;
  bool declared_;  // every column has declared bounds
  bool pooled_;
};

}  // namespace discreet
