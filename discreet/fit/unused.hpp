// What somebody typed and nothing comes of: said, not refused, for the same words may serve several solvers.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "discreet/fit/problem.hpp"

namespace discreet {

// `counts` says of an option, without its dashes, whether it was given; all that are not as by default count where it
// is left out.
std::vector<std::string> words_about_unused(const Options& options, const Problem& problem,
                                            const std::function<bool(std::string_view option)>& counts = {});

}  // namespace discreet
