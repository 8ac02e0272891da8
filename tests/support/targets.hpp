// Runs a check on each instruction set that the machine has and the kernels were compiled for.
#pragma once

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdint>

namespace discreet::testing {

// Whether the registers of long double are free, as every function must leave them. Instructions of MMX take them; an
// addition in long double gives a NaN then, wherever it is.
inline bool long_double_has_its_registers() {
#if defined(__x86_64__) && defined(__GNUC__)
  struct {
    std::uint32_t control, status, tags, rest[4];
  } environment;
  asm volatile("fnstenv %0\n\tfldenv %0" : "=m"(environment));  // the first alters something, the second puts it back
  return (environment.tags & 0xFFFF) == 0xFFFF;
#else
  return true;
#endif
}

template <class F>
void on_every_target(F&& check) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(target);
    check();
    EXPECT_TRUE(long_double_has_its_registers());
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
}

}  // namespace discreet::testing
