// Runs a check on each instruction set that the machine has and the kernels were compiled for.
#pragma once

#include <gtest/gtest.h>
#include <hwy/targets.h>

namespace discreet::testing {

template <class F>
void on_every_target(F&& check) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(target);
    check();
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
}

}  // namespace discreet::testing
