// What an audit found, for people and for programs, and whether the claim survives it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "discreet/audit/one_run.hpp"
#include "discreet/audit/pairs.hpp"
#include "discreet/base/result.hpp"
#include "discreet/io/model_file.hpp"

namespace discreet {

struct AuditReport {
  Options options;  // with all that was left to the audit
  std::unique_ptr<Rehearsal> rehearsal;
  double confidence = 0;
  std::size_t rows = 0;
  PairAudit pairs;
  std::vector<PairFinding> findings;
  std::optional<OneRunFinding> one_run;
};

std::string audit_text(const AuditReport& report);
Json audit_json(const AuditReport& report);
// An error where a bound is above what was claimed: the program is wrong then, which is its own exit code.
[[nodiscard]] Result<void> verdict_of(const AuditReport& report);

}  // namespace discreet
