#include "discreet/mechanism/laplace.hpp"

#include <cmath>

#include "discreet/base/contract.hpp"

namespace discreet {

Released<double> Laplace::release(LaplaceScalarQuery query) {
  const std::int64_t cells = query.cells_.open(OpenKey{}) + pool_.next(query.exponent_);
  const double answer = static_cast<double>(cells) * query.worth_;
  if (transcript_) transcript_->note(answer);
  return {answer, ReleaseKey{}};
}

Released<std::vector<double>> Laplace::release(LaplaceVectorQuery query) {
  const std::vector<std::int64_t>& cells = query.cells_.open(OpenKey{});
  require(cells.size() == query.worth_.size(), "each number of a group has its worth");
  std::vector<double> answer(cells.size());
  for (std::size_t k = 0; k < cells.size(); ++k)
    answer[k] = static_cast<double>(cells[k] + pool_.next(query.exponent_)) * query.worth_[k];
  if (transcript_) transcript_->note(answer);
  return {std::move(answer), ReleaseKey{}};
}

// The square of half a cell over the scale, which is 2^24 cells or more; a power of two, so nothing is rounded.
double laplace_lattice_cost(double groups) { return std::ldexp(groups, -2 * (kSmallestExponent + 1)); }

}  // namespace discreet
