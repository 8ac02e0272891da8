// Which cells of a tally make up the shares that levels of fairness are differences of.
#pragma once

#include <compare>
#include <optional>
#include <vector>

#include "discreet/fairness/measures.hpp"
#include "discreet/oracle/group_tally.hpp"

namespace discreet {

// A share of the rows that satisfy something: the cells of those that also satisfy something else, and the rest.
struct CellShare {
  std::vector<std::size_t> part, rest;
};

class TallyCells {
 public:
  TallyCells(const GroupTally& tally, std::size_t groups, std::size_t classes, bool near)
      : tally_(tally), groups_(groups), classes_(classes), near_(near) {}

  // Among the rows of the group and the label, where they are given: those whose prediction is `predicted`, or right.
  CellShare predicted(std::optional<std::size_t> group, std::optional<std::size_t> label,
                      std::optional<std::size_t> predicted) const;
  CellShare within_reach(std::optional<std::size_t> group, std::optional<std::size_t> label) const;
  std::vector<std::size_t> of(std::size_t group, std::size_t label, std::size_t predicted) const;
  std::size_t groups() const { return groups_; }
  std::size_t classes() const { return classes_; }

 private:
  template <class F>
  CellShare select(std::optional<std::size_t> group, std::optional<std::size_t> label, F&& inside) const;

  const GroupTally& tally_;
  std::size_t groups_, classes_;
  int near_;
};

// The shares whose difference a level is, and those that bound what it could be otherwise.
struct AskedLevel {
  std::optional<std::size_t> group, label;
  std::vector<CellShare> level, reach;  // the group's own and everybody's; one where it is compared with nobody
};
std::vector<AskedLevel> asked_by(Notion notion, const TallyCells& cells, std::size_t desirable);

}  // namespace discreet
