#include "discreet/fit/tune.hpp"

namespace discreet {

std::vector<TrialCandidate> usual_candidates(const Options& common, const PublicFacts& facts) {
  std::vector<TrialCandidate> candidates;
  for (const char* line :
       {"solver=auto", "solver=cd", "solver=cd passes=5", "solver=cd average=tail:0.5", "solver=block",
        "solver=block passes=10", "solver=moments", "solver=newton", "solver=greedy"}) {
    auto read = read_candidates(line, common);
    if (read && plan_tuning(*read, 1, facts)) candidates.push_back(std::move(read->front()));
  }
  return candidates;
}

}  // namespace discreet
