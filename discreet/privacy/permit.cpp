#include "discreet/privacy/permit.hpp"

#include <cstdlib>
#include <utility>

namespace discreet {
namespace {

// The noise that a payment for the event buys. Only Gaussian noise is bought in this way; other mechanisms take the
// event.
struct MultiplierOf {
  NoiseMultiplier operator()(const GaussianEvent& gaussian) const { return gaussian.multiplier; }
  NoiseMultiplier operator()(const NonPrivateEvent&) const { return {0}; }
  template <class Other>
  NoiseMultiplier operator()(const Other&) const {
    require(false, "this kind of event is paid for by its own mechanism");
    return {};
  }
};

}  // namespace

Payment::Payment(Payment&& other) noexcept
    : multiplier_(other.multiplier_),
      neighbours_(other.neighbours_),
      numbers_left_(std::exchange(other.numbers_left_, 0)) {}

Payment& Payment::operator=(Payment&& other) noexcept {
  multiplier_ = other.multiplier_;
  neighbours_ = other.neighbours_;
  numbers_left_ = std::exchange(other.numbers_left_, 0);
  return *this;
}

void Payment::take(std::uint64_t numbers) {
  require(numbers <= numbers_left_, "a group releases at most as many numbers as were paid for");
  numbers_left_ -= numbers;
}

Permit::Permit(Plan plan) : plan_(std::move(plan)) {
  for (const PlanLine& line : plan_.lines) groups_left_.push_back(line.groups);
}

Payment Permit::pay(std::string_view what) {
  for (std::size_t k = 0; k < plan_.lines.size(); ++k) {
    const PlanLine& line = plan_.lines[k];
    if (line.what != what) continue;
    require(groups_left_[k] > 0, "a permit is spent at most as often as was paid for");
    --groups_left_[k];
    return Payment(std::visit(MultiplierOf{}, line.event), plan_.neighbours, line.numbers);
  }
  require(false, "only what is in the plan is paid for");
  std::abort();
}

}  // namespace discreet
