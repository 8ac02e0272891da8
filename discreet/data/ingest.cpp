#include "discreet/data/ingest.hpp"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <cmath>

namespace discreet {
namespace {

// 1 and 1.0 are the same class.
std::string canonical(std::string_view text) {
  const std::optional<double> number = parse_number(text);
  return number ? fmt::format("{}", *number == 0 ? 0.0 : *number) : std::string(text);
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = fast_float::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

Result<double> LabelReader::read(std::string_view text) {
  if (rules_->task == Task::classification) return read_class(text);
  if (const std::optional<double> number = parse_number(text)) return *number;
  return wrong(Fault::data, "the target is not a finite number");
}

Result<double> LabelReader::read_class(std::string_view text) {
  const std::string name = canonical(text);
  if (name.empty()) return wrong(Fault::data, "the label is missing");
  if (rules_->classes) {
    for (std::size_t k = 0; k < 2; ++k)
      if (name == canonical((*rules_->classes)[k])) return k == 0 ? -1.0 : 1.0;
    return wrong(Fault::data, "the label is neither of the model's two classes");
  }
  for (std::size_t k = 0; k < seen_.size(); ++k)
    if (seen_[k] == name) return static_cast<double>(k);
  if (seen_.size() == 2) return wrong(Fault::data, "the target has a third value where two classes are allowed");
  seen_.push_back(name);
  return static_cast<double>(seen_.size() - 1);
}

Result<bool> LabelReader::positive_is_second() const {
  if (!rules_->positive.empty()) {
    const std::string positive = canonical(rules_->positive);
    if (positive == seen_[1]) return true;
    if (positive == seen_[0]) return false;
    return wrong(Fault::usage, fmt::format("--positive {} is not one of the two labels", rules_->positive));
  }
  const std::optional<double> first = parse_number(seen_[0]), second = parse_number(seen_[1]);
  if (first && second) return *second > *first;
  return wrong(Fault::usage, "the two labels are words, and which of them is the positive one is not said",
               "add --positive VALUE");
}

template <class T>
Result<void> LabelReader::finish(AlignedVector<T>& labels, Schema& schema) const {
  if (rules_->task == Task::regression) return {};
  if (rules_->classes) {
    schema.classes = *rules_->classes;
    return {};
  }
  std::vector<std::string> seen = seen_;
  if (seen.size() == 1) {
    // Only one class is present. Its partner is the usual one; a word needs --positive to have a side.
    const std::string other = seen[0] == "1" ? "-1" : seen[0] == "-1" ? "1" : seen[0] == "0" ? "1" : "";
    if (other.empty()) return wrong(Fault::data, "the target has one value where two classes are needed");
    seen.push_back(other);
  }
  LabelReader both(*rules_);
  both.seen_ = seen;
  const Result<bool> second = both.positive_is_second();
  if (!second) return tl::unexpected(second.error());
  const T positive = *second ? T{1} : T{0};
  for (T& label : labels) label = label == positive ? T{1} : T{-1};
  schema.classes = *second ? std::array{seen[0], seen[1]} : std::array{seen[1], seen[0]};
  return {};
}

template Result<void> LabelReader::finish(AlignedVector<float>&, Schema&) const;
template Result<void> LabelReader::finish(AlignedVector<double>&, Schema&) const;

}  // namespace discreet
