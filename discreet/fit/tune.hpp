// Settings chosen on the data inside the budget: a random number of trials, each a fit with settings that are drawn
// from a list and a noisy score, of which the best is told and nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "discreet/fit/fit.hpp"

namespace discreet {

// Settings that are tried: names of options and what they are set to.
struct TrialCandidate {
  std::string text;  // as it was written
  Options options;
};

// The lines of a file: NAME=VALUE NAME=VALUE ..., each over the options that hold for all. Empty lines and what follows
// a # are left out.
[[nodiscard]] Result<std::vector<TrialCandidate>> read_candidates(const std::string& text, const Options& common);
// What is wrong with the options that hold for all candidates: what a fit would say, and what cannot be tried at all.
[[nodiscard]] Result<void> check_tuning(const Options& common, const PublicFacts& facts);
// Where the user gives no list: the solvers that suit the problem, what the user typed, and what is left of the budget
// for one of so many trials. At least one, which may be one that cannot be tried.
inline constexpr double kTrialsACandidate =
    2;  // where nobody says: the best of a list is then tried two times of three
std::vector<TrialCandidate> usual_candidates(const Options& common, const PublicFacts& facts,
                                             std::optional<double> trials = {});

// What it costs to choose, beside one fit with settings that were chosen beforehand.
struct TuningPrice {
  double trials = 1;       // on average
  std::uint64_t most = 1;  // of them
  double rho_of_each = 0;  // what one trial may spend
  double rho_of_one = 0;   // what a single fit could spend
  // By how much more noise a trial has.
  double noise() const;
};

struct TuningPlan {
  std::vector<TrialCandidate> candidates;
  TuningPrice price;
  // With --strict the largest number of trials is always run, so that the clock does not tell how many counted.
  bool same_time = false;
};
// What will happen, from public facts alone; refuses candidates that cannot be tried.
[[nodiscard]] Result<TuningPlan> plan_tuning(std::vector<TrialCandidate> candidates, double trials,
                                             const PublicFacts& facts);

struct TunedModel {
  Released<Model> model;
  std::string chosen;  // the candidate, as it was written
  double score;        // its noisy mean loss
};
[[nodiscard]] Result<TunedModel> tune(const Dataset& data, const TuningPlan& plan);

}  // namespace discreet
