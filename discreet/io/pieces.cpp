// Streams that are pieces of files, one after the other.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "discreet/io/byte_stream.hpp"

namespace discreet {

struct ByteStream::Pieces {
  std::vector<Piece> all;
  std::size_t next = 0;
  std::optional<ByteStream> open;  // the one before `next`
  std::uint64_t left = 0;          // of it
  char last = '\n';                // that was handed out
  std::size_t feeds = 0;
  bool quoted = false;
  std::size_t quotes = 0;  // in the one that is open
  struct Begun {
    std::size_t line;  // of the stream
    std::size_t piece;
  };
  std::vector<Begun> begun;
};

void ByteStream::ClosePieces::operator()(Pieces* pieces) const { delete pieces; }

ByteStream ByteStream::of_pieces(std::vector<Piece> pieces, bool quoted) {
  ByteStream stream(pieces.empty() ? std::string() : pieces[0].path, nullptr);
  stream.pieces_.reset(new Pieces);
  stream.pieces_->all = std::move(pieces);
  stream.pieces_->quoted = quoted;
  return stream;
}

Result<std::size_t> ByteStream::read_pieces(std::span<char> into) {
  Pieces& p = *pieces_;
  std::size_t filled = 0;
  while (filled < into.size()) {
    if (!p.open) {
      if (p.next == p.all.size()) break;
      if (p.last != '\n') {
        into[filled++] = p.last = '\n';
        ++p.feeds;
        continue;
      }
      const Piece& piece = p.all[p.next];
      auto opened = ByteStream::open(piece.path);
      if (!opened) return tl::unexpected(opened.error());
      if (const Result<void> there = opened->skip(piece.begin); !there) return tl::unexpected(there.error());
      p.begun.push_back({p.feeds + 1, p.next++});
      p.open.emplace(*std::move(opened));
      p.left = piece.end - piece.begin;
    }
    const std::span<char> room =
        into.subspan(filled, static_cast<std::size_t>(std::min<std::uint64_t>(into.size() - filled, p.left)));
    const Result<std::size_t> got = room.empty() ? Result<std::size_t>(0) : p.open->read(room);
    if (!got) return got;
    if (*got == 0) {
      p.open.reset();
      if (std::exchange(p.quotes, 0) % 2 != 0)
        return wrong(Fault::data, fmt::format("{}: a quote is not closed", p.all[p.next - 1].path),
                     "close it; a quote within quotes is written twice");
      continue;
    }
    const auto seen = [&](char c) {
      return static_cast<std::size_t>(std::count(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(*got), c));
    };
    p.feeds += seen('\n');
    if (p.quoted) p.quotes += seen('"');
    p.last = room[*got - 1];
    p.left -= *got;
    filled += *got;
  }
  return filled;
}

std::string ByteStream::place(std::size_t line) const {
  if (!pieces_) return fmt::format("{}: line {}", name_, line);
  const auto& begun = pieces_->begun;
  auto after = std::upper_bound(begun.begin(), begun.end(), line,
                                [](std::size_t wanted, const Pieces::Begun& one) { return wanted < one.line; });
  if (after == begun.begin()) return fmt::format("{}: line {}", name_, line);
  --after;
  const Piece& piece = pieces_->all[after->piece];
  return fmt::format("{}: line {}", piece.path, piece.line + line - after->line);
}

}  // namespace discreet
