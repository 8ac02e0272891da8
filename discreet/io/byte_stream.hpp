// A file, a gzip file or standard input, read as bytes.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "discreet/base/result.hpp"

namespace discreet {

class ByteStream {
 public:
  // "-" is standard input. Compressed content is recognised by its first bytes, whatever the file is called.
  [[nodiscard]] static Result<ByteStream> open(const std::string& path);

  // Fills as much of `into` as there is; 0 at the end.
  [[nodiscard]] Result<std::size_t> read(std::span<char> into);

  const std::string& name() const { return name_; }

 private:
  struct Close {
    void operator()(void* file) const;
  };
  ByteStream(std::string name, void* file) : name_(std::move(name)), file_(file) {}

  std::string name_;
  std::unique_ptr<void, Close> file_;
};

}  // namespace discreet
