// Fairness of private rows: how many there are of each group, label and prediction leaves with noise, paid for before
// anything is looked at, and everything else is worked out from that. Where it is public how far the model may be from
// another, the counts also tell how many rows that could change: the signed margin bound, privately.
#pragma once

#include <string>
#include <vector>

#include "discreet/data/dataset.hpp"
#include "discreet/fairness/assessment.hpp"
#include "discreet/fairness/noisy_counts.hpp"
#include "discreet/fit/options.hpp"
#include "discreet/model/privacy_label.hpp"

namespace discreet {

struct ReleasedLevel {
  std::optional<std::size_t> group, label;
  Estimate level;
  std::optional<double> change;  // it would be at most this far from here for a model within reach
};

struct ReleasedNotion {
  Notion notion;
  Estimate aggregate;
  std::vector<ReleasedLevel> levels;
};

struct ReleasedCell {
  std::size_t group, label, predicted;
  Estimate count;
};

struct FairnessRelease {
  std::string column;
  std::vector<std::string> groups, classes;
  double confidence = 0.95;
  NoisyCounts::Law law = NoisyCounts::Law::laplace;
  double scale = 0;  // of the noise on each count: a deviation where it is normal
  std::optional<KnownDistance> distance;
  std::vector<ReleasedCell> cells;
  std::vector<ReleasedNotion> notions;
  PrivacyLabel label;
};

// Of the options: epsilon, delta, neighbours, noise, accounting, ledger and dataset. No length of a row is known.
[[nodiscard]] Result<FairnessRelease> release_fairness(const Dataset& data, const GroupColumn& groups,
                                                       const FairnessSubject& subject, FairnessQuestion question,
                                                       const Options& options, double confidence);

}  // namespace discreet
