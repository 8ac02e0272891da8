#include "discreet/research/noisy_max.hpp"

#include <cstdlib>

#include "discreet/base/contract.hpp"
#include "discreet/research/keys.hpp"

namespace discreet {
namespace {

Lattice lattice_for(Payment payment, SumBound each, std::size_t rows) {
  const Neighbours neighbours = payment.neighbours();
  const Event event = payment.spend();
  const auto* paid = std::get_if<PureEvent>(&event);
  require(paid != nullptr && paid->epsilon.value > 0, "the largest of noisy sums is paid for as a pure event");
  return Lattice::fitting({2 / paid->epsilon.value}, neighbours, each, rows);
}

}  // namespace

LargestGroup::LargestGroup(Payment payment, SumBound each, std::size_t rows)
    : lattice_(lattice_for(std::move(payment), each, rows)) {}

Released<std::size_t> NoisyMax::release(LargestQuery query) {
  const std::vector<std::int64_t>& cells = query.cells_.open(ResearchKeys::open());
  require(!cells.empty(), "there is something to choose from");
  std::size_t best = 0;
  std::int64_t largest = -1;
  // In integers, so that ties are ties: the first of them wins.
  for (std::size_t j = 0; j < cells.size(); ++j) {
    const std::int64_t size = std::abs(cells[j] + pool_.next(query.exponent_));
    if (size > largest) {
      largest = size;
      best = j;
    }
  }
  if (transcript_) transcript_->note(static_cast<double>(best));
  return {best, ResearchKeys::release()};
}

}  // namespace discreet
