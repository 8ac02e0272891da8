// How the budget of the slopes is spread over the groups that pay for them. Early noise is forgotten on the way, late
// noise stays: the last groups may be given more. A plan has one line for groups that cost the same, so a growing
// schedule climbs in stages.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "discreet/accounting/calibrate.hpp"
#include "discreet/privacy/permit.hpp"

namespace discreet {

class Schedule {
 public:
  // `growth` is what a group of the last stage gets over what one of the first gets.
  Schedule(std::size_t groups, double growth);

  // Adds the lines, which together take `share` of the budget; a group releases `numbers` numbers.
  void plan(Outline& outline, std::size_t numbers, double share) const;
  // Pays for the next group.
  Payment pay(Permit& permit);

 private:
  struct Stage {
    std::string line;
    std::size_t groups;
    double weight;  // of a group
  };
  std::vector<Stage> stages_;
  std::size_t stage_ = 0, paid_ = 0;  // in that stage
};

}  // namespace discreet
