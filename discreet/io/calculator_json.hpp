// What the privacy calculator answers: computed and put into JSON once, for the command line and for Python.
#pragma once

#include <string_view>
#include <vector>

#include "discreet/accounting/accountants.hpp"
#include "discreet/accounting/calibrate.hpp"
#include "discreet/base/result.hpp"
#include "discreet/io/event_json.hpp"
#include "discreet/io/events_file.hpp"

namespace discreet {

// `accounting` is the name of an accountant, which must cover the events; "tight" asks all that do. What was chosen
// among trials costs what `tune` says it does, by Renyi divergences.
[[nodiscard]] Result<Account> account_by(std::string_view accounting, const EventsFile& events, Delta delta);
Json account_json(const EventsFile& events, Delta delta, const Account& found);

struct DeltaAccount {
  Epsilon epsilon;
  Delta delta;
  std::string_view accountant;
};
[[nodiscard]] Result<DeltaAccount> delta_by(std::string_view accounting, const EventsFile& events, Epsilon epsilon);
Json account_json(const EventsFile& events, const DeltaAccount& found);

// Epsilon at a delta, by the accountant that "tight" stands for.
Epsilon tight_epsilon(const EventsFile& events, Delta delta);

// A plan with the least noise that fits a budget; `scaled` as in calibrate. There must be an event, and the list must
// be all that was done, as that of one trial among many is not.
struct Louder {
  Plan plan;
  Calibrated found;
  Delta delta;
  std::string_view accountant;
};
[[nodiscard]] Result<Louder> louder_by(std::string_view accounting, const EventsFile& events, Budget budget,
                                       const std::vector<bool>& scaled = {});
Json calibrate_json(const EventsFile& events, const Louder& louder);

}  // namespace discreet
