#include "discreet/io/earlier_trials.hpp"

namespace discreet {

bool has_poisson_trials(const Json& label) {
  return label.contains("trials") && label["trials"].is_object() && label["trials"].value("law", Json()) == "poisson";
}

PlanLine all_trials(Epsilon spent, Delta delta) { return {"trials", ApproximateEvent{spent, delta}, 1, 0}; }

}  // namespace discreet
