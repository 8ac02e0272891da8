#include "discreet/mechanism/lots.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "discreet/base/contract.hpp"
#include "discreet/base/mistake.hpp"
#include "discreet/mechanism/gap.hpp"

namespace discreet {
namespace {

// From here on a coin for each row takes less time than a gap for each row of the batch.
constexpr double kOften = 0.25;

// What a test build may do instead: all rows in a random order, and each batch the next few of them.
Batch from_a_shuffle(NoiseSource& source, std::size_t rows, double chance) {
  thread_local std::vector<std::uint32_t> deck;
  const auto size = static_cast<std::size_t>(std::round(chance * static_cast<double>(rows)));
  if (deck.size() < size) {
    deck.resize(rows);
    std::iota(deck.begin(), deck.end(), 0U);
    for (std::size_t k = rows; k > 1; --k) std::swap(deck[k - 1], deck[source.next64() % k]);
  }
  Batch batch(deck.end() - static_cast<std::ptrdiff_t>(size), deck.end());
  deck.resize(deck.size() - size);
  std::sort(batch.begin(), batch.end());
  return batch;
}

}  // namespace

Sensitive<Batch> Lots::everyone(std::size_t rows) {
  Batch batch(rows);
  std::iota(batch.begin(), batch.end(), 0U);
  return Sensitive<Batch>(std::move(batch));
}

Sensitive<Batch> Lots::poisson(std::size_t rows, double chance) {
  require(chance >= 0 && chance <= 1, "a chance is a number from 0 to 1");
  if (chance == 1) return everyone(rows);
  if (planted(Mistake::shuffled_batches)) return Sensitive<Batch>(from_a_shuffle(*source_, rows, chance));
  Batch batch;
  if (chance >= kOften) {
    // A whole number, because doubles this large have no digits beyond the 64th.
    const auto heads = static_cast<std::uint64_t>(std::ldexp(chance, 64));
    for (std::size_t i = 0; i < rows; ++i)
      if (source_->next64() < heads) batch.push_back(static_cast<std::uint32_t>(i));
    return Sensitive<Batch>(std::move(batch));
  }
  // Rounded down, by more than the logarithm's own error: rows join no oftener than was paid for.
  const double rate = -std::log1p(-chance) * (1 - 1e-15), inverse = 1 / rate;
  if (!(rate >= std::numeric_limits<double>::min())) return Sensitive<Batch>(std::move(batch));
  batch.reserve(static_cast<std::size_t>(1.2 * chance * static_cast<double>(rows)) + 64);
  for (std::size_t i = 0;; ++i) {
    const std::uint64_t gap = draw_gap(*source_, rate, inverse);
    if (gap >= rows - i) break;
    i += gap;
    batch.push_back(static_cast<std::uint32_t>(i));
    if (i + 1 == rows) break;
  }
  return Sensitive<Batch>(std::move(batch));
}

std::uint64_t Lots::below(std::uint64_t bound) {
  const std::uint64_t excess = (-bound) % bound;  // the incomplete last stretch is drawn again
  for (;;) {
    const std::uint64_t word = source_->next64();
    if (word >= excess) return word % bound;
  }
}

// Floyd's way: the k-th draw is among one row more than the one before it, and that last row stands in for a row that
// has been drawn already.
Sensitive<Batch> Lots::fixed(std::size_t rows, std::size_t size) {
  require(size <= rows, "a batch has no more rows than there are");
  std::vector<std::uint64_t> drawn(rows / 64 + 1, 0);
  const auto is_in = [&](std::uint64_t i) { return (drawn[i / 64] >> (i % 64) & 1) != 0; };
  const auto put = [&](std::uint64_t i) { drawn[i / 64] |= std::uint64_t{1} << (i % 64); };
  for (std::size_t last = rows - size; last < rows; ++last) {
    const std::uint64_t i = below(last + 1);
    put(is_in(i) ? last : i);
  }
  Batch batch;
  batch.reserve(size);
  for (std::size_t word = 0; word < drawn.size(); ++word)
    for (std::uint64_t left = drawn[word]; left != 0; left &= left - 1)
      batch.push_back(static_cast<std::uint32_t>(64 * word + static_cast<std::size_t>(std::countr_zero(left))));
  return Sensitive<Batch>(std::move(batch));
}

Sensitive<Batch> Lots::draw(const BatchPayment& payment, std::size_t rows) {
  if (const auto* chance = std::get_if<PoissonGaussianEvent>(&payment.event())) return poisson(rows, chance->sampling);
  if (const auto* size = std::get_if<FixedBatchGaussianEvent>(&payment.event())) {
    require(size->rows == rows, "a batch of fixed size is drawn from as many rows as were paid for");
    return fixed(rows, static_cast<std::size_t>(size->batch));
  }
  return everyone(rows);
}

}  // namespace discreet
