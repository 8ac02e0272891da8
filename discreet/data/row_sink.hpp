// Another place for rows than memory: they go there one by one, in order, as soon as they are read.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "discreet/base/result.hpp"
#include "discreet/data/schema.hpp"

namespace discreet {

class RowSink {
 public:
  virtual ~RowSink() = default;

  // One row: features that were moved into their bounds and shrunk, and the text of its label, which only a task would
  // give a meaning. The schema is the same for all rows.
  [[nodiscard]] virtual Result<void> add(const Schema& schema, std::span<const double> features,
                                         std::optional<std::string_view> label) = 0;

  // How much of the source has been read, from 0 to 1; empty if that cannot be told.
  std::function<double()> share;
};

}  // namespace discreet
