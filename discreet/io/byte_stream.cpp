#include "discreet/io/byte_stream.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace discreet {
namespace {

constexpr std::size_t kPacked = std::size_t{1} << 18;

// What people compress shrinks to a tenth, a table of nothing but zeros to a thousandth: beyond the first 64 MiB two
// hundred to one is taken for an attack on the memory. Whoever knows better raises the size up to which nothing is
// asked.
constexpr std::uint64_t kUnasked = std::uint64_t{64} << 20;
constexpr std::uint64_t kLargestRatio = 200;
constexpr const char* kRaise = "DISCREET_UNPACK_MIB";

std::uint64_t unasked() {
  const char* text = std::getenv(kRaise);
  const std::uint64_t mebibytes = text ? std::strtoull(text, nullptr, 10) : 0;
  return mebibytes == 0 ? kUnasked : std::min(mebibytes, std::uint64_t{1} << 40) << 20;
}

// A signal that somebody handles is no reason to stop.
ssize_t read_some(int file, char* into, std::size_t room) {
  for (;;) {
    const ssize_t got = ::read(file, into, std::min<std::size_t>(room, 1 << 30));
    if (got >= 0 || errno != EINTR) return got;
  }
}

}  // namespace

struct ByteStream::Source {
  int file = -1;
  std::vector<char> packed;     // bytes as they are in the file
  std::size_t at = 0, end = 0;  // what of them is not yet used
  bool at_end = false;          // of the file
  bool compressed = false;      // as its first bytes say
  bool between = false;         // two members of a compressed file
  z_stream inflater{};
  std::uint64_t taken = 0, given = 0, unasked = kUnasked;  // bytes of the file, and what they were unpacked to
};

void ByteStream::Close::operator()(Source* source) const {
  if (source->compressed) inflateEnd(&source->inflater);
  if (source->file >= 0) ::close(source->file);
  delete source;
}

tl::unexpected<Error> ByteStream::failed() const {
  return wrong(Fault::data, fmt::format("{}: {}", name_, std::strerror(errno)), "the file cannot be read to its end");
}

tl::unexpected<Error> ByteStream::damaged(const char* what) const {
  return wrong(Fault::data, fmt::format("{}: {}", name_, what), "the file is damaged or incomplete");
}

Result<ByteStream> ByteStream::open(const std::string& path) {
  std::unique_ptr<Source, Close> source(new Source);
  const bool standard_input = path == "-" || path == "/dev/stdin";
  source->file = standard_input ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (source->file < 0 && standard_input)
    return wrong(Fault::data, "standard input cannot be read", "give the name of a file");
  if (source->file < 0)
    return wrong(Fault::data, fmt::format("{}: {}", path, std::strerror(errno)),
                 errno == EACCES ? "ask for permission to read it" : "check the path");
  struct stat about {};
  if (fstat(source->file, &about) == 0 && S_ISDIR(about.st_mode))
    return wrong(Fault::data, fmt::format("{} is a folder, not a file", path), "name a file in it");
  ByteStream stream(standard_input ? "standard input" : path, std::move(source));
  Source& s = *stream.source_;
  s.packed.resize(kPacked);
  while (s.end < 2 && !s.at_end)
    if (const Result<bool> more = stream.fetch(); !more) return tl::unexpected(more.error());
  if (s.end >= 2 && s.packed[0] == '\x1f' && s.packed[1] == '\x8b') {
    // 16: gzip's own header and checksum.
    if (inflateInit2(&s.inflater, 15 + 16) != Z_OK) return wrong(Fault::data, fmt::format("{}: no memory", path));
    s.compressed = true;
    s.unasked = unasked();
  }
  return stream;
}

// More bytes of the file behind those that are not yet used; false at its end.
Result<bool> ByteStream::fetch() {
  Source& s = *source_;
  if (s.at == s.end) s.at = s.end = 0;
  const ssize_t got = read_some(s.file, s.packed.data() + s.end, s.packed.size() - s.end);
  if (got < 0) return failed();
  s.end += static_cast<std::size_t>(got);
  s.at_end = got == 0;
  return got > 0;
}

Result<std::size_t> ByteStream::read(std::span<char> into) {
  if (pieces_) return read_pieces(into);
  Source& s = *source_;
  if (s.compressed) return unpack(into);
  std::size_t filled = std::min(s.end - s.at, into.size());  // what was looked at to see what it is
  std::copy_n(s.packed.data() + s.at, filled, into.data());
  s.at += filled;
  while (filled < into.size() && !s.at_end) {
    const ssize_t got = read_some(s.file, into.data() + filled, into.size() - filled);
    if (got < 0) return failed();
    filled += static_cast<std::size_t>(got);
    s.at_end = got == 0;
  }
  return filled;
}

double ByteStream::share() const {
  struct stat about {};
  const off_t at = lseek(source_->file, 0, SEEK_CUR);
  if (at <= 0 || fstat(source_->file, &about) != 0 || about.st_size <= 0) return 0;
  return std::min(1.0, static_cast<double>(at) / static_cast<double>(about.st_size));
}

Result<void> ByteStream::skip(std::uint64_t bytes) {
  Source& s = *source_;
  if (!s.compressed) {
    const std::size_t looked_at = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, s.end - s.at));
    s.at += looked_at;
    bytes -= looked_at;
    if (bytes == 0 || ::lseek(s.file, static_cast<off_t>(bytes), SEEK_CUR) >= 0) return {};
  }
  std::vector<char> passed(kPacked);
  while (bytes > 0) {
    const Result<std::size_t> got =
        read(std::span(passed).first(static_cast<std::size_t>(std::min<std::uint64_t>(bytes, kPacked))));
    if (!got) return tl::unexpected(got.error());
    if (*got == 0) return {};
    bytes -= *got;
  }
  return {};
}

Result<std::uint64_t> ByteStream::length() {
  struct stat about {};
  if (!source_->compressed && fstat(source_->file, &about) == 0 && S_ISREG(about.st_mode))
    return static_cast<std::uint64_t>(about.st_size);
  std::vector<char> passed(kPacked);
  for (std::uint64_t length = 0;;) {
    const Result<std::size_t> got = read(passed);
    if (!got) return tl::unexpected(got.error());
    if (*got == 0) return length;
    length += *got;
  }
}

Result<std::size_t> ByteStream::unpack(std::span<char> into) {
  Source& s = *source_;
  std::size_t filled = 0;
  while (filled < into.size()) {
    if (s.at == s.end && !s.at_end)
      if (const Result<bool> more = fetch(); !more) return tl::unexpected(more.error());
    const std::size_t have = s.end - s.at, room = std::min<std::size_t>(into.size() - filled, 1 << 20);
    // Files may be put one behind the other; padding after the last is nothing.
    if (s.between && (have == 0 || s.packed[s.at] != '\x1f')) break;
    if (s.between) inflateReset(&s.inflater);
    s.between = false;
    if (have == 0) return damaged("unexpected end of file");
    s.inflater.next_in = reinterpret_cast<unsigned char*>(s.packed.data() + s.at);
    s.inflater.avail_in = static_cast<unsigned>(have);
    s.inflater.next_out = reinterpret_cast<unsigned char*>(into.data() + filled);
    s.inflater.avail_out = static_cast<unsigned>(room);
    const int code = inflate(&s.inflater, Z_NO_FLUSH);
    const std::size_t used = have - s.inflater.avail_in, made = room - s.inflater.avail_out;
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
      return damaged(s.inflater.msg ? s.inflater.msg : "this is no gzip file");
    s.at += used;
    s.taken += used;
    s.given += made;
    filled += made;
    s.between = code == Z_STREAM_END;
    if (s.given > s.unasked && s.given / kLargestRatio > s.taken)
      return wrong(Fault::data,
                   fmt::format("{}: it unpacks to more than {} MiB and {} times its size", name_, s.unasked >> 20,
                               kLargestRatio),
                   fmt::format("if that is meant, set {} to as many MiB as it may have, or unpack it first", kRaise));
  }
  return filled;
}

}  // namespace discreet
