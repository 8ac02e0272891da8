// Where noise gets its randomness. Both sources are the ChaCha20 stream cipher; they differ in who knows the key.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace discreet {

// An endless stream of unpredictable words, produced a buffer at a time. Words are wiped as they are handed out.
class NoiseSource {
 public:
  using Key = std::array<unsigned char, 32>;

  NoiseSource(const NoiseSource&) = delete;
  NoiseSource& operator=(const NoiseSource&) = delete;
  virtual ~NoiseSource();

  std::uint32_t next32() {
    if (used_ == kWords || forked()) refill();
    const std::uint32_t word = buffer_[used_];
    buffer_[used_++] = 0;
    return word;
  }
  std::uint64_t next64() {
    const std::uint64_t high = next32();
    return high << 32 | next32();
  }

  // Which process this is, counted in forks: what was drawn ahead in another one must not be used here.
  static std::uint64_t process() { return process_generation_.load(std::memory_order_relaxed); }

  // Why a release that used this source is not private; empty when it is.
  virtual std::string caveat() const = 0;

 protected:
  NoiseSource() = default;
  virtual void start(Key& key) = 0;                    // called before the first word and again in a child process
  virtual void fill(std::span<std::uint32_t> buffer);  // the next words of the stream

 private:
  static constexpr std::size_t kWords = 2048;
  void refill();
  bool forked() const { return generation_ != process(); }
  static bool watch_forks();

  // Counts the forks between this process and the one that loaded the library. A child must not go on with its
  // parent's stream: two processes would release the same noise.
  static inline std::atomic<std::uint64_t> process_generation_{1};

  std::array<std::uint32_t, kWords> buffer_{};
  std::size_t used_ = kWords;
  Key key_{};
  std::uint64_t generation_ = 0;  // of the process that filled the buffer; 0 before the first fill
};

// Keyed by the kernel. It has no seed, by design: noise that can be replayed can be subtracted.
class SecureRandom final : public NoiseSource {
 public:
  std::string caveat() const override { return {}; }

 protected:
  void start(Key& key) override;
};

// Keyed by the kernel of one of several processes that hold rows of the same data, for all of them: each adds the same
// noise to the same sums, so it is added once. Nobody else has the key. proof: docs/proofs/shards.md
class SharedRandom final : public NoiseSource {
 public:
  explicit SharedRandom(Key&& key);  // which is erased where it was
  ~SharedRandom() override;
  static Key fresh_key();
  std::string caveat() const override { return {}; }

 protected:
  void start(Key& key) override;

 private:
  Key shared_;
  bool started_ = false;
};

// Keyed by a number, for tests and experiments. Whatever it touches is stamped.
class SeededNoise final : public NoiseSource {
 public:
  explicit SeededNoise(std::uint64_t seed) : seed_(seed) {}
  std::string caveat() const override { return "seeded noise: not private"; }

 protected:
  void start(Key& key) override;

 private:
  std::uint64_t seed_;
};

// Overwrites noise that was used, in a way that the compiler may not leave out.
void wipe_noise(std::span<std::int64_t> numbers);

}  // namespace discreet
