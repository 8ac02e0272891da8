#include <cstdlib>

#include "discreet/comm/processes.hpp"

namespace discreet {
namespace {

struct Names {
  const char *ranks, *rank;
};
// Open MPI's own, those of MPICH and its relatives, and the standard that newer launchers follow, which says no number.
constexpr Names kNames[] = {
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"}, {"PMI_SIZE", "PMI_RANK"}, {nullptr, "PMIX_RANK"}};

std::size_t number(const char* text, std::size_t fallback) {
  return text ? static_cast<std::size_t>(std::strtoull(text, nullptr, 10)) : fallback;
}

}  // namespace

Launch launch() {
  for (const Names& names : kNames)
    if (const char* rank = std::getenv(names.rank))
      return {number(names.ranks ? std::getenv(names.ranks) : nullptr, 1), number(rank, 0), true};
  return {};
}

}  // namespace discreet
