#include "discreet/fit/priced_plan.hpp"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <string>

namespace discreet {
namespace {

constexpr std::size_t kMostRemembered = 1000;

// All that the answer depends on; numbers to their last digit.
std::string question(const Accountant& accountant, Budget budget, const Outline& outline) {
  std::string text = fmt::format("{} {} {} {}", accountant.name(), budget.epsilon.value, budget.delta.value,
                                 static_cast<int>(outline.neighbours));
  for (const Outline::Line& line : outline.lines)
    text +=
        fmt::format("\n{} {} {} {} {} {} {} {}", line.groups, line.numbers, line.share, static_cast<int>(line.answer),
                    line.batches.chance, line.batches.rows, line.batches.size, line.what);
  return text;
}

}  // namespace

Result<PricedPlan> priced_plan(const Accountant& accountant, Budget budget, const Outline& outline) {
  static std::mutex lock;
  static std::map<std::string, PricedPlan> remembered;
  const std::string asked = question(accountant, budget, outline);
  {
    const std::lock_guard guard(lock);
    if (const auto found = remembered.find(asked); found != remembered.end()) return found->second;
  }
  auto plan = calibrate(accountant, budget, outline);
  if (!plan) return tl::unexpected(plan.error());
  const Epsilon spent = accountant.epsilon(*plan, budget.delta);
  PricedPlan priced{*std::move(plan), spent};
  const std::lock_guard guard(lock);
  if (remembered.size() >= kMostRemembered) remembered.clear();
  remembered.emplace(asked, priced);
  return priced;
}

}  // namespace discreet
