// What counts prove about privacy. Every bound here fails with probability at most `miss` and needs nothing but
// independent runs: no model of the noise, no large numbers. proof: docs/proofs/audit.md
#pragma once

#include <cstdint>

#include "discreet/privacy/units.hpp"

namespace discreet {

// How often an event happened.
struct Tally {
  std::uint64_t runs = 0, hits = 0;
};

// Clopper and Pearson: at most, and at least, the chance of the event.
double least_chance(Tally seen, double miss);
double most_chance(Tally seen, double miss);

// The same event under two neighbours, and what is certain of it: at least `here`, at most `there`.
struct Contrast {
  double here = 0, there = 1;

  // Whether nothing that is (epsilon, delta)-private can behave like this.
  bool breaks(Budget claim) const;
  // The least epsilon beside that delta.
  Epsilon least_epsilon(Delta delta) const;
  // The least mu of Gaussian differential privacy.
  Mu least_mu() const;
};
Contrast contrast(Tally here, Tally there, double miss);

// Many canaries in one run, each in the data by the toss of a coin: how many there were, for how many of them a guess
// was made, and how many guesses were right.
struct Guesses {
  std::uint64_t canaries = 0, made = 0, right = 0;
};

// The chance of so many right guesses, or more, if the run was (epsilon, delta)-private; at least that.
// Steinke, Nasr, Jagielski, "Privacy auditing with one (1) training run" (2023): the bound for a delta above zero.
double chance_of_guesses(const Guesses& guesses, Budget claim);

// The least epsilon that is consistent with the guesses.
Epsilon least_epsilon(const Guesses& guesses, Delta delta, double miss);

}  // namespace discreet
