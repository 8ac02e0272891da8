// Fairness measured exactly on rows, and how much of it could be otherwise for a model that is not far away. Exact
// figures of data: whoever shows them says that they are not private.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "discreet/data/dataset.hpp"
#include "discreet/data/group_column.hpp"
#include "discreet/fairness/bounds.hpp"
#include "discreet/fairness/measures.hpp"
#include "discreet/fairness/subject.hpp"

namespace discreet {

inline constexpr std::string_view kFairnessCaveat = "exact figures computed from the data: not private";

struct FairnessQuestion {
  std::vector<Notion> notions;
  std::size_t desirable = 1;  // the label that equality of opportunity is about
  DistanceQuestion distance;
};

// The rows that share a group and a label.
struct PartReport {
  std::size_t group, label;
  double rows = 0, accuracy = 0;
  double lipschitz = 0;         // the mean of length over margin: theorem 6.4.1 without its distance
  std::vector<double> margins;  // quantiles of the signed margin over the length, at kMarginShares
};
inline constexpr double kMarginShares[] = {0.05, 0.25, 0.5, 0.75, 0.95};

struct LevelReport {
  FairnessLevel level;
  double value = 0;
  double lipschitz = 0;                   // chi_k
  std::vector<LevelBounds> bounds;        // one for each distance
  std::optional<double> by_reference;     // the level of the other model
  std::optional<LevelBounds> both_known;  // with what the margins of both models really differ by (appendix D.3.3)
};

struct NotionReport {
  Notion notion;
  double aggregate = 0;
  std::vector<double> aggregate_bounds;  // one for each distance: the mean of the signed ones
  std::optional<double> aggregate_by_reference;
  std::vector<LevelReport> levels;
};

struct Assessment {
  std::string column;
  std::vector<std::string> groups, classes;
  double rows = 0;
  std::size_t desirable = 1;
  std::vector<KnownDistance> distances;
  std::vector<PartReport> parts;
  std::vector<NotionReport> notions;
  std::vector<JudgedRow> judged;  // with the lengths of the last distance; in the columns' units where none is known
};

// Two classes for demographic parity; it is left out where there are more and nobody asked for it by name.
[[nodiscard]] Result<Assessment> assess(const Dataset& data, const GroupColumn& groups, const FairnessSubject& subject,
                                        FairnessQuestion question);

// The parts of judged rows, and what the reach allows in each.
GroupParts parts_of(std::span<const JudgedRow> rows, std::size_t groups, std::size_t classes);
std::vector<double> accuracies_of(std::span<const JudgedRow> rows, const GroupParts& parts, bool by_other = false);
std::vector<AccuracyBounds> bounds_in_parts(std::span<const JudgedRow> rows, const GroupParts& parts,
                                            const MarginReach& reach, bool search = true);

}  // namespace discreet
