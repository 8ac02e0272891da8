// The grids over which the publications tune. Each is a list of options and the values they take; a point of the grid
// is one of each.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "discreet/fit/options.hpp"

namespace discreet {

struct Grid {
  std::vector<std::pair<std::string, std::vector<std::string>>> axes;
  std::string source;  // where it was published, or in whose place it stands

  std::size_t size() const;
  std::vector<Options> points(const Options& base) const;
};

// The whole published grid, or one that takes about every third value of each axis and leaves out the far ends.
enum class Grain { published, thin };

// Of a solver by its name. One that no publication tunes borrows the grid of the solver it is nearest to; one without
// a step or a threshold to choose has a grid of one point.
Grid grid_for(std::string_view solver, Grain grain);

// `count` values from 10^from to 10^to, as text with six digits.
std::vector<std::string> log_spaced(double from, double to, std::size_t count);

}  // namespace discreet
