#include "discreet/solver/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/base/contract.hpp"
#include "discreet/solver/coordinate_descent.hpp"

namespace discreet {
namespace {

constexpr std::size_t kMostStages = 8;

}  // namespace

Schedule::Schedule(std::size_t groups, double growth) {
  const std::size_t count = growth == 1 ? 1 : std::min(groups, kMostStages);
  for (std::size_t k = 0; k < count; ++k) {
    const double far = count == 1 ? 0 : static_cast<double>(k) / static_cast<double>(count - 1);
    stages_.push_back({count == 1 ? std::string(kSlopes) : fmt::format("{} {}", kSlopes, k + 1),
                       (k + 1) * groups / count - k * groups / count, std::pow(growth, far)});
  }
}

void Schedule::plan(Outline& outline, std::size_t numbers, double share) const {
  double total = 0;
  for (const Stage& stage : stages_) total += static_cast<double>(stage.groups) * stage.weight;
  for (const Stage& stage : stages_)
    outline.lines.push_back(
        {stage.line, stage.groups, numbers, share * static_cast<double>(stage.groups) * stage.weight / total});
}

Payment Schedule::pay(Permit& permit) {
  if (paid_ == stages_[stage_].groups) {
    ++stage_;
    paid_ = 0;
    require(stage_ < stages_.size(), "no more groups are asked for than were planned");
  }
  ++paid_;
  return permit.pay(stages_[stage_].line);
}

}  // namespace discreet
