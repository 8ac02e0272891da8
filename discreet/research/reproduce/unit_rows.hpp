// Sparse rows scaled to norm one and cut into a part to train on, one to choose settings on and one to report, as the
// DP-SCD publication has them.
#pragma once

#include <string>

#include "discreet/base/result.hpp"
#include "discreet/data/dataset.hpp"
#include "discreet/fit/options.hpp"

namespace discreet {

struct Parts {
  Dataset train, validate, test;
};

struct PartSizes {
  std::size_t train, validate;
};

// `test` names a file of its own for the last part; without one it is what is left of the first.
[[nodiscard]] Result<Parts> unit_parts(const std::string& path, const std::string& test, const Options& options,
                                       PartSizes sizes);

}  // namespace discreet
