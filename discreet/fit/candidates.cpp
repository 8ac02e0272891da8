#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "discreet/fit/tune.hpp"

namespace discreet {
namespace {

// Options that say how to fit. What is to be fitted, to which data and for which budget is the same for all.
bool may_differ(const OptionRow& row) {
  return row.group == "Solver" || row.name == "penalty" || row.name == "penalty-weights" || row.name == "unpenalised";
}

Result<void> set(Options& options, const std::string& word) {
  const std::size_t equals = word.find('=');
  const std::string name = word.substr(0, equals);
  const auto table = option_table();
  const auto row = std::find_if(table.begin(), table.end(), [&](const OptionRow& r) { return r.name == name; });
  if (equals == word.npos || row == table.end() || !may_differ(*row) ||
      !std::holds_alternative<std::string Options::*>(row->field))
    return wrong(Fault::usage, fmt::format("candidates: '{}' is no setting that can be tried", word),
                 "a line has NAME=VALUE NAME=VALUE ..., as in: solver=cd passes=10 penalty=l1:0.1");
  options.*std::get<std::string Options::*>(row->field) = word.substr(equals + 1);
  return {};
}

}  // namespace

Result<std::vector<TrialCandidate>> read_candidates(const std::string& text, const Options& common) {
  std::vector<TrialCandidate> candidates;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    line = std::string(trimmed(std::string_view(line).substr(0, line.find('#'))));
    if (line.empty()) continue;
    TrialCandidate candidate{line, common};
    std::istringstream words(line);
    for (std::string word; words >> word;)
      if (const auto done = set(candidate.options, word); !done) return tl::unexpected(done.error());
    candidates.push_back(std::move(candidate));
  }
  return candidates;
}

}  // namespace discreet
