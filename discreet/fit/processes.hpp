// A fit whose rows are spread over several processes.
#pragma once

#include "discreet/comm/communicator.hpp"
#include "discreet/fit/problem.hpp"

namespace discreet {

// Whether rows can be spread over so many processes: the solver asks for nothing but integer sums, which are the same
// however they are put together.
[[nodiscard]] Result<void> spreads(const Options& options, const PublicFacts& facts, const Problem& problem);

// How many threads one of the processes takes: those that share a machine share its cores.
std::size_t threads_for(const Problem& problem, const Communicator& processes);

}  // namespace discreet
