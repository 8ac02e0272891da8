#include <gtest/gtest.h>

#include <cmath>

#include "discreet/fit/evaluate.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/io/load.hpp"
#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

// One row far away from all others, in rows that were read for training, in its units.
struct Far {
  testing::TemporaryFile file{".csv", "a,b,y\n1,0,1\n2,1,2\n3,0,3\n1000,1,4\n2,0,1\n"};
  Options options;
  Model model;

  explicit Far(bool standardised) {
    options.solver = "exact";
    options.penalty = "l2:0.1";
    if (standardised) options.standardise = "from-data";
    model = fit(rows(), options)->value();
    model.bounds = {{"a", 0, 4}};
  }
  Dataset rows() const { return *load(file.path(), *ingest_rules(options)); }
};

TEST(ObjectiveOf, MovesValuesIntoTheModelsLimitsAsPredictionsDo) {
  for (const bool standardised : {false, true}) {
    const Far far(standardised);
    const Dataset held = *load(far.file.path(), rules_for(far.model, true));
    const double wanted = metric_of(*evaluate(far.model, held), "objective");
    EXPECT_NEAR(*objective_of(far.model, far.rows()), wanted, 1e-9 * (1 + wanted)) << standardised;
    Model without = far.model;
    without.bounds.clear();
    EXPECT_GT(std::abs(*objective_of(without, far.rows()) - wanted), 1e-3) << "the far row matters";
  }
}

}  // namespace
}  // namespace discreet
