// What a released model says about its own privacy: what was paid, for what, what was taken as public and on whose
// word, and what breaks the guarantee if anything does.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "discreet/privacy/event.hpp"
#include "discreet/privacy/noise_source.hpp"
#include "discreet/privacy/sensitive.hpp"
#include "discreet/privacy/units.hpp"

namespace discreet {

struct PublicFact {
  std::string what;
  std::string declared_by;  // "user", "file", "program"
  std::string source;
};

struct PrivacyLabel {
  Budget budget;
  std::string accountant;
  Mu mu;
  Epsilon spent;                   // what is proved
  std::optional<Epsilon> claimed;  // what a publication says, where its recipe or its closed form was asked for
  Plan plan;
  std::optional<double> trials;  // how often the plan was run on average, where only the best of them is told
  double trial_rho = 0;          // what one of those may spend, whichever settings it tries
  std::size_t asked_once = 0;    // how many of the last lines came before them, one time
  std::vector<double> shares;    // of the budget, one for each line of the plan
  std::vector<PublicFact> facts;
  std::vector<std::string> caveats;  // each breaks the guarantee; all_caveats() has those of its figures too
  std::vector<std::string> notices;  // what must be known about it and does not break it
  std::optional<double> rows;        // what is public of their number: the number, or N0 under add-remove
  std::string noise;                 // where the randomness came from
  std::string tuning;                // whether choices that were made for this data are paid for

  // With what the figures themselves say: an epsilon or a delta that protects next to nothing is a caveat.
  std::vector<std::string> all_caveats() const;
  std::vector<std::string> all_notices() const;

  // Never beside a caveat.
  bool is_private() const;

  // A plan that is not Gaussian throughout has no mu, which is not the same as an infinite one: that tells everything.
  bool has_mu() const { return std::isfinite(mu.value) || std::isinf(spent.value); }
};

// How a label names where noise comes from.
inline std::string noise_text(bool seeded) {
  return seeded ? "seeded generator, for experiments" : "ChaCha20, keyed by the operating system";
}

// What the source that was used says about itself, whatever anybody said before.
inline void stamp_noise(PrivacyLabel& label, const NoiseSource& source) {
  const std::string caveat = source.caveat();
  label.noise = noise_text(!caveat.empty());
  if (!caveat.empty() && std::find(label.caveats.begin(), label.caveats.end(), caveat) == label.caveats.end())
    label.caveats.push_back(caveat);
}

// What was computed from exact answers is not private, whatever anybody said before.
inline void stamp_exposure(PrivacyLabel& label, const Exposure& exposure) {
  if (exposure.happened() && label.is_private()) label.caveats.push_back("exact answers were read: not private");
}

}  // namespace discreet
