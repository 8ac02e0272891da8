// The units in which two models are compared: a weight counts by how far it moves a margin from the middle of its
// column to its end, or by one deviation, and the intercept by what it is in the middle. So a bound by their distance
// says as much about columns in grams as in tonnes, and about years as about ages. Any centres and half-widths above
// zero give a bound that holds: proof: docs/proofs/groups.md
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

// In the units in which the model reads its rows: by what was seen of them where answers are exact, else by the model's
// limits, which are public, else as it is. Limits are generous: bounds by them hold for rows that are nowhere near. By
// limits indicators are measured from zero, where most of their values are, and so are sparse columns always.
ColumnUnits column_units(const Model& model, bool sparse, std::span<const ColumnMoments> seen = {});

}  // namespace discreet
