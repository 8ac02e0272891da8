// What research/ answers a fit that asks for a published recipe or the noise of a closed form.
#include "discreet/fit/publications.hpp"

#include "discreet/accounting/accountants.hpp"
#include "discreet/base/contract.hpp"
#include "discreet/fit/problem.hpp"
#include "discreet/research/closed_form.hpp"
#include "discreet/research/published_descent.hpp"
#include "discreet/research/published_dual.hpp"
#include "discreet/research/published_greedy.hpp"
#include "discreet/solver/dual.hpp"

namespace discreet {
namespace {

// The recipe of greedy computes its noise by advanced composition, unless it is told to take the closed form.
PublishedNoise noise_of(const Problem& problem) {
  const bool composes = problem.recipe && problem.solver == Greedy::name;
  return composes && problem.accountant->name() != "paper" ? PublishedNoise::composed : PublishedNoise::closed;
}

class Research final : public Publications {
 public:
  std::vector<std::string_view> recipes() const override {
    return {CoordinateDescent::name, Greedy::name, DualAscent::name};
  }
  Result<std::unique_ptr<Solver>> recipe(const Problem& problem, const SurveyFacts& facts) const override {
    if (problem.solver == CoordinateDescent::name) return PublishedDescent::make(problem.settings, facts);
    if (problem.solver == Greedy::name) return PublishedGreedy::make(problem.settings, facts);
    require(problem.solver == DualAscent::name, "there is a recipe for the solver");
    return PublishedDual::make(problem.settings, facts);
  }
  std::string_view order(std::string_view solver) const override {
    return solver == CoordinateDescent::name ? Uniform::name : std::string_view();
  }
  Result<PublishedPlan> plan(const Problem& problem, const Outline& outline) const override {
    return closed_form(problem.budget, outline, noise_of(problem));
  }
  Mu mu(const Problem& problem) const override {
    if (noise_of(problem) == PublishedNoise::closed) return closed_form_mu(problem.budget);
    return affordable_mu(PaperAccountant(), problem.budget);
  }
};

}  // namespace

const Publications& research_publications() {
  static const Research all;
  return all;
}

}  // namespace discreet
