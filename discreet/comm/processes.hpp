// The processes that this one was started with, by mpirun or its like; none besides itself where it was started alone.
#pragma once

#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "discreet/base/result.hpp"
#include "discreet/comm/communicator.hpp"

namespace discreet {

class Processes : public Communicator {
 public:
  // Ends all of them at once: something went wrong here that the others know nothing of.
  [[noreturn]] virtual void abort(int code) const = 0;
};

class Alone final : public Processes {
 public:
  void sum(std::span<std::int64_t>) const override {}
  [[noreturn]] void abort(int code) const override { std::exit(code); }
};

// They do not go by the same facts any more. Thrown in the first of them.
struct ProcessesDiffer : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// One way with MPI (mpi.cpp), another without (no_mpi.cpp): which of the two is part of the program was settled when it
// was built. They part when the answer is destroyed.
[[nodiscard]] Result<std::unique_ptr<Processes>> joined_processes();

// What the launcher says in the environment: how many processes it started, and which of them this one is. Nothing is
// said to a process that was started alone.
struct Launch {
  std::size_t ranks = 1, rank = 0;
  bool by_launcher = false;
};
Launch launch();

}  // namespace discreet
