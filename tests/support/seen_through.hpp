// What a model with the given weights and no intercept says about each row: the way to look at sealed rows in a test.
#pragma once

#include <vector>

#include "discreet/fit/evaluate.hpp"

namespace discreet::testing {

using Numbers = std::vector<double>;

inline Numbers seen_through(const Dataset& data, const Numbers& weights) {
  Model model;
  model.loss = "squared";
  model.weights = weights;
  model.features = data.schema.features;
  return *margins(model, data);
}

}  // namespace discreet::testing
