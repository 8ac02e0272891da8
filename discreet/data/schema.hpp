// What is public about a dataset: the names of its columns, what its labels mean, and what was declared about them.
// Nothing here depends on a row, except where a flag says so; a model trained then is not private.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace discreet {

struct Interval {
  double low = 0;
  double high = 0;
};

// A change of units, x -> (x - mean) / deviation for each feature and y -> y - target_mean; counts stay as they are.
struct Standardisation {
  std::vector<double> means, deviations;
  double target_mean = 0;
};

struct Schema {
  std::vector<std::string> features;
  std::string target;
  std::array<std::string, 2> classes;           // the labels that became -1 and +1; empty for regression
  bool classes_from_data = false;               // their names were read off the rows
  bool width_from_data = false;                 // the number of features is the largest index that occurs
  std::vector<std::optional<Interval>> bounds;  // declared, one for each feature; values are moved into them
  std::optional<Interval> target_bounds;
  std::optional<double> row_norm;                  // longer rows were shrunk to this length
  std::optional<Standardisation> standardisation;  // if the rows were put into other units
  std::string source;                              // what the user called the data, without folders
};

}  // namespace discreet
