#include "discreet/privacy/gaussian.hpp"

#include "discreet/base/contract.hpp"

namespace discreet {

Released<double> Gaussian::release(ScalarQuery query) {
  const std::int64_t cells = query.cells_.open(OpenKey{}) + pool_.next(query.exponent_);
  return {static_cast<double>(cells) * query.worth_, ReleaseKey{}};
}

Released<std::vector<double>> Gaussian::release(VectorQuery query) {
  const std::vector<std::int64_t>& cells = query.cells_.open(OpenKey{});
  require(cells.size() == query.worth_.size(), "each number of a group has its worth");
  std::vector<double> answer(cells.size());
  for (std::size_t k = 0; k < cells.size(); ++k)
    answer[k] = static_cast<double>(cells[k] + pool_.next(query.exponent_)) * query.worth_[k];
  return {std::move(answer), ReleaseKey{}};
}

}  // namespace discreet
