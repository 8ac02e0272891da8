// The lines of a text, a buffer at a time: CRLF, a byte order mark, a last line without its line feed.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "discreet/base/result.hpp"
#include "discreet/io/text_window.hpp"

namespace discreet {

class Lines {
 public:
  explicit Lines(ByteStream& stream) : window_(stream) {}

  // Moves to the next line; false at the end of the file.
  [[nodiscard]] Result<bool> next();

  std::string_view text() const { return text_; }  // valid until the next call of next()

  // An error at the current line.
  tl::unexpected<Error> malformed(const std::string& rule, std::string hint = {}) const {
    return window_.malformed(line_, rule, std::move(hint));
  }

 private:
  Result<bool> fill();

  TextWindow window_;
  std::size_t line_ = 0;
  std::string_view text_;
};

}  // namespace discreet
