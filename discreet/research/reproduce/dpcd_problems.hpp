// The five problems of the DP-CD publication.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "discreet/fit/options.hpp"
#include "discreet/research/reproduce/reproduction.hpp"

namespace discreet {

struct DpcdProblem {
  std::string_view name;
  std::string_view file;  // in the data folder; empty for the one that is generated
  std::string_view loss, penalty, epsilon;
  bool standardised;

  Options options() const;
  [[nodiscard]] Result<std::string> data(const ReproduceRequest& request) const;
};
std::span<const DpcdProblem> dpcd_problems();
// Those whose data is there; the others are named in `missing`. A folder without any of the files is another folder,
// and that is an error.
[[nodiscard]] Result<std::vector<DpcdProblem>> dpcd_problems_there(const ReproduceRequest& request,
                                                                   Reproduction& reproduction);

// What this library offers for a problem, to choose the best of: in the same terms, smoothness off the data.
std::vector<Options> our_candidates(const DpcdProblem& problem, Extent extent);

// How the problems differ from what was published.
std::vector<std::string> dpcd_notes();

}  // namespace discreet
