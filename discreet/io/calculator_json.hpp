// What the privacy calculator answers: computed and put into JSON once, for the command line and for Python.
#pragma once

#include <string_view>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/io/event_json.hpp"
#include "discreet/privacy/accountants.hpp"
#include "discreet/privacy/calibrate.hpp"

namespace discreet {

// `accounting` is the name of an accountant, which must cover the plan; "tight" asks all that do.
[[nodiscard]] Result<Account> account_by(std::string_view accounting, const Plan& plan, Delta delta);
Json account_json(const Plan& plan, Delta delta, const Account& found);

struct DeltaAccount {
  Epsilon epsilon;
  Delta delta;
  std::string_view accountant;
};
[[nodiscard]] Result<DeltaAccount> delta_by(std::string_view accounting, const Plan& plan, Epsilon epsilon);
Json account_json(const Plan& plan, const DeltaAccount& found);

// A plan with the least noise that fits a budget; `scaled` as in calibrate.
struct Louder {
  Plan plan;
  Calibrated found;
  Delta delta;
  std::string_view accountant;
};
[[nodiscard]] Result<Louder> louder_by(std::string_view accounting, const Plan& plan, Budget budget,
                                       const std::vector<bool>& scaled = {});
Json calibrate_json(const Louder& louder);

}  // namespace discreet
