// A file, a gzip file or standard input, read as bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "discreet/base/result.hpp"

namespace discreet {

class ByteStream {
 public:
  // "-" is standard input. Compressed content is recognised by its first bytes, whatever the file is called.
  [[nodiscard]] static Result<ByteStream> open(const std::string& path);

  // Fills as much of `into` as there is; 0 at the end. A few bytes that unpack to very many are an error: see
  // docs/how_to/hostile_input.md.
  [[nodiscard]] Result<std::size_t> read(std::span<char> into);

  // How much of the file has been used, from 0 to 1; nothing is known about a pipe.
  double share() const;
  // Passes over so many bytes, or all there are.
  [[nodiscard]] Result<void> skip(std::uint64_t bytes);
  // How many bytes there are, unpacked; reads to the end where nothing else can tell.
  [[nodiscard]] Result<std::uint64_t> length();

  // Part of a text file: from the first byte of a line on, and before another.
  struct Piece {
    std::string path;
    std::uint64_t begin = 0, end = ~std::uint64_t{0};
    std::size_t line = 1;  // the number of its first line in the file
  };
  // Pieces one after the other, a line feed behind each that has none. If they are `quoted`, one that ends inside
  // quotes is an error: they would go on in another file.
  static ByteStream of_pieces(std::vector<Piece> pieces, bool quoted);

  const std::string& name() const { return name_; }
  // The file and its line that a line of this stream is, as errors call it.
  std::string place(std::size_t line) const;

 private:
  struct Source;
  struct Close {
    void operator()(Source* source) const;
  };
  struct Pieces;
  struct ClosePieces {
    void operator()(Pieces* pieces) const;
  };
  Result<std::size_t> read_pieces(std::span<char> into);
  ByteStream(std::string name, std::unique_ptr<Source, Close> source)
      : name_(std::move(name)), source_(std::move(source)) {}
  Result<std::size_t> unpack(std::span<char> into);
  Result<bool> fetch();
  tl::unexpected<Error> failed() const;
  tl::unexpected<Error> damaged(const char* what) const;

  std::string name_;
  std::unique_ptr<Source, Close> source_;
  std::unique_ptr<Pieces, ClosePieces> pieces_;  // instead, where there are several
};

}  // namespace discreet
