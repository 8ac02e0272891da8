// Through here published recipes and closed forms reach a fit. The library has none of its own: research/ implements
// the interface, and a program that is built with it hands it over by name.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/solver/solver.hpp"

namespace discreet {

struct Problem;

// The plan that is paid for is what a publication's noise costs; its claim is kept beside it.
struct PublishedPlan {
  Plan plan;
  Epsilon claimed;
};

class Publications {
 public:
  virtual ~Publications() = default;

  // The solvers of which there is a recipe, as published step by step, and the recipe of one of them.
  virtual std::vector<std::string_view> recipes() const = 0;
  [[nodiscard]] virtual Result<std::unique_ptr<Solver>> recipe(const Problem& problem,
                                                               const SurveyFacts& facts) const = 0;
  // The order of coordinates that the recipe of a solver takes; empty for the usual one.
  virtual std::string_view order(std::string_view solver) const = 0;

  // The noise of closed forms, for the questions of any solver, and the mu of Gaussian releases that they allow.
  [[nodiscard]] virtual Result<PublishedPlan> plan(const Problem& problem, const Outline& outline) const = 0;
  virtual Mu mu(const Problem& problem) const = 0;
};

// Those that were handed over; null where there are none. To be set before the first fit.
const Publications* publications();
void use_publications(const Publications* all);

#ifdef DISCREET_RESEARCH
const Publications& research_publications();  // of the library discreet_research
#endif

// Called by every program of this project. Without research it does nothing.
inline void use_research() {
#ifdef DISCREET_RESEARCH
  use_publications(&research_publications());
#endif
}

// That something of research was asked for and is not there.
tl::unexpected<Error> without_research(std::string_view what);

}  // namespace discreet
