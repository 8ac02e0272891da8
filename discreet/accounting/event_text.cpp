#include "discreet/accounting/event_text.hpp"

#include <fmt/format.h>

namespace discreet {
namespace {

struct TypeName {
  std::string_view operator()(const GaussianEvent&) const { return "gaussian"; }
  std::string_view operator()(const PoissonGaussianEvent&) const { return "poisson_gaussian"; }
  std::string_view operator()(const FixedBatchGaussianEvent&) const { return "fixed_batch_gaussian"; }
  std::string_view operator()(const LaplaceEvent&) const { return "laplace"; }
  std::string_view operator()(const ExponentialEvent&) const { return "exponential"; }
  std::string_view operator()(const PureEvent&) const { return "pure"; }
  std::string_view operator()(const ApproximateEvent&) const { return "approximate"; }
  std::string_view operator()(const NonPrivateEvent&) const { return "non_private"; }
};

struct InWords {
  std::string operator()(const GaussianEvent& e) const {
    return fmt::format("Gaussian, {:.6g} times the sensitivity", e.multiplier.value);
  }
  std::string operator()(const PoissonGaussianEvent& e) const {
    return fmt::format("Gaussian, {:.6g} times a row's share, on batches of {:.3g} of the rows", e.multiplier.value,
                       e.sampling);
  }
  std::string operator()(const FixedBatchGaussianEvent& e) const {
    return fmt::format("Gaussian, {:.6g} times the sensitivity, on {} of {} rows", e.multiplier.value, e.batch, e.rows);
  }
  std::string operator()(const LaplaceEvent& e) const {
    return fmt::format("Laplace, {:.6g} times the sensitivity", e.multiplier.value);
  }
  std::string operator()(const ExponentialEvent& e) const {
    return fmt::format("exponential mechanism, epsilon {:.6g}", e.epsilon.value);
  }
  std::string operator()(const PureEvent& e) const { return fmt::format("epsilon {:.6g}", e.epsilon.value); }
  std::string operator()(const ApproximateEvent& e) const {
    return fmt::format("epsilon {:.6g}, delta {:.3g}", e.epsilon.value, e.delta.value);
  }
  std::string operator()(const NonPrivateEvent&) const { return "none: exact"; }
};

struct InShort {
  std::string operator()(const GaussianEvent& e) const { return fmt::format("{:.4g}", e.multiplier.value); }
  std::string operator()(const PoissonGaussianEvent& e) const {
    return fmt::format("{:.4g} at {:.3g}", e.multiplier.value, e.sampling);
  }
  std::string operator()(const FixedBatchGaussianEvent& e) const {
    return fmt::format("{:.4g} on {}/{}", e.multiplier.value, e.batch, e.rows);
  }
  std::string operator()(const LaplaceEvent& e) const { return fmt::format("{:.4g}", e.multiplier.value); }
  std::string operator()(const ExponentialEvent& e) const { return fmt::format("epsilon {:.4g}", e.epsilon.value); }
  std::string operator()(const PureEvent& e) const { return fmt::format("epsilon {:.4g}", e.epsilon.value); }
  std::string operator()(const ApproximateEvent& e) const {
    return fmt::format("epsilon {:.4g}, delta {:.2g}", e.epsilon.value, e.delta.value);
  }
  std::string operator()(const NonPrivateEvent&) const { return "none"; }
};

}  // namespace

std::string_view type_name(const Event& event) { return std::visit(TypeName{}, event); }
std::string noise_in_words(const Event& event) { return std::visit(InWords{}, event); }
std::string noise_in_short(const Event& event) { return std::visit(InShort{}, event); }

}  // namespace discreet
