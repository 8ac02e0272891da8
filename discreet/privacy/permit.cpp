#include "discreet/privacy/permit.hpp"

#include <cstdlib>
#include <utility>

namespace discreet {

Payment::Payment(Payment&& other) noexcept
    : event_(other.event_),
      neighbours_(other.neighbours_),
      numbers_left_(std::exchange(other.numbers_left_, 0)),
      untouched_(std::exchange(other.untouched_, false)) {}

Payment& Payment::operator=(Payment&& other) noexcept {
  event_ = other.event_;
  neighbours_ = other.neighbours_;
  numbers_left_ = std::exchange(other.numbers_left_, 0);
  untouched_ = std::exchange(other.untouched_, false);
  return *this;
}

// No noise for an exact answer; otherwise the noise of one kind of event, which no other kind buys.
template <class Paid>
NoiseMultiplier Payment::multiplier() const {
  if (exact()) return {0};
  const Paid* paid = std::get_if<Paid>(&event_);
  require(paid != nullptr, "a payment buys the kind of noise that it was made for");
  require(paid->multiplier.value > 0, "noise that is paid for is more than none");
  return paid->multiplier;
}

Lattice Payment::lattice(RowBound row, std::size_t rows) const {
  return Lattice::fitting(multiplier<GaussianEvent>(), neighbours_, row, rows);
}

Lattice Payment::lattice(SumBound row, std::size_t rows) const {
  return Lattice::fitting(multiplier<LaplaceEvent>(), neighbours_, row, rows);
}

void Payment::take(std::uint64_t numbers) {
  require(numbers <= numbers_left_, "a group releases at most as many numbers as were paid for");
  numbers_left_ -= numbers;
  untouched_ = false;
}

Event Payment::spend() {
  require(untouched_, "a payment is spent once");
  untouched_ = false;
  numbers_left_ = 0;
  return event_;
}

double BatchPayment::share() const {
  if (const auto* poisson = std::get_if<PoissonGaussianEvent>(&payment_.event_)) return poisson->sampling;
  if (const auto* fixed = std::get_if<FixedBatchGaussianEvent>(&payment_.event_))
    return static_cast<double>(fixed->batch) / static_cast<double>(fixed->rows);
  return 1;
}

// The multiplier of a Poisson batch is over the norm of one row's contribution under every relation: that the two
// contributions of a replaced row may be opposite is in the accountants' pair of distributions.
Lattice BatchPayment::lattice(RowBound row, std::size_t rows) const {
  if (std::holds_alternative<FixedBatchGaussianEvent>(payment_.event_)) {
    require(payment_.neighbours() == Neighbours::replace_one, "batches of fixed size are for replaced rows");
    return Lattice::fitting(payment_.multiplier<FixedBatchGaussianEvent>(), Neighbours::replace_one, row, rows);
  }
  return Lattice::fitting(payment_.multiplier<PoissonGaussianEvent>(), Neighbours::zero_out, row, rows);
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
    return Payment(line.event, plan_.neighbours, line.numbers);
  }
  require(false, "only what is in the plan is paid for");
  std::abort();
}

BatchPayment Permit::pay_batch(std::string_view what) {
  Payment payment = pay(what);
  require(payment.exact() || std::holds_alternative<PoissonGaussianEvent>(payment.event_) ||
              std::holds_alternative<FixedBatchGaussianEvent>(payment.event_),
          "a batch is paid for as one");
  return BatchPayment(std::move(payment));
}

}  // namespace discreet
