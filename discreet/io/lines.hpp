// The lines of a text, a buffer at a time: CRLF, a byte order mark, a last line without its line feed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/io/byte_stream.hpp"

namespace discreet {

class Lines {
 public:
  explicit Lines(ByteStream& stream) : stream_(&stream), buffer_(kBuffer) {}

  // Moves to the next line; false at the end of the file.
  [[nodiscard]] Result<bool> next();

  std::string_view text() const { return text_; }  // valid until the next call of next()

  // An error at the current line.
  tl::unexpected<Error> malformed(const std::string& rule, std::string hint = {}) const;

 private:
  static constexpr std::size_t kBuffer = std::size_t{1} << 20;

  Result<bool> fill();

  ByteStream* stream_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // what of the buffer is not yet consumed
  bool at_end_ = false;
  std::size_t line_ = 0;
  std::string_view text_;
};

}  // namespace discreet
