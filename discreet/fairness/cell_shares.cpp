#include "discreet/fairness/cell_shares.hpp"

namespace discreet {

template <class F>
CellShare TallyCells::select(std::optional<std::size_t> group, std::optional<std::size_t> label, F&& inside) const {
  CellShare found;
  for (std::size_t r = group.value_or(0); r < (group ? *group + 1 : groups_); ++r)
    for (std::size_t y = label.value_or(0); y < (label ? *label + 1 : classes_); ++y)
      for (std::size_t h = 0; h < classes_; ++h)
        for (int near = 0; near <= near_; ++near)
          (inside(y, h, near != 0) ? found.part : found.rest).push_back(tally_.cell(r, y, h, near != 0));
  return found;
}

CellShare TallyCells::predicted(std::optional<std::size_t> group, std::optional<std::size_t> label,
                                std::optional<std::size_t> predicted) const {
  return select(group, label, [&](std::size_t y, std::size_t h, bool) { return h == predicted.value_or(y); });
}

CellShare TallyCells::within_reach(std::optional<std::size_t> group, std::optional<std::size_t> label) const {
  return select(group, label, [](std::size_t, std::size_t, bool near) { return near; });
}

std::vector<std::size_t> TallyCells::of(std::size_t group, std::size_t label, std::size_t predicted) const {
  std::vector<std::size_t> cells{tally_.cell(group, label, predicted, false)};
  if (near_) cells.push_back(tally_.cell(group, label, predicted, true));
  return cells;
}

std::vector<AskedLevel> asked_by(Notion notion, const TallyCells& cells, std::size_t desirable) {
  if (notion == Notion::accuracy) return {{{}, {}, {cells.predicted({}, {}, {})}, {cells.within_reach({}, {})}}};
  std::vector<AskedLevel> all;
  for (std::size_t r = 0; r < cells.groups(); ++r) {
    if (notion == Notion::accuracy_parity) {
      all.push_back({r,
                     {},
                     {cells.predicted(r, {}, {}), cells.predicted({}, {}, {})},
                     {cells.within_reach(r, {}), cells.within_reach({}, {})}});
      continue;
    }
    for (std::size_t y = 0; y < cells.classes(); ++y)
      if (notion == Notion::demographic_parity)
        all.push_back({r,
                       y,
                       {cells.predicted(r, {}, y), cells.predicted({}, {}, y)},
                       {cells.within_reach(r, {}), cells.within_reach({}, {})}});
      else if (notion == Notion::equalized_odds || y == desirable)
        all.push_back({r,
                       y,
                       {cells.predicted(r, y, {}), cells.predicted({}, y, {})},
                       {cells.within_reach(r, y), cells.within_reach({}, y)}});
      else
        all.push_back({r, y, {}, {}});
  }
  return all;
}

}  // namespace discreet
