#include "discreet/solver/allocation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "discreet/base/contract.hpp"
#include "discreet/solver/coordinate_descent.hpp"

namespace discreet {
namespace {

std::size_t distinct(std::vector<double> weights) {
  std::sort(weights.begin(), weights.end());
  return static_cast<std::size_t>(std::unique(weights.begin(), weights.end()) - weights.begin());
}

// To the nearest of a few a doubling, as many as leave no more than the most lines.
std::vector<double> rounded(std::span<const double> weights) {
  std::vector<double> result(weights.begin(), weights.end());
  for (double a_doubling = 16; distinct(result) > Allocation::kMostLines; a_doubling /= 2)
    for (std::size_t j = 0; j < weights.size(); ++j)
      result[j] = std::exp2(std::round(std::log2(weights[j]) * a_doubling) / a_doubling);
  return result;
}

}  // namespace

Allocation::Allocation(std::uint64_t groups, std::uint64_t numbers)
    : lines_{{std::string(kSlopes), groups, numbers, 1}} {}

Allocation::Allocation(std::span<const double> weights, std::span<const std::uint64_t> visits) {
  require(weights.size() == visits.size(), "every coordinate has a weight");
  const std::vector<double> used = rounded(weights);
  std::map<double, std::size_t> numbers;
  for (std::size_t j = 0; j < used.size(); ++j) {
    require(used[j] > 0 && std::isfinite(used[j]), "weights are positive numbers");
    if (visits[j] > 0) numbers.emplace(used[j], 0);
  }
  for (auto& [weight, number] : numbers) {
    number = lines_.size();
    lines_.push_back(
        {numbers.size() == 1 ? std::string(kSlopes) : fmt::format("{} {}", kSlopes, number + 1), 0, 1, weight});
  }
  for (std::size_t j = 0; j < used.size(); ++j) {
    // A coordinate that is never visited is never paid for; its line is any.
    line_of_.push_back(visits[j] > 0 ? numbers.at(used[j]) : 0);
    lines_[line_of_[j]].groups += visits[j];
  }
}

void Allocation::plan(Outline& outline, double share) const {
  double total = 0;
  for (const Line& line : lines_) total += static_cast<double>(line.groups) * line.weight;
  for (const Line& line : lines_)
    outline.lines.push_back(
        {line.what, line.groups, line.numbers, share * static_cast<double>(line.groups) * line.weight / total});
}

}  // namespace discreet
