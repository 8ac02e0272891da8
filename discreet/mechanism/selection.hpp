// One index among many, chosen for its score without showing the scores. Which rule chooses is what was paid for: an
// ExponentialEvent buys the exponential mechanism, which composes best, and a PureEvent buys permute and flip, which
// errs least for a single choice.
#pragma once

#include <cstddef>
#include <vector>

#include "discreet/mechanism/score_grid.hpp"
#include "discreet/privacy/noise_source.hpp"
#include "discreet/privacy/query.hpp"
#include "discreet/privacy/transcript.hpp"

namespace discreet {

// Secret scores, how far one row can move them and what was paid for, consumed by their release. The bound is on the
// scores as they are handed over: whoever computes them in floating point proves it for that.
class Choice {
 public:
  Choice(Payment payment, Sensitive<std::vector<double>> scores, ScoreBound bound, BoundKey);
  Choice(Choice&&) noexcept = default;
  Choice(const Choice&) = delete;

 private:
  friend class Selection;
  Sensitive<std::vector<double>> scores_;
  Event event_;
  ScoreGrid grid_;
};

// Chooses, or tells the index of the largest score when an exact answer is what was paid for. How long it takes
// depends on the scores: docs/threat_model.md. proof: docs/proofs/selection.md
class Selection {
 public:
  explicit Selection(NoiseSource& source, Transcript* transcript = nullptr)
      : source_(&source), transcript_(transcript) {}

  Released<std::size_t> release(Choice choice);

 private:
  NoiseSource* source_;
  Transcript* transcript_;
};

}  // namespace discreet
