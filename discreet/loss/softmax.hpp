// Several classes and a score for each: a class is the likelier the larger its score is. Not in the list of losses,
// which are functions of one margin.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>

namespace discreet {

struct Softmax {
  static constexpr std::string_view name = "softmax";

  // Along no direction of the scores is it curved more than this: diag(p) - p p' has eigenvalues of at most 1/2.
  static constexpr double kSmoothness = 0.5;

  // Turns scores into the slopes of the loss along them: the chance of each class, less one for that of the row.
  // Answers the loss.
  static double slopes(std::span<double> scores, std::size_t label) {
    const double largest = *std::max_element(scores.begin(), scores.end()), own = scores[label];
    double sum = 0;
    for (double& score : scores) sum += score = std::exp(score - largest);
    for (double& score : scores) score /= sum;
    scores[label] -= 1;
    return std::log(sum) + largest - own;
  }
};

}  // namespace discreet
