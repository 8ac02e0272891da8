// Models that were tuned by an earlier version, whose number of trials had another law, are read as one event that
// costs what was paid.
#pragma once

#include "discreet/io/event_json.hpp"

namespace discreet {

bool has_poisson_trials(const Json& label);
PlanLine all_trials(Epsilon spent, Delta delta);

}  // namespace discreet
