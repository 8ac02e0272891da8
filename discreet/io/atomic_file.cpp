#include "discreet/io/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "discreet/base/contract.hpp"
#include "discreet/io/byte_stream.hpp"

namespace discreet {
namespace {

tl::unexpected<Error> failed(const std::string& path, const char* what) {
  const int reason = errno;
  return wrong(Fault::data, fmt::format("{} cannot be {}: {}", path, what, std::strerror(reason)),
               reason == ENOENT || reason == ENOTDIR ? "make the folder first, or choose another path"
               : reason == EACCES || reason == EPERM || reason == EROFS ? "choose a folder that you may write to"
                                                                        : "check the path and the free space");
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

std::string folder_of(const std::string& place) {
  const std::size_t slash = place.rfind('/');
  return slash == place.npos ? "." : slash == 0 ? "/" : place.substr(0, slash);
}

// A file without a name beside the place where it will get one; -1 where that cannot be had.
int unnamed_beside(const std::string& place, unsigned mode) {
  if (access("/proc/self/fd", X_OK) != 0) return -1;
  return ::open(folder_of(place).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
}

bool synced(int file) {
  while (fsync(file) != 0)
    if (errno != EINTR) return false;
  return true;
}

// A name can be given where there is none yet; a file that stands there is replaced by moving a second name over it.
bool give_name(int file, const std::string& place) {
  const std::string source = fmt::format("/proc/self/fd/{}", file);
  const auto named = [&](const std::string& name) {
    return linkat(AT_FDCWD, source.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  };
  std::random_device chance;
  if (named(place)) return true;
  for (int attempt = 0; errno == EEXIST && attempt < 100; ++attempt) {
    const std::string beside = fmt::format("{}.{:08x}", place, chance());
    if (!named(beside)) continue;
    if (rename(beside.c_str(), place.c_str()) == 0) return true;
    const int reason = errno;
    ::unlink(beside.c_str());
    errno = reason;
    return false;
  }
  return false;
}

std::string followed(const std::string& path) {
  char* resolved = realpath(path.c_str(), nullptr);
  if (!resolved) return path;
  const std::string place = resolved;
  std::free(resolved);
  return place;
}

}  // namespace

struct WholeFile::Sink {
  std::string path;    // as the user named it
  std::string place;   // where it goes
  std::string beside;  // where it is made, if that has a name; else it has none, or is written in place
  int file = -1;
  bool unnamed = false;
  gzFile compressed = nullptr;
  unsigned mode = 0666;

  bool put(std::string_view content) {
    if (!compressed) return write_all(file, content);
    while (!content.empty()) {
      const std::size_t part = std::min<std::size_t>(content.size(), 1 << 20);
      if (gzwrite(compressed, content.data(), static_cast<unsigned>(part)) != static_cast<int>(part)) return false;
      content.remove_prefix(part);
    }
    return true;
  }
};

void WholeFile::Discard::operator()(Sink* sink) const {
  if (sink->compressed) gzclose_w(sink->compressed);
  if (sink->file > STDERR_FILENO) ::close(sink->file);
  if (!sink->beside.empty()) ::unlink(sink->beside.c_str());
  delete sink;
}

Result<WholeFile> WholeFile::open(const std::string& path, unsigned mode) {
  WholeFile whole(new Sink{path, followed(path), {}, -1, false, nullptr, mode});
  Sink& sink = *whole.sink_;
  struct stat about {};
  if (path == "-") {
    sink.file = STDOUT_FILENO;
    return whole;
  }
  if (stat(sink.place.c_str(), &about) == 0 && !S_ISREG(about.st_mode)) {
    if (S_ISDIR(about.st_mode))
      return wrong(Fault::data, fmt::format("{} is a folder, not a file", path), "name a file in it");
    sink.file = ::open(sink.place.c_str(), O_WRONLY);
    if (sink.file < 0) return failed(path, "opened");
  } else if (sink.file = unnamed_beside(sink.place, mode); sink.file >= 0) {
    sink.unnamed = true;
  } else {
    std::string beside = sink.place + ".XXXXXX";
    sink.file = mkstemp(beside.data());
    if (sink.file < 0) return failed(path, "created");
    sink.beside = beside;
  }
  if (path.ends_with(".gz")) {
    sink.compressed = gzdopen(dup(sink.file), "wb");
    if (!sink.compressed) return failed(path, "compressed");
  }
  return whole;
}

Result<void> WholeFile::write(std::string_view content) {
  if (!sink_->put(content)) return failed(sink_->path == "-" ? "standard output" : sink_->path, "written");
  return {};
}

Result<void> WholeFile::write_at_start(std::string_view content) {
  require(!sink_->compressed, "a compressed file is written from its start to its end");
  if (lseek(sink_->file, 0, SEEK_SET) != 0 || !write_all(sink_->file, content) || lseek(sink_->file, 0, SEEK_END) < 0)
    return failed(sink_->path, "written");
  return {};
}

Result<void> WholeFile::finish() {
  Sink& sink = *sink_;
  if (sink.compressed) {
    const int closed = gzclose_w(sink.compressed);
    sink.compressed = nullptr;
    if (closed != Z_OK) return failed(sink.path, "written");
  }
  if (sink.unnamed) {
    if (!synced(sink.file)) return failed(sink.path, "written");
    if (!give_name(sink.file, sink.place)) return failed(sink.path, "put in its place");
    return {};
  }
  if (sink.beside.empty()) return {};
  const mode_t mask = umask(0);
  umask(mask);
  if (fchmod(sink.file, sink.mode & ~mask) != 0) return failed(sink.path, "given permissions");
  if (!synced(sink.file)) return failed(sink.path, "written");
  if (rename(sink.beside.c_str(), sink.place.c_str()) != 0) return failed(sink.path, "replaced");
  sink.beside.clear();
  return {};
}

Result<void> check_writable(const std::string& path) {
  if (path == "-") return {};
  const std::string place = followed(path);
  struct stat about {};
  if (stat(place.c_str(), &about) == 0 && S_ISDIR(about.st_mode))
    return wrong(Fault::data, fmt::format("{} is a folder, not a file", path), "name a file in it");
  if (stat(place.c_str(), &about) == 0 && !S_ISREG(about.st_mode)) return {};
  if (access(folder_of(place).c_str(), W_OK | X_OK) != 0) return failed(path, "written");
  return {};
}

Result<void> write_whole(const std::string& path, std::string_view content) {
  auto file = WholeFile::open(path);
  if (!file) return tl::unexpected(file.error());
  if (const auto written = file->write(content); !written) return written;
  return file->finish();
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
      return wrong(Fault::data, fmt::format("{} is larger than {} MiB", path, most_bytes >> 20),
                   "check that it is the right file");
    if (*got < buffer.size()) return content;
  }
}

}  // namespace discreet
