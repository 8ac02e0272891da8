#include "discreet/research/published_squares.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "discreet/base/mistake.hpp"
#include "discreet/research/published_answer.hpp"
#include "discreet/solver/groundwork.hpp"

namespace discreet {
namespace {

const PublishedSquares kSquares{};

// The least that a constant is taken for, of its bound: nothing keeps the published estimate positive.
constexpr double kLeastOfBound = 1e-3;

// The square of the largest value that each column may have.
std::vector<double> square_bounds(const SurveyFacts& facts) {
  std::vector<double> squares;
  for (const auto& bounds : facts.bounds) {
    const double high = planted(Mistake::lower_bound_twice) ? bounds->low : bounds->high;
    const double largest = std::max({std::abs(bounds->low), std::abs(high), 1e-90});
    squares.push_back(largest * largest);
  }
  return squares;
}

}  // namespace

double PublishedSquares::plan(Outline& outline, const SurveyFacts& facts) const {
  const double share = kPublishedMeans.claims;
  outline.lines.push_back({std::string(Groundwork::kSmoothnessLine), 1, facts.features, share,
                           Outline::Answer::published, &kPublishedMeans});
  return share;
}

Frame PublishedSquares::frame(SolverContext& context, const SurveyFacts& facts) const {
  std::vector<std::size_t> all(facts.features);
  std::iota(all.begin(), all.end(), std::size_t{0});
  const std::vector<double> bounds = square_bounds(facts);
  const std::vector<double> means =
      context.laplace.release(context.census.squares(context.permit.pay(Groundwork::kSmoothnessLine), all, bounds))
          .value();
  Frame frame{{}, std::vector<double>(facts.features + facts.intercept, 0.0)};
  for (std::size_t k = 0; k < means.size(); ++k)
    frame.smoothness.push_back(facts.loss_smoothness * std::max(means[k], kLeastOfBound * bounds[k]));
  if (facts.intercept) frame.smoothness.push_back(facts.loss_smoothness);
  return frame;
}

Result<SolverSettings> with_published_squares(SolverSettings settings, const SurveyFacts& facts) {
  if (settings.smoothness != SmoothnessSource::bought || facts.exact()) return settings;
  if (facts.bounds.empty() ||
      std::any_of(facts.bounds.begin(), facts.bounds.end(), [](const auto& bound) { return !bound.has_value(); }))
    return wrong(Fault::precondition,
                 "--recipe paper buys smoothness constants of values with known bounds, and some features have none",
                 "declare them with --bound or --bounds, or give --smoothness public:FILE");
  settings.purchase = &kSquares;
  return settings;
}

}  // namespace discreet
