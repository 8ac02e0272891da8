#include "discreet/privacy/additive_noise.hpp"

#include "discreet/base/contract.hpp"
#include "discreet/base/mistake.hpp"

namespace discreet {
namespace {

// What a test build may do to the noise.
int scale_of(int exponent) { return exponent - planted(Mistake::halved_noise); }
std::int64_t centre_of(int exponent) {
  return planted(Mistake::biased_noise) && exponent > 0 ? std::int64_t{1} << (exponent - 2) : 0;
}

}  // namespace

template <std::int64_t (*draw)(NoiseSource&, int)>
Released<double> AdditiveNoise<draw>::release(ScalarQueryFor<AdditiveNoise> query) {
  const std::int64_t cells =
      query.cells_.open(OpenKey{}) + pool_.next(scale_of(query.exponent_)) + centre_of(query.exponent_);
  const double answer = static_cast<double>(cells) * query.worth_;
  if (transcript_) transcript_->note(answer);
  return {answer, ReleaseKey{}};
}

template <std::int64_t (*draw)(NoiseSource&, int)>
Released<std::vector<double>> AdditiveNoise<draw>::release(VectorQueryFor<AdditiveNoise> query) {
  const std::vector<std::int64_t>& cells = query.cells_.open(OpenKey{});
  require(cells.size() == query.worth_.size(), "each number of a group has its worth");
  std::vector<double> answer(cells.size());
  std::int64_t noise = 0;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    if (k == 0 || !planted(Mistake::reused_noise)) noise = pool_.next(scale_of(query.exponent_));
    answer[k] = static_cast<double>(cells[k] + noise + centre_of(query.exponent_)) * query.worth_[k];
  }
  if (transcript_) transcript_->note(answer);
  return {std::move(answer), ReleaseKey{}};
}

template class AdditiveNoise<draw_discrete_gaussian>;
template class AdditiveNoise<draw_discrete_laplace>;

}  // namespace discreet
