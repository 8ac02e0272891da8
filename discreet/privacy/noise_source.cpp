#include "discreet/privacy/noise_source.hpp"

#include <pthread.h>
#include <sodium.h>

#include <algorithm>
#include <cstring>

#include "discreet/base/contract.hpp"
#include "discreet/base/mistake.hpp"

namespace discreet {

bool NoiseSource::watch_forks() {
  static const bool watched =
      pthread_atfork(nullptr, nullptr, [] { process_generation_.fetch_add(1, std::memory_order_relaxed); }) == 0;
  return watched;
}

NoiseSource::~NoiseSource() {
  sodium_memzero(buffer_.data(), sizeof(buffer_));
  sodium_memzero(key_.data(), sizeof(key_));
}

void NoiseSource::refill() {
  require(watch_forks() && sodium_init() >= 0, "the random number generator can be set up");
  if (forked()) {
    start(key_);
    generation_ = process();
  }
  fill(buffer_);
  used_ = 0;
}

void NoiseSource::fill(std::span<std::uint32_t> buffer) {
  // Fast key erasure: the head of each stretch of the stream becomes the key of the next one, so that what was
  // drawn cannot be recomputed from what is in memory now.
  std::array<unsigned char, sizeof(Key) + sizeof(buffer_)> stretch;
  const std::array<unsigned char, crypto_stream_chacha20_NONCEBYTES> nonce{};
  crypto_stream_chacha20(stretch.data(), stretch.size(), nonce.data(), key_.data());
  std::copy_n(stretch.begin(), key_.size(), key_.begin());
  std::memcpy(buffer.data(), stretch.data() + key_.size(), buffer.size_bytes());
  sodium_memzero(stretch.data(), stretch.size());
}

// libsodium ends the process when the kernel gives no randomness: there is no noise to go on with.
void SecureRandom::start(Key& key) {
  key.fill(0);
  randombytes_buf(key.data(), planted(Mistake::byte_seed) ? 1 : key.size());
}

SharedRandom::SharedRandom(Key&& key) : shared_(key) { sodium_memzero(key.data(), sizeof(key)); }

SharedRandom::~SharedRandom() { sodium_memzero(shared_.data(), sizeof(shared_)); }

NoiseSource::Key SharedRandom::fresh_key() {
  require(sodium_init() >= 0, "the random number generator can be set up");
  Key key{};
  randombytes_buf(key.data(), key.size());
  return key;
}

// Once: a child process that began again would release the same noise.
void SharedRandom::start(Key& key) {
  require(!started_, "shared noise is not carried on in another process");
  started_ = true;
  key = shared_;
  sodium_memzero(shared_.data(), sizeof(shared_));
}

void SeededNoise::start(Key& key) {
  std::array<unsigned char, 8> bytes;
  for (std::size_t k = 0; k < bytes.size(); ++k) bytes[k] = static_cast<unsigned char>(seed_ >> (8 * k));
  constexpr char kPurpose[] = "discreet seeded noise";
  crypto_generichash(key.data(), key.size(), bytes.data(), bytes.size(),
                     reinterpret_cast<const unsigned char*>(kPurpose), sizeof(kPurpose) - 1);
}

void wipe_noise(std::span<std::int64_t> numbers) {
  if (planted(Mistake::unwiped_noise)) return;
  sodium_memzero(numbers.data(), numbers.size_bytes());
}

}  // namespace discreet
