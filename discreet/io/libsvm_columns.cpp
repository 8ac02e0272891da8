#include "discreet/io/libsvm_columns.hpp"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace discreet {
namespace {

// Whoever needs more features than this declares them: a slip of the pen should not take all memory.
constexpr std::uint64_t kMostGuessed = 10'000'000;
constexpr std::size_t kMostDeclared = SparseBuilder<double>::kMostCoordinates;

bool is_space(char c) { return c == ' ' || c == '\t'; }

// As std::from_chars does; but an index has few digits, and need not be asked at each whether it is still in range.
std::from_chars_result read_digits(const char* at, const char* end, std::uint64_t& index) {
  constexpr std::ptrdiff_t kSafe = 18;  // no number of so many digits is too large
  const char *start = at, *stop = at + std::min(end - at, kSafe);
  std::uint64_t number = 0;
  for (; at != stop && *at >= '0' && *at <= '9'; ++at) number = 10 * number + static_cast<std::uint64_t>(*at - '0');
  if (at == start || at - start == kSafe) return std::from_chars(start, end, index);
  index = number;
  return {at, std::errc()};
}

std::optional<std::uint64_t> read_index(std::string_view name) {
  std::uint64_t index = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
  if (error != std::errc() || end != name.data() + name.size() || index == 0) return std::nullopt;
  return index;
}

tl::unexpected<Error> not_an_index(std::string_view option, std::string_view name, std::size_t width) {
  return wrong(Fault::usage, fmt::format("{}: '{}' is not a feature of a sparse file", option, name),
               fmt::format("features are called 1 to {}", width));
}

}  // namespace

Result<LibsvmColumns> LibsvmColumns::from_rules(const IngestRules& rules) {
  LibsvmColumns columns;
  if (rules.elsewhere)
    return wrong(Fault::usage, "a sparse file has no full columns to convert", "fit reads it as it is, into memory");
  columns.labelled_ = rules.labelled;
  columns.schema_.target = rules.labelled ? "label" : "";
  if (!rules.categories.empty())
    return wrong(Fault::usage, "--categorical: a sparse file has numbers only", "leave it out");
  if (rules.standardise || rules.standardisation)
    return wrong(Fault::usage, "--standardise: sparse columns are not centred, which would fill them", "leave it out");
  const bool expected = !rules.features.empty();
  if (!expected && !rules.target.empty() && rules.target != "label")
    return wrong(Fault::usage, fmt::format("--target {}: the target of a sparse file is called label", rules.target),
                 "leave --target out: the first number of a line is the label");
  if (!rules.width && !expected && !(rules.dropped.empty() && rules.bounds.empty()))
    return wrong(Fault::usage, "--drop and --bound need --features for a sparse file",
                 "declare how many features there are");
  const Result<void> taken = expected ? columns.take_expected(rules) : columns.take_declared(rules);
  if (!taken) return tl::unexpected(taken.error());
  if (const Result<void> added = columns.add_bounds(rules); !added) return tl::unexpected(added.error());
  return columns;
}

Result<void> LibsvmColumns::take_declared(const IngestRules& rules) {
  if (!rules.width) return {};
  if (*rules.width > kMostDeclared)
    return wrong(Fault::usage, fmt::format("--features: {} is more than {}", *rules.width, kMostDeclared),
                 "leave out features beforehand");
  declared_ = true;
  width_ = *rules.width;
  for (const std::string& name : rules.dropped) {
    const auto index = read_index(name);
    if (!index || *index > width_) return not_an_index("--drop", name, width_);
    places_.resize(width_, 0);
    places_[*index - 1] = kNowhere;
  }
  std::uint32_t next = 0;
  for (std::uint32_t& place : places_)
    if (place != kNowhere) place = next++;
  for (std::size_t k = 0; k < width_; ++k)
    if (places_.empty() || places_[k] != kNowhere) schema_.features.push_back(fmt::format("{}", k + 1));
  if (schema_.features.empty()) return wrong(Fault::usage, "no feature is left to learn from", "leave out a --drop");
  return {};
}

Result<void> LibsvmColumns::take_expected(const IngestRules& rules) {
  declared_ = expected_ = true;
  schema_.features = rules.features;
  for (std::size_t k = 0; k < rules.features.size(); ++k) {
    const auto index = read_index(rules.features[k]);
    if (!index || *index > kMostDeclared || *index <= width_)
      return wrong(Fault::data,
                   fmt::format("the model's feature '{}' is not among those of a sparse file, whose "
                               "features are numbers",
                               rules.features[k]),
                   "give data of the kind that the model was fitted to");
    width_ = *index;
    places_.resize(width_, kNowhere);
    places_.back() = static_cast<std::uint32_t>(k);
  }
  return {};
}

// A value that is not written is zero, and moving it would fill the column.
Result<void> LibsvmColumns::add_bounds(const IngestRules& rules) {
  schema_.bounds.resize(schema_.features.size());
  const auto of_target = bounds_of_target(rules, schema_.target);
  if (!of_target) return tl::unexpected(of_target.error());
  schema_.target_bounds = *of_target;
  for (const auto& [name, bounds] : rules.bounds) {
    if (name == schema_.target) continue;
    const auto found = std::find(schema_.features.begin(), schema_.features.end(), name);
    if (found == schema_.features.end()) return not_an_index("declared bounds", name, width_);
    if (!(bounds.low <= 0 && bounds.high >= 0))
      return wrong(Fault::usage, fmt::format("bounds of '{}': those of a sparse feature have zero between them", name),
                   "what is not written is zero: declare bounds on both sides of it");
    schema_.bounds[static_cast<std::size_t>(found - schema_.features.begin())] = bounds;
    constexpr double kEnd = std::numeric_limits<double>::max();
    bounds_.resize(schema_.features.size(), {-kEnd, kEnd});
    bounds_[static_cast<std::size_t>(found - schema_.features.begin())] = bounds;
  }
  return {};
}

Result<void> LibsvmColumns::make_room(std::uint64_t index) {
  if (expected_) return {};
  if (declared_)
    return wrong(Fault::data, fmt::format("an index is larger than the {} that --features declares", width_),
                 "declare as many as there are, or leave the entry out");
  if (index > kMostGuessed)
    return wrong(Fault::data, fmt::format("an index is larger than {}", kMostGuessed),
                 "declare that many features with --features");
  width_ = index;
  return {};
}

Result<LibsvmColumns::Line> LibsvmColumns::read(std::string_view text, std::vector<SparseEntry>& row) {
  row.clear();
  text = text.substr(0, text.find('#'));
  const char *at = text.data(), *end = text.data() + text.size();
  const auto skip = [&] { at = std::find_if_not(at, end, is_space); };
  Line line;
  skip();
  if (at == end) return Line{std::nullopt, true};
  const char* first = std::find_if(at, end, is_space);
  const std::string_view word(at, static_cast<std::size_t>(first - at));
  if (word.find(':') == word.npos) {
    if (labelled_) line.label = word;
    at = first;
  } else if (labelled_) {
    return wrong(Fault::data, "there is no label before the first index",
                 "a line is label index:value index:value ...");
  }
  for (std::uint64_t last = 0;;) {
    skip();
    if (at == end) return line;
    std::uint64_t index = 0;
    const auto [colon, wrong_index] = read_digits(at, end, index);
    if (wrong_index != std::errc() || colon == end || *colon != ':')
      return wrong(Fault::data, "an entry is not of the form index:value",
                   "a line is label index:value index:value ...");
    if (index == 0) return wrong(Fault::data, "an index is zero", "indices start at 1");
    if (index <= last)
      return wrong(Fault::data, "indices do not rise", "sort the entries of a line, and give each index once");
    last = index;
    at = colon + 1;
    double value = 0;
    if (end - at >= 1 && (end - at == 1 || is_space(at[1])) && *at >= '0' && *at <= '9') {
      value = *at++ - '0';  // most values of most files
    } else {
      if (end - at > 1 && *at == '+' && at[1] != '-') ++at;
      const auto [after, bad] = fast_float::from_chars(at, end, value);
      if (bad != std::errc() || !std::isfinite(value) || (after != end && !is_space(*after)))
        return wrong(Fault::data, "a value is not a finite number",
                     "leave out entries that are missing: they are zero");
      at = after;
    }
    if (index > width_)
      if (const Result<void> wider = make_room(index); !wider) return tl::unexpected(wider.error());
    const std::uint32_t coordinate = place(index);
    if (coordinate == kNowhere) continue;
    if (!bounds_.empty()) value = std::clamp(value, bounds_[coordinate].low, bounds_[coordinate].high);
    row.push_back({coordinate, value});
  }
}

Schema LibsvmColumns::schema() && {
  schema_.width_from_data = !declared_;
  for (std::size_t k = schema_.features.size(); !declared_ && k < width_; ++k)
    schema_.features.push_back(fmt::format("{}", k + 1));
  schema_.bounds.resize(schema_.features.size());
  return std::move(schema_);
}

}  // namespace discreet
