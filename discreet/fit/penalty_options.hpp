// The penalty and how much of it each feature gets, turned into types.
#pragma once

#include "discreet/base/result.hpp"
#include "discreet/fit/problem.hpp"

namespace discreet {

// Fills in the penalty for the problem's normaliser, and its weights, which are noted as declared facts. Before the
// features are known there are no weights to fill in.
[[nodiscard]] Result<void> settle_penalty(const Options& options, const PublicFacts& facts, Problem& problem);

// The features that the options name, in the order in which they are named.
[[nodiscard]] Result<std::vector<std::string>> weighted_features(const Options& options);

}  // namespace discreet
