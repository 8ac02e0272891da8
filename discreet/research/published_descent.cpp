#include "discreet/research/published_descent.hpp"

#include <fmt/format.h>

#include "discreet/research/published_squares.hpp"

namespace discreet {

Result<std::unique_ptr<Solver>> PublishedDescent::make(const SolverSettings& settings, const SurveyFacts& facts) {
  if (settings.order != Uniform::name)
    return wrong(Fault::usage,
                 fmt::format("--recipe paper draws coordinates uniformly, not by --order {}", settings.order),
                 "leave out --order");
  Result<SolverSettings> resolved = with_published_squares(settings, facts);
  if (!resolved) return tl::unexpected(resolved.error());
  if (!resolved->step) resolved->step = 1.0;
  auto descent = CoordinateDescent::make(*resolved, facts);
  if (!descent) return descent;
  return std::make_unique<PublishedDescent>(*std::move(descent));
}

// After the name and the order or the rule.
Description with_recipe(Description text) {
  text.insert(text.begin() + 2, {"recipe", std::string("paper")});
  return text;
}

Description PublishedDescent::description() const { return with_recipe(descent_->description()); }

}  // namespace discreet
