// How far a long run is. It carries update counts, which are public, and nothing computed from the data.
#pragma once

#include <cstdint>

namespace discreet {

class Progress {
 public:
  virtual ~Progress() = default;
  virtual void advance(std::uint64_t done, std::uint64_t total) = 0;
};

class Silent final : public Progress {
 public:
  void advance(std::uint64_t, std::uint64_t) override {}
};

}  // namespace discreet
