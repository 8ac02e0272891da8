#include "discreet/fit/unused.hpp"

#include <fmt/format.h>

namespace discreet {

std::vector<std::string> words_about_unused(const Options& options, const Problem& problem,
                                            const std::function<bool(std::string_view option)>& counts) {
  std::vector<std::string> all;
  for (const OptionRow* row : unused_by(problem.solver, options))
    if (!counts || counts(row->name))
      all.push_back(fmt::format("--{} is not used by {}: it is for {}", row->name, problem.solver, row->solvers));
  if (problem.loss.task != Task::classification)
    for (const auto& [option, text] : {std::pair{"positive", options.positive}, {"classes", options.classes}})
      if (!text.empty())
        all.push_back(
            fmt::format("--{} is not used by --loss {}, which is for numbers: did you forget --loss logistic?", option,
                        problem.loss.text));
  return all;
}

}  // namespace discreet
