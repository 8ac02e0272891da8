// What the fairness experiments measure on one optimum: bounds by several distances, and private models around it.
#pragma once

#include <vector>

#include "discreet/research/reproduce/fair_data.hpp"

namespace discreet {

inline constexpr std::size_t kFairModels = 100;

struct FairSetting {
  double lambda = 1;  // that the noise is calibrated for
  Budget budget;
  double rows = 0;
};

// The distance by the exact quantile, and by lemma 6.5.1.
struct FairDistances {
  double deviation, exact, published;
};
FairDistances fair_distances(const FairData& data, const FairSetting& setting);

// The mean over the groups of a notion of its levels' bounds. The groups that equality of opportunity does not speak of
// are left out where `speaking` is true, as in the published table.
struct FairBound {
  double level = 0;  // the aggregate
  double near = 0, signed_change = 0;
  double low = 0, high = 0;  // where the aggregate of another model is
};
FairBound fair_bound(const FairData& data, Notion notion, std::span<const JudgedRow> rows, const MarginReach& reach,
                     bool speaking);

// How 100 private models fare: the aggregate's least and most, and the mean over groups of the largest change of a
// level.
struct FairSpread {
  double least = 0, most = 0, change = 0;
};
struct FairModels {
  std::vector<std::vector<double>> weights;
  std::size_t farthest = 0;
  double farthest_distance = 0;
};
FairModels fair_models(const std::vector<double>& optimum, double deviation, std::uint64_t seed);
std::vector<FairSpread> fair_spreads(const FairData& data, const std::vector<Notion>& notions,
                                     const std::vector<double>& optimum, const FairModels& models, bool speaking);

// The bound of the published script, as it was printed: L = 2 sqrt(2) |x|, everybody's share within reach and the
// group's, and for equalized odds the formula of accuracy parity.
double published_bound(const FairData& data, Notion notion, std::span<const JudgedRow> rows, double distance);

}  // namespace discreet
