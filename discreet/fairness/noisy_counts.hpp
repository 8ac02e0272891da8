// Counts with noise, and intervals for what is worked out from them. All intervals of one release hold at once
// with the stated confidence: what may go wrong is shared out among the sums that are used.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace discreet {

struct Estimate {
  double value = 0, low = 0, high = 0;
};

// What the sum of so many independent Laplace variables stays within, in size, but for a chance of `tail`. Exact for
// one of them; for more the least of a union bound and Chernoff's.
double laplace_sum_reach(std::size_t variables, double scale, double tail);

// Part of whole, for counts that are known up to their reach; between 0 and 1.
Estimate share_of(Estimate part, Estimate rest);

class NoisyCounts {
 public:
  enum class Law { laplace, normal };
  // `sums` is how many of them will be asked for.
  NoisyCounts(std::vector<double> counts, Law law, double scale, double confidence, std::size_t sums);

  Estimate sum(std::span<const std::size_t> cells) const;

 private:
  std::vector<double> counts_;
  Law law_;
  double scale_, tail_;
};

}  // namespace discreet
