#include "discreet/fit/tune.hpp"

namespace discreet {

namespace {

constexpr const char* kUsual[] = {"solver=auto",        "solver=cd",
                                  "solver=cd passes=5", "solver=cd average=tail:0.5",
                                  "solver=block",       "solver=block passes=10",
                                  "solver=moments",     "solver=newton",
                                  "solver=greedy"};

}  // namespace

std::vector<TrialCandidate> usual_candidates(const Options& common, const PublicFacts& facts,
                                             std::optional<double> trials) {
  // Judged by as many trials as there will be, or more: with little budget greedy takes few steps, whose price does not
  // add up as trials need it.
  const double most = trials.value_or(kTrialsACandidate * std::size(kUsual));
  std::vector<TrialCandidate> candidates;
  for (const char* line : kUsual) {
    auto read = read_candidates(line, common);
    if (read && plan_tuning(*read, most, facts)) candidates.push_back(std::move(read->front()));
  }
  return candidates;
}

}  // namespace discreet
