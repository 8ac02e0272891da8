// The audit by one run: many canaries in one dataset, each one way or the other by the toss of a coin, and how many of
// the coins the model gives away (Steinke, Nasr and Jagielski, 2023). One fit is enough, but its bound is far below
// that of pairs. proof: docs/proofs/audit.md
#pragma once

#include "discreet/audit/bounds.hpp"
#include "discreet/audit/rehearsal.hpp"

namespace discreet {

struct OneRunFinding {
  Guesses guesses;
  Epsilon epsilon;
};

// Every canary has a feature of its own, so the rehearsal is for as many rows as features.
[[nodiscard]] Result<OneRunFinding> audit_one_run(const Rehearsal& rehearsal, double miss);

}  // namespace discreet
