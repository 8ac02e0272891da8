// A file as memory: pages come from the disk when they are touched and go again when memory is short.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "discreet/base/result.hpp"

namespace discreet {

class MappedFile {
 public:
  // An ordinary file that is open for reading. It is mapped whole, and by its length of now: whoever cuts it short
  // while it is mapped ends the program that reads it (SIGBUS).
  [[nodiscard]] static Result<MappedFile> open(const std::string& path);

  std::uint64_t size() const { return bytes_.size(); }
  std::span<const std::byte> bytes() const { return bytes_; }
  // Keeps the mapping alive.
  std::shared_ptr<const void> owner() const { return owner_; }

 private:
  MappedFile(std::span<const std::byte> bytes, std::shared_ptr<const void> owner)
      : bytes_(bytes), owner_(std::move(owner)) {}
  std::span<const std::byte> bytes_;
  std::shared_ptr<const void> owner_;
};

// What the machine, or the group of processes this one is in, has in all.
std::uint64_t memory_at_hand();

}  // namespace discreet
