// Which solver `--solver auto` takes. It goes by public facts and by what the user said, never by the data; the choice
// and its reason are written into the model. What justifies the table: docs/solvers/auto.md.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "discreet/fit/problem.hpp"

namespace discreet {

struct AutomaticFacts {
  std::string_view asked;  // an option that one solver alone understands, and that solver
  std::string_view asked_of;
  std::size_t features = 0;
  bool noise = true;
  bool exactly = false;        // there is no noise, and the exact solver takes the problem and all options
  bool posterior = false;      // Bayes solves problems of this kind, and nothing was asked that it does not know
  bool kinked = false;         // the penalty can leave weights at zero
  bool bent_loss = false;      // slopes of the loss jump, which dual variables alone take
  double noise_to_signal = 0;  // of all slopes together
  double certainty = 0;        // rows in units of the noise in a count of them
  std::size_t processes = 1;   // that the rows are spread over
};

struct Automatic {
  std::string_view solver;
  std::string reason;
  std::optional<std::size_t> passes;  // where the solver's own choice is for other uses
};
Automatic choose_solver(const AutomaticFacts& facts);

// The option that decides, if the user gave one.
void note_asked(const Options& options, AutomaticFacts& facts);

// Chooses for a problem whose loss and budget are settled.
void settle_automatic(const Options& options, const PublicFacts& facts, Problem& problem);

}  // namespace discreet
