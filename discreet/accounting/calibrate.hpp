// How much noise a budget asks for.
#pragma once

#include "discreet/base/result.hpp"
#include "discreet/privacy/accountant.hpp"

namespace discreet {

// The event with its noise made `factor` times larger: standard deviations and scales are multiplied, the epsilons of
// selections and pure events divided. What an approximate event may lose outright (its delta) stays.
Event with_noise(const Event& event, double factor);
Plan with_noise(const Plan& plan, double factor);

// The least factor for which the plan fits the budget, up to 1e-8 of it and never below; the answer spends at least
// 0.9999 of epsilon. `scaled` names the lines whose noise may change, empty for all of them.
struct Calibrated {
  double factor;
  Epsilon epsilon;  // of the plan with that noise, never above the budget's
};
[[nodiscard]] Result<Calibrated> calibrate(const Accountant& accountant, Budget budget, const Plan& plan,
                                           const std::vector<bool>& scaled = {});

// The mu of Gaussian releases that a budget buys in the eyes of an accountant. Infinite for an infinite epsilon, zero
// when nothing can be bought.
Mu affordable_mu(const Accountant& accountant, Budget budget);

struct PublishedAnswer;

// A plan without its noise: what will be asked, how often, and what part of the budget each line gets. Parts are of
// mu^2, and of what compares with it for other kinds of answer: twice the rho of zero-concentrated privacy.
struct Outline {
  enum class Answer {
    gaussian,
    laplace,
    choice,         // by the exponential mechanism: several of them
    single_choice,  // by permute and flip: one or two
    approximate,    // with an epsilon and a delta and nothing finer; kApproximateDelta of the budget's delta is its own
    poisson_batch,  // Gaussian, about a random batch that every row joins by itself
    fixed_batch,    // Gaussian, about a random batch of a fixed size; for replaced rows
    published,      // by a publication's recipe, which alone knows what it costs and plans it
  };
  struct Batches {
    double chance = 1;                 // of a row to be in a Poisson batch
    std::uint64_t rows = 1, size = 1;  // of a fixed one, and what it is drawn from
  };
  struct Line {
    std::string what;
    std::uint64_t groups = 1;
    std::uint64_t numbers = 1;
    double share = 1;
    Answer answer = Answer::gaussian;
    const PublishedAnswer* published = nullptr;  // of a published answer: which
    Batches batches = {};
  };
  Neighbours neighbours = Neighbours::replace_one;
  std::vector<Line> lines;

  static constexpr double kApproximateDelta = 0.9;
};

// The least noise with which the outline fits the budget; shares are taken relative to their sum. What a batch costs
// does not fall with the square of its noise, so lines of batches take all that is left when the others have had their
// shares. An infinite epsilon buys exact answers.
[[nodiscard]] Result<Plan> calibrate(const Accountant& accountant, Budget budget, const Outline& outline);

}  // namespace discreet
