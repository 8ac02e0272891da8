// How texts, or numbers, become groups of rows.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/data/group_column.hpp"
#include "discreet/data/ingest.hpp"
#include "discreet/io/read_groups.hpp"

namespace discreet {

// 1, 1.0 and +1 are one group.
inline std::string spelling(std::string_view text) {
  text = trimmed(text);
  if (text.empty()) return "missing";
  const std::optional<double> number = parse_number(text);
  return number ? fmt::format("{}", *number) : std::string(text);
}

// Texts one after the other become numbers of groups.
class Grouping {
 public:
  explicit Grouping(const GroupRules& rules, const std::vector<std::string>& named = {}) : rules_(&rules) {
    closed_ = !rules.values.empty() || !named.empty() || rules.only_public;
    binary_ = closed_ && rules.values.empty() && named.empty() && rules.edges.empty();
    const std::vector<std::string> both{"0", "1"};
    if (closed_ && rules.edges.empty())
      for (const std::string& value : !rules.values.empty() ? rules.values : named.empty() ? both : named)
        if (number_of_.emplace(spelling(value), values_.size()).second) add(value);
    for (std::size_t k = 0; !rules.edges.empty() && k <= rules.edges.size(); ++k)
      values_.push_back(k == 0                    ? fmt::format("below {}", rules.edges[0])
                        : k == rules.edges.size() ? fmt::format("{} and above", rules.edges.back())
                                                  : fmt::format("{} to below {}", rules.edges[k - 1], rules.edges[k]));
  }

  Result<void> take(std::string_view text) {
    if (!rules_->edges.empty()) return take_number(parse_number(text));
    auto found = number_of_.find(last_ == text ? last_spelling_ : spelling(text));
    if (found == number_of_.end() && binary_)
      return wrong(
          Fault::precondition,
          fmt::format("--group {}: its values are not declared and not all of them are 0 or 1", rules_->column),
          "declare the public values with --groups A,B,..., or cut numbers with --edges A,B,...");
    if (found == number_of_.end() && !closed_) {
      if (values_.size() == kMostGroups)
        return wrong(Fault::usage, fmt::format("--group {}: it has more than {} values", rules_->column, kMostGroups),
                     "name those of interest with --groups A,B,..., or cut numbers with --edges A,B,...");
      found = number_of_.emplace(spelling(text), values_.size()).first;
      add(text);
    }
    if (last_ != text) last_ = text, last_spelling_ = spelling(text);
    codes_.push_back(found == number_of_.end() ? kNone : static_cast<std::uint32_t>(found->second));
    return {};
  }
  Result<void> take(double number) {
    return rules_->edges.empty() ? take(fmt::format("{}", number)) : take_number(number);
  }

  // Values that were found are put in order, so that the first row does not decide which group comes first.
  Result<GroupColumn> finish() && {
    if (codes_.empty()) return wrong(Fault::data, fmt::format("--group {}: there are no rows", rules_->column));
    const bool declared = closed_ || !rules_->edges.empty();
    std::vector<std::size_t> order(values_.size()), place(values_.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    if (!declared) std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return before(a, b); });
    std::vector<std::string> names;
    for (std::size_t k = 0; k < order.size(); ++k) {
      names.push_back(values_[order[k]]);
      place[order[k]] = k;
    }
    for (std::uint32_t& code : codes_) code = static_cast<std::uint32_t>(code == kNone ? values_.size() : place[code]);
    const std::size_t rows = codes_.size();
    return GroupColumn{rules_->column, std::move(names), declared, rows, Sensitive(std::move(codes_))};
  }

 private:
  static constexpr std::size_t kMostGroups = 64;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  void add(std::string_view text) { values_.push_back(spelling(text)); }
  bool before(std::size_t a, std::size_t b) const {
    const auto left = parse_number(values_[a]), right = parse_number(values_[b]);
    return left && right ? *left < *right : left || (!right && values_[a] < values_[b]);
  }
  Result<void> take_number(std::optional<double> number) {
    if (!number)
      return wrong(Fault::data, fmt::format("column '{}': --edges cut numbers, and a value is none", rules_->column));
    const auto above = std::upper_bound(rules_->edges.begin(), rules_->edges.end(), *number);
    codes_.push_back(static_cast<std::uint32_t>(above - rules_->edges.begin()));
    return {};
  }

  const GroupRules* rules_;
  bool closed_ = false, binary_ = false;  // no other values than those that are known; those are 0 and 1
  std::vector<std::string> values_;
  std::map<std::string, std::size_t, std::less<>> number_of_;
  std::vector<std::uint32_t> codes_;
  std::string last_ = "\n", last_spelling_;  // rows often repeat the value before them
};

}  // namespace discreet
