// What a fuzzer made up, as a file that the readers open by its name. It lives in memory.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace discreet::fuzz {

class InputFile {
 public:
  explicit InputFile(std::string_view content) : file_(memfd_create("input", MFD_CLOEXEC)) {
    if (file_ < 0 || ::write(file_, content.data(), content.size()) != static_cast<ssize_t>(content.size())) abort();
  }
  ~InputFile() { ::close(file_); }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

// The first byte says how the rest is to be read.
struct Input {
  unsigned choice = 0;
  std::string_view content;
  Input(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return;
    choice = data[0];
    content = {reinterpret_cast<const char*>(data) + 1, size - 1};
  }
  bool flag(unsigned bit) const { return (choice >> bit & 1) != 0; }
};

}  // namespace discreet::fuzz
