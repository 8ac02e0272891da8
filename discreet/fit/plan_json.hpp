// What a fit would spend and how, as JSON: what `discreet plan --json` prints and Python's plan returns.
#pragma once

#include "discreet/fit/fit.hpp"
#include "discreet/io/event_json.hpp"

namespace discreet {

Json plan_json(const Blueprint& blueprint, std::size_t rows, std::size_t features);

// A slope is a mean over the rows, so its noise is the multiplier times the sensitivity: twice the threshold over the
// number of rows when a row can be replaced, once otherwise.
double noise_over_clip(const Blueprint& blueprint, const GaussianEvent& event);

}  // namespace discreet
