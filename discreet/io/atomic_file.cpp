#include "discreet/io/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

#include "discreet/io/byte_stream.hpp"

namespace discreet {
namespace {

tl::unexpected<Error> failed(const std::string& path, const char* what) {
  return wrong(Fault::data, fmt::format("{}: cannot {}: {}", path, what, std::strerror(errno)),
               "check the path and the free space");
}

bool write_all(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t wrote = ::write(file, content.data(), content.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    content.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return true;
}

}  // namespace

Result<void> write_whole(const std::string& path, std::string_view content) {
  if (path == "-") {
    if (!write_all(STDOUT_FILENO, content)) return failed("standard output", "write");
    return {};
  }
  std::string beside = path + ".XXXXXX";
  const int file = mkstemp(beside.data());
  if (file < 0) return failed(path, "create");
  const auto give_up = [&](const char* what) {
    const int why = errno;
    ::close(file);
    ::unlink(beside.c_str());
    errno = why;
    return failed(path, what);
  };
  if (!write_all(file, content)) return give_up("write");
  const mode_t mask = umask(0);
  umask(mask);
  if (fchmod(file, 0666 & ~mask) != 0) return give_up("set the permissions of");
  if (fsync(file) != 0) return give_up("write");
  if (rename(beside.c_str(), path.c_str()) != 0) return give_up("replace");
  ::close(file);
  return {};
}

Result<std::string> read_whole(const std::string& path, std::size_t most_bytes) {
  auto stream = ByteStream::open(path);
  if (!stream) return tl::unexpected(stream.error());
  std::string content;
  std::vector<char> buffer(1 << 16);
  for (;;) {
    const Result<std::size_t> got = stream->read(buffer);
    if (!got) return tl::unexpected(got.error());
    content.append(buffer.data(), *got);
    if (content.size() > most_bytes)
      return wrong(Fault::data, fmt::format("{} is larger than {} MiB", path, most_bytes >> 20));
    if (*got < buffer.size()) return content;
  }
}

}  // namespace discreet
