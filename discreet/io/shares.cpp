#include "discreet/io/shares.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "discreet/comm/agreement.hpp"
#include "discreet/data/ingest.hpp"
#include "discreet/io/csv_records.hpp"

namespace discreet {
namespace {

using Bytes = std::uint64_t;
using Piece = ByteStream::Piece;

struct TextFile {
  std::string path;
  Bytes rows_at = 0;               // where its rows begin
  std::size_t lines_before = 0;    // the lines before them
  Bytes size = 0;                  // of all of it
  std::vector<std::string> names;  // in its header
};

Result<void> read_header(TextFile& file, ByteStream& stream, char delimiter) {
  CsvRecords records(stream, delimiter);
  const Result<bool> header = records.next();
  if (!header) return tl::unexpected(header.error());
  if (!*header)
    return wrong(Fault::data, fmt::format("{}: the file is empty", file.path),
                 "give a table with a header line and a line for each row");
  for (const std::string_view field : records.fields()) file.names.emplace_back(trimmed(field));
  file.rows_at = records.bytes_before_next();
  file.lines_before = records.lines_before_next();
  return {};
}

Result<TextFile> look_at(const std::string& path, TextKind kind) {
  TextFile file{path, 0, 0, 0, {}};
  auto stream = ByteStream::open(path);
  if (!stream) return tl::unexpected(stream.error());
  if (kind.delimiter) {
    if (const Result<void> read = read_header(file, *stream, *kind.delimiter); !read)
      return tl::unexpected(read.error());
  } else {
    char start[3] = {};
    const Result<std::size_t> got = stream->read(start);
    if (!got) return tl::unexpected(got.error());
    if (std::string_view(start, *got) == "\xEF\xBB\xBF") file.rows_at = 3;
  }
  auto again = ByteStream::open(path);
  if (!again) return tl::unexpected(again.error());
  const Result<Bytes> size = again->length();
  if (!size) return tl::unexpected(size.error());
  file.size = *size;
  file.rows_at = std::min(file.rows_at, file.size);
  return file;
}

Result<void> same_header(const TextFile& file, const TextFile& first) {
  if (file.names.size() != first.names.size())
    return wrong(Fault::data,
                 fmt::format("{}: line {}: its header has {} columns where that of {} has {}", file.path,
                             file.lines_before, file.names.size(), first.path, first.names.size()),
                 "parts of one table have the same columns in the same order");
  for (std::size_t k = 0; k < file.names.size(); ++k)
    if (file.names[k] != first.names[k])
      return wrong(
          Fault::data,
          fmt::format("{}: line {}: column {} is not called as in {}", file.path, file.lines_before, k + 1, first.path),
          "parts of one table have the same columns in the same order");
  return {};
}

Result<std::vector<TextFile>> look_at_all(const std::vector<std::string>& paths, TextKind kind) {
  std::vector<TextFile> files;
  for (const std::string& path : paths) {
    Result<TextFile> file = look_at(path, kind);
    if (!file) return tl::unexpected(file.error());
    if (!files.empty())
      if (const Result<void> same = same_header(*file, files[0]); !same) return tl::unexpected(same.error());
    files.push_back(*std::move(file));
  }
  return files;
}

// Otherwise rows would be read twice, or not at all.
Result<void> same_everywhere(const std::vector<TextFile>& files, const Communicator& processes) {
  std::int64_t mine[2] = {static_cast<std::int64_t>(files.size()), 0};
  for (const TextFile& file : files) mine[1] += static_cast<std::int64_t>(file.size);
  const std::vector<std::int64_t> all = gathered(processes, mine);
  if (all[0] == mine[0] && all[1] == mine[1]) return {};
  return wrong(Fault::data,
               fmt::format("{}: process {} of {} sees {} files of {} bytes and the first one {} of {}", files[0].path,
                           processes.rank() + 1, processes.ranks(), mine[0], mine[1], all[0], all[1]),
               "all processes read the same files, from a folder that all machines share");
}

// Calls visit(bytes) for what a file has from `begin` to before `end`, until it says that it has seen enough.
template <class F>
Result<void> walk(const std::string& path, Bytes begin, Bytes end, F&& visit) {
  if (begin >= end) return {};
  auto stream = ByteStream::open(path);
  if (!stream) return tl::unexpected(stream.error());
  if (const Result<void> there = stream->skip(begin); !there) return there;
  std::vector<char> buffer(std::size_t{1} << 20);
  while (begin < end) {
    const auto room = static_cast<std::size_t>(std::min<Bytes>(buffer.size(), end - begin));
    const Result<std::size_t> got = stream->read(std::span(buffer).first(room));
    if (!got) return tl::unexpected(got.error());
    if (*got == 0 || !visit(std::span<const char>(buffer).first(*got))) return {};
    begin += *got;
  }
  return {};
}

class Cutting {
 public:
  Cutting(const std::vector<TextFile>& files, TextKind kind, const Communicator& processes)
      : files_(files), quoted_(kind.delimiter.has_value()), processes_(processes) {
    for (const TextFile& file : files) total_ += file.size - file.rows_at;
  }

  Result<std::vector<Piece>> pieces() {
    if (const Result<void> done = agreed(processes_, count()); !done) return tl::unexpected(done.error());
    counts_ = gathered(processes_, counts_);
    if (const Result<void> done = agreed(processes_, find_starts()); !done) return tl::unexpected(done.error());
    starts_ = gathered(processes_, starts_);
    std::vector<Piece> own;
    for (std::size_t k = 0; k < files_.size(); ++k)
      if (const Piece piece = piece_of(k); piece.begin < piece.end) own.push_back(piece);
    return own;
  }

 private:
  struct Stretch {
    Bytes begin, end;
    bool empty() const { return begin >= end; }
  };
  // Of file k, as process r has it.
  Stretch stretch(std::size_t k, std::size_t r) const {
    const auto cut = [&](std::size_t n) {
      return total_ / processes_.ranks() * n + total_ % processes_.ranks() * n / processes_.ranks();
    };
    Bytes before = 0;
    for (std::size_t m = 0; m < k; ++m) before += files_[m].size - files_[m].rows_at;
    const TextFile& file = files_[k];
    const auto within = [&](Bytes at) {
      return file.rows_at + std::clamp<Bytes>(at, before, before + file.size - file.rows_at) - before;
    };
    return {within(cut(r)), within(cut(r + 1))};
  }
  Stretch own(std::size_t k) const { return stretch(k, processes_.rank()); }
  std::size_t at(std::size_t r, std::size_t k) const { return 2 * (r * files_.size() + k); }

  Result<void> count() {
    for (std::size_t k = 0; k < files_.size(); ++k) {
      std::int64_t feeds = 0, quotes = 0;
      const Result<void> walked = walk(files_[k].path, own(k).begin, own(k).end, [&](std::span<const char> bytes) {
        feeds += std::count(bytes.begin(), bytes.end(), '\n');
        if (quoted_) quotes += std::count(bytes.begin(), bytes.end(), '"');
        return true;
      });
      if (!walked) return walked;
      counts_.insert(counts_.end(), {feeds, quotes});
    }
    return {};
  }

  // Where the first record begins that begins in a stretch or after it, and on which line. A line feed ends a record
  // where an even number of quotes lies before it; rows begin outside quotes.
  Result<void> find_starts() {
    for (std::size_t k = 0; k < files_.size(); ++k) {
      const TextFile& file = files_[k];
      const Stretch here = own(k);
      auto line = static_cast<std::int64_t>(file.lines_before) + 1;
      std::int64_t quotes = 0;
      for (std::size_t r = 0; r < processes_.rank(); ++r) {
        line += counts_[at(r, k)];
        quotes += counts_[at(r, k) + 1];
      }
      Bytes start = here.begin;
      if (here.begin > file.rows_at && !here.empty()) {
        bool found = false, first = true;
        start = here.begin - 1;
        const Result<void> walked = walk(file.path, start, file.size, [&](std::span<const char> bytes) {
          for (const char c : bytes) {
            ++start;
            if (c == '\n') {
              if (!first) ++line;  // the byte before the stretch was counted by whoever has it
              found = quotes % 2 == 0;
              if (found) return false;
            } else if (c == '"' && quoted_ && !first) {
              ++quotes;
            }
            first = false;
          }
          return true;
        });
        if (!walked) return walked;
        if (!found) start = file.size;
      }
      starts_.insert(starts_.end(), {static_cast<std::int64_t>(start), line});
    }
    return {};
  }

  // From its own start to that of the next process that has a stretch of the file.
  Piece piece_of(std::size_t k) const {
    const std::size_t rank = processes_.rank();
    if (own(k).empty()) return {files_[k].path, 0, 0, 1};
    Piece piece{files_[k].path, static_cast<Bytes>(starts_[at(rank, k)]), files_[k].size,
                static_cast<std::size_t>(starts_[at(rank, k) + 1])};
    for (std::size_t r = rank + 1; r < processes_.ranks(); ++r)
      if (!stretch(k, r).empty()) {
        piece.end = static_cast<Bytes>(starts_[at(r, k)]);
        break;
      }
    return piece;
  }

  const std::vector<TextFile>& files_;
  bool quoted_;
  const Communicator& processes_;
  Bytes total_ = 0;
  std::vector<std::int64_t> counts_, starts_;  // two for each file, of this process and then of all of them
};

}  // namespace

Result<std::vector<Piece>> own_pieces(const std::vector<std::string>& paths, TextKind kind,
                                      const Communicator& processes) {
  const Result<std::vector<TextFile>> files = agreed(processes, look_at_all(paths, kind));
  if (!files) return tl::unexpected(files.error());
  std::vector<Piece> pieces;
  if (kind.delimiter) pieces.push_back({paths[0], 0, (*files)[0].rows_at, 1});
  if (processes.ranks() == 1) {
    for (const TextFile& file : *files) pieces.push_back({file.path, file.rows_at, file.size, file.lines_before + 1});
    return pieces;
  }
  if (const Result<void> same = agreed(processes, same_everywhere(*files, processes)); !same)
    return tl::unexpected(same.error());
  const Result<std::vector<Piece>> own = Cutting(*files, kind, processes).pieces();
  if (!own) return own;
  pieces.insert(pieces.end(), own->begin(), own->end());
  return pieces;
}

}  // namespace discreet
