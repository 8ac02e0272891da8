// The audit by pairs: many fits of two neighbours, and how well they are told apart. A first part of the runs teaches
// what to look at, a second where to draw the line, and only the rest is counted. proof: docs/proofs/audit.md
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "discreet/audit/bounds.hpp"
#include "discreet/audit/rehearsal.hpp"

namespace discreet {

struct PairAudit {
  std::uint64_t runs = 0;  // of each neighbour
  double miss = 1e-3;      // the chance that any bound of the audit is wrong
  Attacker attacker = Attacker::releases;
  std::size_t threads = 0;
};

struct PairFinding {
  std::string_view canary;
  // Of the event that the bound is about: under the neighbour where it is frequent, and under the other.
  Tally often, seldom;
  Epsilon epsilon;  // at the claim's delta, whatever the mechanism
  Mu mu;            // of an event of its own
  Contrast second;  // what is certain of that event
};

// Whether a bound is above what was claimed.
bool contradicts(const PairFinding& finding, const Rehearsal& rehearsal);

inline constexpr std::uint64_t kLeastRuns = 100;

// One finding for each canary. All bounds of all findings hold together, except with probability `miss`.
[[nodiscard]] Result<std::vector<PairFinding>> audit_pairs(const Rehearsal& rehearsal,
                                                           const std::vector<const Canary*>& canaries,
                                                           const PairAudit& audit, Progress& progress);

}  // namespace discreet
