// Files that are written whole or not at all: beside their place first, then moved there.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "discreet/base/result.hpp"

namespace discreet {

// A file in the making, which has no name until it is whole where the file system can do that, so that nothing is left
// of it whatever ends the program. "-" is standard output; a name that ends in .gz is compressed. A link is followed,
// so that what it points to is replaced; what is no ordinary file (a device, a pipe) cannot be replaced and is written
// to.
class WholeFile {
 public:
  // `mode` is who may do what with it, as far as the user's mask leaves it.
  [[nodiscard]] static Result<WholeFile> open(const std::string& path, unsigned mode = 0666);
  WholeFile(WholeFile&&) noexcept = default;
  ~WholeFile() = default;

  [[nodiscard]] Result<void> write(std::string_view content);
  // Puts it in the place of what was written first; for ordinary files that are not compressed.
  [[nodiscard]] Result<void> write_at_start(std::string_view content);
  // Moves the file to its place. Without this call nothing is left behind.
  [[nodiscard]] Result<void> finish();

 private:
  struct Sink;
  struct Discard {
    void operator()(Sink* sink) const;
  };
  explicit WholeFile(Sink* sink) : sink_(sink) {}
  std::unique_ptr<Sink, Discard> sink_;
};

// Whether a file could be written there, as far as can be told beforehand.
[[nodiscard]] Result<void> check_writable(const std::string& path);

[[nodiscard]] Result<void> write_whole(const std::string& path, std::string_view content);
[[nodiscard]] Result<std::string> read_whole(const std::string& path, std::size_t most_bytes);

}  // namespace discreet
