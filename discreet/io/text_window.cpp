#include "discreet/io/text_window.hpp"

#include <fmt/format.h>

#include <cstring>
#include <span>
#include <utility>

namespace discreet {

tl::unexpected<Error> TextWindow::malformed(std::size_t line, const std::string& rule, std::string hint) const {
  return wrong(Fault::data, fmt::format("{}: {}", stream_->place(line), rule), std::move(hint));
}

Result<bool> TextWindow::fill() {
  if (at_end_) return false;
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (buffer_.size() < end_ + kBuffer) buffer_.resize(2 * end_ + kBuffer);
  // A little at a time, so that whoever waits for the end of a line can stop waiting.
  const Result<std::size_t> got = stream_->read(std::span(buffer_).subspan(end_, kBuffer));
  if (!got) return tl::unexpected(got.error());
  at_end_ = *got < kBuffer;
  end_ += *got;
  return *got > 0;
}

}  // namespace discreet
