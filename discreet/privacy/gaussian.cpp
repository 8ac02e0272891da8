#include "discreet/privacy/gaussian.hpp"

#include "discreet/base/contract.hpp"
#include "discreet/privacy/discrete_gaussian.hpp"

namespace discreet {

std::int64_t Gaussian::noise(int exponent) {
  if (exponent < 0) return 0;
  if (pool_.empty() || pool_exponent_ != exponent || pool_process_ != NoiseSource::process()) {
    constexpr std::size_t kAhead = 64;
    pool_.resize(kAhead);
    pool_exponent_ = exponent;
    pool_process_ = NoiseSource::process();
    for (std::int64_t& draw : pool_) draw = draw_discrete_gaussian(*source_, exponent);
  }
  const std::int64_t draw = pool_.back();
  pool_.pop_back();
  return draw;
}

Released<double> Gaussian::release(ScalarQuery query) {
  const std::int64_t cells = query.cells_.open(OpenKey{}) + noise(query.exponent_);
  return {static_cast<double>(cells) * query.worth_, ReleaseKey{}};
}

Released<std::vector<double>> Gaussian::release(VectorQuery query) {
  const std::vector<std::int64_t>& cells = query.cells_.open(OpenKey{});
  require(cells.size() == query.worth_.size(), "each number of a group has its worth");
  std::vector<double> answer(cells.size());
  for (std::size_t k = 0; k < cells.size(); ++k)
    answer[k] = static_cast<double>(cells[k] + noise(query.exponent_)) * query.worth_[k];
  return {std::move(answer), ReleaseKey{}};
}

}  // namespace discreet
