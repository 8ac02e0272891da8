// What a fit can tell from released numbers and public facts that its user should know before the model is used. The
// one place where warnings are made: commands, reports and bindings show what it says.
#pragma once

#include <string_view>
#include <vector>

#include "discreet/model/model.hpp"
#include "discreet/model/run_facts.hpp"

namespace discreet {

std::vector<Warning> warnings_of(const Model& model, const RunFacts& facts);

// What a file of an older program tells of its run: less than the run knew.
RunFacts facts_in(const Model& model);

// Columns that take no part have no size, no noise, no limits, and weights of exactly zero where they were next to it.
void leave_out(Model& model, const RunFacts& facts);

bool has_warning(const Model& model, std::string_view kind);

// Whether the model is a constant, or the model that the fit started from.
inline constexpr std::string_view kNothingLearnt = "nothing-learnt";
inline bool learnt_nothing(const Model& model) { return has_warning(model, kNothingLearnt); }

}  // namespace discreet
