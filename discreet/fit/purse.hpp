// From --ledger FILE --dataset NAME to who pays for a fit.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/fit/options.hpp"
#include "discreet/privacy/purse.hpp"

namespace discreet {

// Nobody where no ledger is named. Looks into the ledger, so that a wrong name or relation is found before work is
// done.
[[nodiscard]] Result<std::unique_ptr<Purse>> purse_for(const Options& options, const std::string& command,
                                                       std::optional<Neighbours> neighbours);

// What has no guarantee has no price: it is refused, whatever is left.
[[nodiscard]] Result<void> chargeable(const std::vector<std::string>& caveats, bool unaccounted);

}  // namespace discreet
