// The only file that knows MPI, and the one call of it that matters: the sum.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#include <string.h>  // explicit_bzero

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

#include "discreet/comm/processes.hpp"

namespace discreet {
namespace {

std::size_t size_of(MPI_Comm group) {
  int size = 1;
  MPI_Comm_size(group, &size);
  return static_cast<std::size_t>(size);
}

class MpiProcesses final : public Processes {
 public:
  MpiProcesses() {
    int threads = 0, rank = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &threads);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    rank_ = static_cast<std::size_t>(rank);
    ranks_ = size_of(MPI_COMM_WORLD);
    MPI_Comm machine;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &machine);
    here_ = size_of(machine);
    MPI_Comm_free(&machine);
  }
  // Waits for the others: what the first one says has been said before any of them is seen to end.
  ~MpiProcesses() override { MPI_Finalize(); }

  std::size_t rank() const override { return rank_; }
  std::size_t ranks() const override { return ranks_; }
  std::size_t here() const override { return here_; }

  void sum(std::span<std::int64_t> parts) const override {
    if (ranks_ == 1) return;
    // The note of what was gone by travels behind the parts; so few bits of it that the sum of all cannot overflow.
    constexpr int kSpare = 17;
    constexpr std::size_t kMost = std::size_t{1} << 30;  // that MPI can count
    note(static_cast<std::uint64_t>(parts.size()));
    const auto noted_here = static_cast<std::int64_t>(noted() >> kSpare);
    message_.assign(parts.begin(), parts.end());
    message_.push_back(noted_here);
    for (std::size_t from = 0; from < message_.size(); from += kMost)
      MPI_Allreduce(MPI_IN_PLACE, message_.data() + from, static_cast<int>(std::min(kMost, message_.size() - from)),
                    MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    if (message_.back() != noted_here * static_cast<std::int64_t>(ranks_)) part_ways();
    std::copy(message_.begin(), message_.end() - 1, parts.begin());
    explicit_bzero(message_.data(), message_.size() * sizeof message_[0]);  // it may have been a key
  }

  [[noreturn]] void abort(int code) const override {
    MPI_Abort(MPI_COMM_WORLD, code);
    std::abort();
  }

 private:
  // Each of them sees it; the first one says it. The others end all only if it does not.
  [[noreturn]] void part_ways() const {
    if (rank_ == 0)
      throw ProcessesDiffer("the processes do not compute the same numbers any more: nothing more is released");
    std::this_thread::sleep_for(std::chrono::seconds(2));
    abort(1);
  }

  std::size_t rank_ = 0, ranks_ = 1, here_ = 1;
  mutable std::vector<std::int64_t> message_;
};

}  // namespace

// A program that was started alone does without MPI and what it costs to set up.
Result<std::unique_ptr<Processes>> joined_processes() {
  if (!launch().by_launcher) return std::make_unique<Alone>();
  return std::make_unique<MpiProcesses>();
}

}  // namespace discreet
