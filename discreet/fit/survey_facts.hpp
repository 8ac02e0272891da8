// What the solvers are told before the data is touched.
#pragma once

#include "discreet/fit/problem.hpp"

namespace discreet {

SurveyFacts survey_facts(const Problem& problem, const PublicFacts& facts);

// Whether the noise is that of a publication's closed form.
bool uses_closed_form(const Problem& problem);

}  // namespace discreet
