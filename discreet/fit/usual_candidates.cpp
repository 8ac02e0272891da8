// What is tried where no candidates are given: reading them, in candidates.cpp, needs no solver, and this needs all.
#include <fmt/format.h>

#include <sstream>

#include "discreet/fit/tune.hpp"

namespace discreet {
namespace {

constexpr const char* kUsual[] = {"solver=auto",        "solver=cd",
                                  "solver=cd passes=5", "solver=cd average=tail:0.5",
                                  "solver=block",       "solver=block passes=10",
                                  "solver=moments",     "solver=newton",
                                  "solver=greedy"};

bool typed(const Options& common, const std::string& name) {
  const Options usual;
  for (const OptionRow& row : option_table())
    if (const auto* field = std::get_if<std::string Options::*>(&row.field); field && row.name == name)
      return common.**field != usual.**field;
  return false;
}

// Whether a line leaves alone what the user typed: of several that differ in that, one is as good as all.
bool goes_with(const Options& common, const std::string& line) {
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals), value = word.substr(equals + 1);
    if (typed(common, name) && !(name == "solver" && value == common.solver)) return false;
  }
  return true;
}

// What the user typed is the same for all, so that it narrows the list.
std::vector<std::string> lines_for(const Options& common) {
  std::vector<std::string> lines;
  for (const char* line : kUsual)
    if (goes_with(common, line)) lines.emplace_back(line);
  if (lines.empty()) lines.push_back(fmt::format("solver={}", common.solver));
  return lines;
}

}  // namespace

std::vector<TrialCandidate> usual_candidates(const Options& common, const PublicFacts& facts,
                                             std::optional<double> trials) {
  // Judged by as many trials as there will be, or more: with little budget greedy takes few steps, whose price does not
  // add up as trials need it.
  const std::vector<std::string> lines = lines_for(common);
  const double most = trials.value_or(kTrialsACandidate * static_cast<double>(lines.size()));
  std::vector<TrialCandidate> candidates;
  for (const std::string& line : lines) {
    auto read = read_candidates(line, common);
    if (read && plan_tuning(*read, most, facts)) candidates.push_back(std::move(read->front()));
  }
  // Where none can be tried, the first, of which it will be said why.
  if (candidates.empty())
    if (auto read = read_candidates(lines[0], common)) candidates = *std::move(read);
  return candidates;
}

}  // namespace discreet
