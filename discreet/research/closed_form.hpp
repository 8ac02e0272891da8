// The noise that the publications ask for, by their closed forms, and what a plan with that noise really is. The forms
// for sound mechanisms are true and a little loose. A published recipe may claim less than it costs: then the plan that
// is paid for is what it costs, and the claim is kept beside it.
#pragma once

#include "discreet/accounting/calibrate.hpp"
#include "discreet/base/result.hpp"
#include "discreet/fit/publications.hpp"

namespace discreet {

enum class PublishedNoise {
  closed,    // the forms that the publications state
  composed,  // what they compute when they run: eq. 18 of DP-CD, advanced composition for DP-GCD
};

// Gaussian lines: sum of groups / multiplier^2 = epsilon^2 / (3 log(1/delta)); pure ones: sum of groups epsilon_k^2 =
// epsilon^2 / (8 log(1/delta)); each line its share of it. Where both kinds occur, each has half of delta and its part
// of epsilon. Refuses a budget for which the forms do not hold. proof: docs/proofs/closed_form.md
[[nodiscard]] Result<PublishedPlan> closed_form(Budget budget, const Outline& outline,
                                                PublishedNoise noise = PublishedNoise::closed);

// The mu of the Gaussian releases that the closed form allows.
Mu closed_form_mu(Budget budget);

}  // namespace discreet
