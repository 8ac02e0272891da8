#include "discreet/mechanism/selection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/base/contract.hpp"
#include "discreet/mechanism/discrete_choice.hpp"

namespace discreet {
namespace {

// The epsilon that an event pays for a choice with.
struct PaidForChoice {
  Epsilon operator()(const ExponentialEvent& event) const { return event.epsilon; }
  Epsilon operator()(const PureEvent& event) const { return event.epsilon; }
  Epsilon operator()(const NonPrivateEvent&) const { return {std::numeric_limits<double>::infinity()}; }
  template <class Other>
  Epsilon operator()(const Other&) const {
    require(false, "a choice is paid for as one");
    return {};
  }
};

// What is not a number counts as 0, as it does on the grid.
std::size_t index_of_largest(const std::vector<double>& scores) {
  const auto value = [](double score) { return std::isnan(score) ? 0 : score; };
  const auto largest = std::max_element(scores.begin(), scores.end(),
                                        [&](double one, double other) { return value(one) < value(other); });
  return static_cast<std::size_t>(largest - scores.begin());
}

}  // namespace

Choice::Choice(Payment payment, Sensitive<std::vector<double>> scores, ScoreBound bound, BoundKey)
    : scores_(std::move(scores)),
      event_(payment.spend()),
      grid_(ScoreGrid::fitting(std::visit(PaidForChoice{}, event_), bound)) {}

Released<std::size_t> Selection::release(Choice choice) {
  const std::vector<double>& scores = choice.scores_.open(OpenKey{});
  require(!scores.empty(), "there is something to choose from");
  if (std::holds_alternative<NonPrivateEvent>(choice.event_)) return {index_of_largest(scores), ReleaseKey{}};
  std::vector<std::int64_t> cells(scores.size());
  std::transform(scores.begin(), scores.end(), cells.begin(), [&](double score) { return choice.grid_.cells(score); });
  const auto draw =
      std::holds_alternative<ExponentialEvent>(choice.event_) ? draw_exponential_choice : draw_permute_and_flip;
  const std::size_t chosen = draw(*source_, cells, choice.grid_.rate());
  if (transcript_) transcript_->note(static_cast<double>(chosen));
  return {chosen, ReleaseKey{}};
}

}  // namespace discreet
