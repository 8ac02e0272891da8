#pragma once

#include <span>
#include <utility>
#include <vector>

#include "discreet/base/contract.hpp"
#include "discreet/base/index.hpp"
#include "discreet/privacy/sensitive.hpp"

namespace discreet {

// The current point. It starts from constants and changes only by released numbers, so all of it is public at all
// times: reading it, averaging it and printing it are post-processing. proof: docs/proofs/iterate.md
class Iterate {
 public:
  explicit Iterate(std::size_t coordinates) : weights_(coordinates, 0.0) {}

  double operator[](Coordinate j) const { return weights_[j.value]; }
  std::size_t size() const { return weights_.size(); }
  std::span<const double> weights() const { return weights_; }

  // Returns how far the coordinate moved.
  double set(Coordinate j, double next) { return next - std::exchange(weights_[j.value], next); }

  // Puts the point into a model. Columns were taken less their centres, which is the same as another intercept.
  template <class Model>
  Released<Model> finish(Model about, bool intercept, std::span<const double> centres) && {
    require(weights_.size() == about.features.size() + intercept, "there is a weight for each feature");
    about.weights.assign(weights_.begin(), weights_.begin() + static_cast<std::ptrdiff_t>(about.features.size()));
    about.intercept = intercept ? weights_.back() : 0;
    if (intercept)
      for (std::size_t k = 0; k < about.weights.size(); ++k) about.intercept -= centres[k] * about.weights[k];
    return {std::move(about), ReleaseKey{}};
  }

 private:
  std::vector<double> weights_;
};

}  // namespace discreet
