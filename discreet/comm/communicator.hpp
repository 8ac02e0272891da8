// Where the rows live. One process or many: the trusted side adds its integer sums through this and asks no more.
// proof: docs/proofs/shards.md
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace discreet {

class Communicator {
 public:
  virtual ~Communicator() = default;
  virtual std::size_t rank() const { return 0; }   // which of the processes this is
  virtual std::size_t ranks() const { return 1; }  // how many there are
  virtual std::size_t here() const { return 1; }   // and how many of them share this machine
  bool first() const { return rank() == 0; }

  // Replaces each part by its sum over all processes. They all ask for the same sums in the same order.
  virtual void sum(std::span<std::int64_t> parts) const = 0;

  // Everything that a sum depends on besides the rows is the same in all processes. Each notes what it went by, and the
  // next sum compares the notes: machines that round differently must not go on as if they agreed.
  void note(std::uint64_t fact) const {
    noted_ = (noted_ ^ fact) * 0x9E3779B97F4A7C15;
    noted_ ^= noted_ >> 32;
  }
  void note(double fact) const { note(std::bit_cast<std::uint64_t>(fact)); }
  void note(std::span<const double> facts) const {
    note(static_cast<std::uint64_t>(facts.size()));
    for (const double fact : facts) note(fact);
  }

 protected:
  std::uint64_t noted() const { return noted_; }

 private:
  mutable std::uint64_t noted_ = 1;
};

class SingleProcess final : public Communicator {
 public:
  void sum(std::span<std::int64_t>) const override {}
};

// Rows that other processes hold: those that come before the ones here, and those that come after them.
struct RowsElsewhere {
  std::size_t before = 0, after = 0;
};

}  // namespace discreet
