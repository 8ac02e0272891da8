// The privacy section of a model file, and numbers as JSON has them.
#pragma once

#include "discreet/io/event_json.hpp"
#include "discreet/model/privacy_label.hpp"

namespace discreet {

Json privacy_json(const PrivacyLabel& label);
// Throws where it is malformed, as the reader of model files does.
PrivacyLabel label_from(const Json& json);

// JSON has no infinity; it is written as a word.
Json number_or_word(double value);
double read_double(const Json& json);
// The same, whole numbers without a decimal point.
Json whole_or_number(double value);

// Models that were tuned by an earlier version, whose number of trials had another law, are read as one event that
// costs what was paid.
bool has_poisson_trials(const Json& label);
PlanLine all_trials(Epsilon spent, Delta delta);

}  // namespace discreet
