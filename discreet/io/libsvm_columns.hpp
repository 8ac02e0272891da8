// Which indices of a sparse file are which features, worked out from the ingest rules before any row is read; and one
// line of such a file, read by that.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/data/ingest.hpp"
#include "discreet/data/sparse_columns.hpp"

namespace discreet {

class LibsvmColumns {
 public:
  [[nodiscard]] static Result<LibsvmColumns> from_rules(const IngestRules& rules);

  struct Line {
    std::optional<std::string_view> label;
    bool empty = false;  // nothing but a comment
  };
  // The entries of one line go into `row`; or the rule that it breaks.
  [[nodiscard]] Result<Line> read(std::string_view text, std::vector<SparseEntry>& row);

  // The number of indices so far; and more, as somebody else has found.
  std::uint64_t width() const { return width_; }
  void widen(std::uint64_t width) { width_ = std::max(width_, width); }

  std::optional<Interval> target_bounds() const { return schema_.target_bounds; }
  // What is known when all lines have been read.
  Schema schema() &&;

 private:
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

  Result<void> take_declared(const IngestRules& rules);
  Result<void> take_expected(const IngestRules& rules);
  Result<void> add_bounds(const IngestRules& rules);
  // An index that is larger than all so far: more features, or the rule that it breaks.
  Result<void> make_room(std::uint64_t index);
  // The coordinate of an index, kNowhere if it is left out.
  std::uint32_t place(std::uint64_t index) const {
    if (index > width_) return kNowhere;
    return places_.empty() ? static_cast<std::uint32_t>(index - 1) : places_[index - 1];
  }

  bool labelled_ = true;
  bool declared_ = false;
  bool expected_ = false;              // by a model, which ignores what it does not know
  std::vector<std::uint32_t> places_;  // coordinates by index - 1, if some are left out
  std::vector<Interval> bounds_;       // by coordinate, if any are declared
  std::uint64_t width_ = 0;            // the number of indices, so far if it is not declared
  Schema schema_;
};

}  // namespace discreet
