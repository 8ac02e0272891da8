// The parts of a page about a comparison. Each adds its charts to the page's; one that has nothing to tell has no body.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "discreet/report/comparison_runs.hpp"
#include "discreet/report/page.hpp"

namespace discreet {

// Runs in the table of all of them; a grid has thousands, and a page must stay one that can be sent.
inline constexpr std::size_t kMostRuns = 200;
// Points of all curves of a page together, and of one of them.
inline constexpr std::size_t kMostPoints = 3000, kMostOfACurve = 100;

Section epsilon_part(const std::vector<ReportedRun>& runs, nlohmann::json& charts);
Section passes_part(const std::vector<ReportedRun>& runs, nlohmann::json& charts);
Section time_part(const std::vector<ReportedRun>& runs, nlohmann::json& charts);

Section settings_part(const std::vector<ReportedRun>& runs);
Section table_part(const std::vector<ReportedRun>& runs);
// A table with its columns as it stands in the JSON, and what was found in it.
Section published_part(const nlohmann::json& comparison);

// 0.02 (0.01 to 0.05)
std::string in_range(const Spread& error);
// All that the runs have, least first.
std::vector<double> epsilons_of(const std::vector<ReportedRun>& runs);
// The places of the runs that the table of all runs has: all, or first those that are drawn and then those of least
// error.
std::vector<std::size_t> listed_runs(const std::vector<ReportedRun>& runs);

}  // namespace discreet
