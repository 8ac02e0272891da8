#include "discreet/fit/publications.hpp"

#include <fmt/format.h>

namespace discreet {
namespace {

const Publications* in_use = nullptr;

}  // namespace

const Publications* publications() { return in_use; }
void use_publications(const Publications* all) { in_use = all; }

tl::unexpected<Error> without_research(std::string_view what) {
  return wrong(Fault::usage,
               fmt::format("{} is part of discreet's research library, which this build leaves out", what),
               "configure with cmake -DDISCREET_RESEARCH=ON and build again; a program of your own also links "
               "discreet::research and calls use_research()");
}

}  // namespace discreet
