// Several classes at once: one release holds the slopes of all of them, so the budget is not split. Labels are the
// numbers 0 to classes - 1.
#pragma once

#include "discreet/fit/train.hpp"

namespace discreet {

// Options are those of a logistic fit by newton, or auto.
[[nodiscard]] Result<Blueprint> draw_softmax(const Options& options, const PublicFacts& facts, std::size_t classes);

// One model a class, whose margins are the scores of the classes. They have one label between them: what they cost
// together.
[[nodiscard]] Result<std::vector<Released<Model>>> fit_softmax(const Dataset& data, const Options& options,
                                                               const std::vector<std::string>& classes,
                                                               Progress& progress);

}  // namespace discreet
