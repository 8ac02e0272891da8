// The units in which two models are compared: a weight counts by how far it moves a margin from the middle of its
// column's limits to one of them, and the intercept by what it is in the middle. So a bound by their distance says as
// much about columns in grams as in tonnes, and about years as about ages. Any centres and half-widths above zero give
// a bound that holds: proof: docs/proofs/groups.md
#pragma once

#include <span>
#include <string>
#include <vector>

#include "discreet/data/schema.hpp"
#include "discreet/model/model.hpp"
#include "discreet/oracle/group_tally.hpp"

namespace discreet {

struct ColumnUnits {
  std::vector<double> centres, halves;
  std::string how;       // in words; empty where every column is in its own units
  bool limited = false;  // no value is further from its centre than its half-width

  // (x - centre) / half-width with a one for the intercept, at this distance.
  MarginReach reach(double distance) const;
};

// In the units in which the model reads its rows: by the model's limits, which are public, else by the range that was
// seen, else as it is. Indicators and sparse columns are measured from zero, where most of their values are.
ColumnUnits column_units(const Model& model, bool sparse, std::span<const Interval> seen = {});

}  // namespace discreet
