// What the solvers are told before the data is touched.
#pragma once

#include "discreet/fit/problem.hpp"
#include "discreet/research/closed_form.hpp"

namespace discreet {

SurveyFacts survey_facts(const Problem& problem, const PublicFacts& facts);

// Whether the noise is that of a publication's closed form, and which. The published recipe of greedy computes its
// noise by advanced composition, unless it is told to take the closed form.
bool uses_closed_form(const Problem& problem);
PublishedNoise published_noise(const Problem& problem);

}  // namespace discreet
