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

  // Fills as much of `into` as there is; 0 at the end. A few bytes that unpack to very many are an error: see
  // docs/how_to/hostile_input.md.
  [[nodiscard]] Result<std::size_t> read(std::span<char> into);

  // How much of the file has been used, from 0 to 1; nothing is known about a pipe.
  double share() const;

  const std::string& name() const { return name_; }

 private:
  struct Source;
  struct Close {
    void operator()(Source* source) const;
  };
  ByteStream(std::string name, std::unique_ptr<Source, Close> source)
      : name_(std::move(name)), source_(std::move(source)) {}
  Result<std::size_t> unpack(std::span<char> into);
  Result<bool> fetch();
  tl::unexpected<Error> failed() const;
  tl::unexpected<Error> damaged(const char* what) const;

  std::string name_;
  std::unique_ptr<Source, Close> source_;
};

}  // namespace discreet
