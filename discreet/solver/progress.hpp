// How far a long run is. It carries update counts, which are public, and points made of released numbers, which are
// public too; nothing else that was computed from the data.
#pragma once

#include <cstdint>
#include <span>

namespace discreet {

class Progress {
 public:
  virtual ~Progress() = default;
  virtual void advance(std::uint64_t done, std::uint64_t total) = 0;

  // Whether somebody wants to see the point after each pass, and where it goes: what the run would return if it ended
  // there.
  virtual bool follows() const { return false; }
  virtual void reached(std::span<const double>) {}

  // After a pass; `point` is only made for whoever follows.
  template <class Point>
  void advance(std::uint64_t done, std::uint64_t total, Point&& point) {
    advance(done, total);
    if (!follows()) return;
    const auto w = point();
    reached(w.weights());
  }
};

class Silent final : public Progress {
 public:
  void advance(std::uint64_t, std::uint64_t) override {}
};

}  // namespace discreet
