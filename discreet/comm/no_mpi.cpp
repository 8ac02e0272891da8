// A program that was built without MPI.
#include <fmt/format.h>

#include "discreet/comm/processes.hpp"

namespace discreet {
// Each of them would train the whole model, and a ledger would be charged as often.
Result<std::unique_ptr<Processes>> joined_processes() {
  if (const Launch started = launch(); started.ranks > 1)
    return wrong(Fault::usage,
                 fmt::format("this program was built without MPI and was started as {} processes", started.ranks),
                 "start it without mpirun, or build it where libopenmpi-dev is installed");
  return std::make_unique<Alone>();
}

}  // namespace discreet
