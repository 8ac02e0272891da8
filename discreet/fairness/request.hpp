// A question about fairness as it is typed, turned into types once for the command line and for Python.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "discreet/fairness/assessment.hpp"
#include "discreet/fairness/release.hpp"
#include "discreet/io/model_file.hpp"
#include "discreet/io/read_groups.hpp"

namespace discreet {

struct FairnessRequest {
  std::string group, edges, measure, desirable;
  std::vector<std::string> groups;
  std::string zeta = "0.01", distance, confidence = "0.95";
  std::string bound_epsilon = "1", bound_delta = "auto", rows = "auto";
  Options options;  // of a release with noise

  // Exact answers are what is given where nothing is paid.
  bool noisy() const { return !options.epsilon.empty() && options.epsilon != "inf"; }
};

[[nodiscard]] Result<GroupRules> group_rules(const FairnessRequest& request, const FairnessSubject& subject);

// What can be told to be wrong before any row is read.
[[nodiscard]] Result<void> check(const FairnessRequest& request, const FairnessSubject& subject);

using FairnessAnswer = std::variant<Assessment, FairnessRelease>;
[[nodiscard]] Result<FairnessAnswer> answer(const FairnessRequest& request, const FairnessSubject& subject,
                                            const Dataset& data, const GroupColumn& groups);

}  // namespace discreet
