// The part of a text that is in memory, and what of it is not yet consumed: what readers of lines and records look
// through.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/io/byte_stream.hpp"

namespace discreet {

class TextWindow {
 public:
  explicit TextWindow(ByteStream& stream) : stream_(&stream), buffer_(kBuffer) {}

  std::string_view left() const { return {buffer_.data() + begin_, end_ - begin_}; }
  void consume(std::size_t bytes) { begin_ += bytes; }

  // Reads more behind what is left, which may move; false when there is no more.
  [[nodiscard]] Result<bool> fill();
  // Nothing is left to read; what was read may be left to consume.
  bool at_end() const { return at_end_; }

  tl::unexpected<Error> malformed(std::size_t line, const std::string& rule, std::string hint) const;

 private:
  static constexpr std::size_t kBuffer = std::size_t{1} << 20;

  ByteStream* stream_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // what of the buffer is not yet consumed
  bool at_end_ = false;
};

}  // namespace discreet
