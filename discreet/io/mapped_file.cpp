#include "discreet/io/mapped_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace discreet {
namespace {

struct Descriptor {
  int file;
  ~Descriptor() {
    if (file >= 0) ::close(file);
  }
};

// A limit that a file of the system states, if there is one and it is a number.
std::uint64_t stated_in(const std::string& path, std::uint64_t otherwise) {
  std::uint64_t limit = 0;
  return std::ifstream(path) >> limit ? limit : otherwise;
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path) {
  // Without O_NONBLOCK a pipe would be waited for before it can be refused.
  const Descriptor opened{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  struct stat about {};
  if (opened.file < 0 || fstat(opened.file, &about) != 0)
    return wrong(Fault::data, fmt::format("{}: {}", path, std::strerror(errno)), "check the path");
  if (S_ISDIR(about.st_mode))
    return wrong(Fault::data, fmt::format("{} is a folder, not a file", path), "name a file in it");
  if (!S_ISREG(about.st_mode))
    return wrong(Fault::data, fmt::format("{} is no ordinary file and cannot be mapped", path), "save it as a file");
  const auto size = static_cast<std::size_t>(about.st_size);
  if (size == 0) return MappedFile({}, nullptr);
  void* start = mmap(nullptr, size, PROT_READ, MAP_SHARED, opened.file, 0);
  if (start == MAP_FAILED)
    return wrong(Fault::data, fmt::format("{} cannot be mapped: {}", path, std::strerror(errno)));
  // Every walk goes forward; what lies behind it is the first to go when memory is short. Advice may be refused.
  (void)madvise(start, size, MADV_SEQUENTIAL);
  return MappedFile({static_cast<const std::byte*>(start), size},
                    std::shared_ptr<const void>(start, [size](const void* p) { munmap(const_cast<void*>(p), size); }));
}

std::uint64_t memory_at_hand() {
  std::uint64_t least =
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
  // Lines of number:controllers:path; version 2 of control groups has no controllers there, version 1 a mount for each.
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == line.npos || second == line.npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1), group = line.substr(second + 1);
    if (controllers.empty()) least = std::min(least, stated_in("/sys/fs/cgroup" + group + "/memory.max", least));
    if (controllers == "memory")
      least = std::min(least, stated_in("/sys/fs/cgroup/memory" + group + "/memory.limit_in_bytes", least));
  }
  return least;
}

}  // namespace discreet
