// Who is in a batch. A row that may not have been looked at is hidden better, but only from those who do not know the
// batch: it is drawn from the source of the noise, stays sealed, and is drawn anew for every question.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "discreet/privacy/noise_source.hpp"
#include "discreet/privacy/permit.hpp"
#include "discreet/privacy/sensitive.hpp"

namespace discreet {

using Batch = std::vector<std::uint32_t>;  // row numbers, rising

// proof: docs/proofs/batches.md
class Lots {
 public:
  explicit Lots(NoiseSource& source) : source_(&source) {}

  // Every row joins by itself, with the same chance for all: at most `chance`, and less by at most 1 part in 10^14.
  Sensitive<Batch> poisson(std::size_t rows, double chance);
  // `size` of the rows, all such batches being equally likely.
  Sensitive<Batch> fixed(std::size_t rows, std::size_t size);
  static Sensitive<Batch> everyone(std::size_t rows);
  // As was paid for; everyone for an exact answer.
  Sensitive<Batch> draw(const BatchPayment& payment, std::size_t rows);

 private:
  std::uint64_t below(std::uint64_t bound);

  NoiseSource* source_;
};

}  // namespace discreet
