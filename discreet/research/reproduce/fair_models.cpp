#include "discreet/research/reproduce/fair_models.hpp"

#include <algorithm>
#include <cmath>

#include "discreet/fairness/distance.hpp"
#include "discreet/privacy/discrete_noise.hpp"
#include "discreet/privacy/noise_source.hpp"

namespace discreet {
namespace {

constexpr double kFairZeta = 0.01;

bool speaks(Notion notion, const FairnessLevel& level) {
  return level.defined && !(notion == Notion::equality_of_opportunity && level.label != std::size_t{1});
}

// Levels of a notion by the accuracies of the parts.
std::vector<double> values_of(const std::vector<FairnessLevel>& levels, Notion notion, bool speaking,
                              std::span<const double> accuracies) {
  std::vector<double> values;
  for (const FairnessLevel& level : levels)
    if (level.defined && (!speaking || speaks(notion, level))) values.push_back(level.value(accuracies));
  return values;
}

}  // namespace

FairDistances fair_distances(const FairData& data, const FairSetting& setting) {
  const double sensitivity = sensitivity_of_minimum(data.norm, setting.lambda, setting.rows, Neighbours::replace_one);
  const double deviation = output_deviation(sensitivity, setting.budget);
  return {deviation, output_distance(deviation, data.train.features, kFairZeta),
          published_distance(sensitivity, setting.budget, data.train.features, kFairZeta)};
}

FairBound fair_bound(const FairData& data, Notion notion, std::span<const JudgedRow> rows, const MarginReach& reach,
                     bool speaking) {
  const GroupParts parts = parts_of(rows, data.groups.size(), 2);
  const auto bounds = bounds_in_parts(rows, parts, reach, false);
  const auto levels = levels_of(notion, parts, 1);
  FairBound found;
  found.level = aggregate(values_of(levels, notion, speaking, accuracies_of(rows, parts)));
  double count = 0;
  for (const FairnessLevel& level : levels) {
    if (!level.defined || (speaking && !speaks(notion, level))) continue;
    const LevelBounds bound = bounds_of(level, bounds);
    found.near += bound.near;
    found.signed_change += bound.change();
    found.low -= notion == Notion::accuracy ? bound.down : bound.change();
    found.high += notion == Notion::accuracy ? bound.up : bound.change();
    ++count;
  }
  for (double* sum : {&found.near, &found.signed_change, &found.low, &found.high}) *sum /= std::max(count, 1.0);
  found.low = std::max(0.0, found.level + found.low);
  found.high = std::min(1.0, found.level + found.high);
  return found;
}

FairModels fair_models(const std::vector<double>& optimum, double deviation, std::uint64_t seed) {
  constexpr int kFine = 30;  // a deviation is 2^30 cells
  SeededNoise source(seed);
  FairModels found;
  for (std::size_t k = 0; k < kFairModels; ++k) {
    std::vector<double> weights = optimum;
    double square = 0;
    for (double& weight : weights) {
      const double noise = deviation * std::ldexp(static_cast<double>(draw_discrete_gaussian(source, kFine)), -kFine);
      weight += noise;
      square += noise * noise;
    }
    if (std::sqrt(square) > found.farthest_distance) found.farthest = k, found.farthest_distance = std::sqrt(square);
    found.weights.push_back(std::move(weights));
  }
  return found;
}

std::vector<FairSpread> fair_spreads(const FairData& data, const std::vector<Notion>& notions,
                                     const std::vector<double>& optimum, const FairModels& models, bool speaking) {
  std::vector<FairSpread> found(notions.size(), {HUGE_VAL, -HUGE_VAL, 0});
  const auto rows = judged(data.test, optimum);
  const GroupParts parts = parts_of(rows, data.groups.size(), 2);
  const auto at_best = accuracies_of(rows, parts);
  std::vector<std::vector<double>> changes(notions.size());
  for (const auto& weights : models.weights) {
    const auto accuracies = accuracies_of(judged(data.test, weights), parts);
    for (std::size_t m = 0; m < notions.size(); ++m) {
      const auto levels = levels_of(notions[m], parts, 1);
      const auto values = values_of(levels, notions[m], speaking, accuracies),
                 best = values_of(levels, notions[m], speaking, at_best);
      changes[m].resize(values.size());
      for (std::size_t k = 0; k < values.size(); ++k)
        changes[m][k] = std::max(changes[m][k], std::abs(values[k] - best[k]));
      found[m].least = std::min(found[m].least, aggregate(values));
      found[m].most = std::max(found[m].most, aggregate(values));
    }
  }
  for (std::size_t m = 0; m < notions.size(); ++m) found[m].change = aggregate(changes[m]);
  return found;
}

double published_bound(const FairData& data, Notion notion, std::span<const JudgedRow> rows, double distance) {
  const double reach = 2 * std::sqrt(2.0) * distance;
  const auto share = [&](auto&& among) {
    double near = 0, count = 0;
    for (const JudgedRow& row : rows)
      if (among(row)) {
        near += std::abs(row.margin) <= reach * row.length;
        ++count;
      }
    return count > 0 ? near / count : 0;
  };
  if (notion == Notion::accuracy) return share([](const JudgedRow&) { return true; });
  const bool positive = notion == Notion::equality_of_opportunity;
  const auto counted = [&](const JudgedRow& row) { return !positive || row.label == 1; };
  double sum = 0;
  for (std::uint32_t r = 0; r < data.groups.size(); ++r)
    sum += share(counted) + share([&](const JudgedRow& row) { return counted(row) && row.group == r; });
  return sum / static_cast<double>(data.groups.size());
}

}  // namespace discreet
