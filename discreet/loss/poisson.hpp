#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "discreet/loss/loss.hpp"

namespace discreet {

// Counts with a logarithmic link, up to a declared bound B on the margin: the mean is exp(margin) up to exp(B) and goes
// on along its tangent from there. So the curvature is bounded by exp(B), the loss stays strictly convex, and a count
// above exp(B) has a best margin like any other. The value is half the deviance: 0 where the mean is the label.
struct Poisson {
  static constexpr std::string_view name = "poisson";
  static constexpr Task task = Task::counts;
  static constexpr LabelRole label_role = LabelRole::apart;
  static constexpr std::array parameters{Parameter{"B", 0, 30, 3.0}};
  double bound = 3;

  double value(double margin, double label) const {
    if (!(label > 0)) return grown(margin) - label * margin;
    const double best = inverse(label);
    return grown(margin) - grown(best) - label * (margin - best);
  }
  template <class T>
  T derivative(T margin, T label) const {
    return mean(margin) - label;
  }
  double curvature(double margin, double) const { return std::exp(std::min(margin, bound)); }
  double smoothness() const { return std::exp(bound); }

  template <class T>
  T mean(T margin) const {
    const T end = static_cast<T>(bound);
    return std::exp(std::min(margin, end)) * (1 + std::max(margin - end, T{0}));
  }
  // Not below -B: a mean that noise has made tiny or negative says no more than that counts are rare.
  double level(double mean_label) const { return mean_label > std::exp(-bound) ? inverse(mean_label) : -bound; }

 private:
  // The margin whose mean is `count`, which is above zero.
  double inverse(double count) const {
    const double end = std::exp(bound);
    return count <= end ? std::log(count) : bound + count / end - 1;
  }
  // The integral of the mean.
  double grown(double margin) const {
    const double beyond = std::max(margin - bound, 0.0);
    return std::exp(std::min(margin, bound)) * (1 + beyond * (1 + 0.5 * beyond));
  }
};
static_assert(Loss<Poisson>);

}  // namespace discreet
