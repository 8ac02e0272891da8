#include "discreet/io/byte_stream.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace discreet {

void ByteStream::Close::operator()(void* file) const { gzclose_r(static_cast<gzFile>(file)); }

Result<ByteStream> ByteStream::open(const std::string& path) {
  if (path == "-" || path == "/dev/stdin") {
    gzFile file = gzdopen(dup(STDIN_FILENO), "rb");
    if (!file) return wrong(Fault::data, "standard input cannot be read");
    return ByteStream("standard input", file);
  }
  struct stat about {};
  if (stat(path.c_str(), &about) != 0)
    return wrong(Fault::data, fmt::format("{}: {}", path, std::strerror(errno)), "check the path");
  if (S_ISDIR(about.st_mode)) return wrong(Fault::data, fmt::format("{} is a folder, not a file", path));
  errno = 0;
  gzFile file = gzopen(path.c_str(), "rb");
  if (!file) return wrong(Fault::data, fmt::format("{}: {}", path, std::strerror(errno ? errno : ENOMEM)));
  gzbuffer(file, 1 << 18);
  return ByteStream(path, file);
}

Result<std::size_t> ByteStream::read(std::span<char> into) {
  gzFile file = static_cast<gzFile>(file_.get());
  std::size_t filled = 0;
  while (filled < into.size()) {
    const std::size_t room = std::min<std::size_t>(into.size() - filled, 1 << 30);
    const int got = gzread(file, into.data() + filled, static_cast<unsigned>(room));
    int code = Z_OK;
    const char* what = gzerror(file, &code);
    // A gzip file that stops early is an error even though its first part can be read.
    if (got < 0 || code == Z_BUF_ERROR || code == Z_DATA_ERROR) {
      // zlib puts the file's name in front of its own words.
      std::string words = code == Z_ERRNO ? std::strerror(errno) : what;
      if (words.starts_with(name_ + ": ")) words.erase(0, name_.size() + 2);
      return wrong(Fault::data, fmt::format("{}: {}", name_, words), "the file is damaged or incomplete");
    }
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  return filled;
}

}  // namespace discreet
