#include "discreet/data/ingest.hpp"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/comm/agreement.hpp"

namespace discreet {
namespace {

constexpr std::string_view kThirdClass = "the target has a third value where two classes are allowed";

// 1 and 1.0 are the same class.
std::string canonical(std::string_view text) {
  const std::optional<double> number = parse_number(text);
  return number ? fmt::format("{}", *number == 0 ? 0.0 : *number) : std::string(text);
}

}  // namespace

RowRange own_rows(const IngestRules& rules, std::size_t rows) {
  if (!rules.processes) return {0, rows};
  const std::size_t rank = rules.processes->rank(), ranks = rules.processes->ranks();
  return {rows / ranks * rank + rows % ranks * rank / ranks,
          rows / ranks * (rank + 1) + rows % ranks * (rank + 1) / ranks};
}

Result<std::optional<Interval>> bounds_of_target(const IngestRules& rules, const std::string& target) {
  const auto found = rules.bounds.find(target);
  if (found == rules.bounds.end()) return std::optional<Interval>();
  if (rules.task == Task::classification)
    return wrong(Fault::usage, fmt::format("column '{}' is a class and has no bounds", target), "leave out its bounds");
  return std::optional(found->second);
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool is_utf8(std::string_view text) {
  for (std::size_t k = 0; k < text.size();) {
    const auto first = static_cast<unsigned char>(text[k]);
    const std::size_t length = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
    if (length == 0 || k + length > text.size() || first == 0xC0 || first == 0xC1 || first > 0xF4) return false;
    for (std::size_t m = 1; m < length; ++m)
      if ((static_cast<unsigned char>(text[k + m]) & 0xC0) != 0x80) return false;
    k += length;
  }
  return true;
}

std::optional<double> parse_number(std::string_view text) {
  text = trimmed(text);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = fast_float::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

Result<double> LabelReader::read(std::string_view text) {
  if (rules_->task == Task::classification) return read_class(trimmed(text));
  if (const std::optional<double> number = parse_number(text)) {
    if (rules_->task != Task::counts || *number >= 0) return *number;
    return wrong(Fault::data, "the target is below 0 where counts are needed",
                 "for numbers of either sign use --loss squared or huber:DELTA");
  }
  if (trimmed(text).empty())
    return wrong(Fault::data, "the value of the target is missing", "fill it in or remove the row beforehand");
  return wrong(Fault::data, "the target is not a finite number",
               "for two classes use --loss logistic and --positive VALUE");
}

Result<double> LabelReader::read_class(std::string_view text) {
  constexpr std::size_t kMostSpellings = 8;
  for (const auto& [spelling, label] : spellings_)
    if (spelling == text) return label;
  const Result<double> label = read_new_class(text);
  if (label && spellings_.size() < kMostSpellings) spellings_.emplace_back(text, *label);
  return label;
}

Result<double> LabelReader::read_new_class(std::string_view text) {
  const std::string name = canonical(text);
  if (name.empty())
    return wrong(Fault::data, "the value of the target is missing", "fill it in or remove the row beforehand");
  if (rules_->classes) {
    for (std::size_t k = 0; k < 2; ++k)
      if (name == canonical((*rules_->classes)[k])) return k == 0 ? -1.0 : 1.0;
    return wrong(Fault::data,
                 fmt::format("the label is neither {} nor {}", (*rules_->classes)[0], (*rules_->classes)[1]),
                 "declare the two labels that occur with --classes NEGATIVE,POSITIVE, or correct the row");
  }
  for (std::size_t k = 0; k < seen_.size(); ++k)
    if (seen_[k] == name) return static_cast<double>(k);
  // Where other processes hold rows before these, which of three is one too many is told when reading once more.
  const bool later = rules_->processes && rules_->classes_before && !rules_->classes_before->too_many;
  if (seen_.size() >= 2 && !later)
    return wrong(Fault::data, std::string(kThirdClass), "for numbers use --loss squared");
  if (seen_.size() > 2) return 0.0;
  if (!is_utf8(name)) return wrong(Fault::data, "the label is not UTF-8 text", "save the file as UTF-8");
  seen_.push_back(name);
  return static_cast<double>(seen_.size() - 1);
}

// Which of the two is the positive one.
Result<bool> LabelReader::positive_is_second(const std::vector<std::string>& both) const {
  if (!rules_->positive.empty()) {
    const std::string positive = canonical(trimmed(rules_->positive));
    if (positive == both[1]) return true;
    if (positive == both[0]) return false;
    return wrong(Fault::usage, fmt::format("--positive {} is not one of the two labels", rules_->positive),
                 "give one of the two values of the target's column");
  }
  const std::optional<double> first = parse_number(both[0]), second = parse_number(both[1]);
  if (first && second) return *second > *first;
  return wrong(Fault::usage, "the two labels are words, and which of them is the positive one is not said",
               "add --positive VALUE, with the one of the two that is to be predicted");
}

// The class that is not there, when only one is. Its usual partner, or the one that --positive names.
std::optional<std::string> LabelReader::partner(const std::string& only) const {
  if (!rules_->positive.empty()) {
    const std::string positive = canonical(trimmed(rules_->positive));
    return positive == only ? "not " + only : positive;
  }
  if (only == "1") return "-1";
  if (only == "-1" || only == "0") return "1";
  return std::nullopt;
}

// Classes are numbered as they occur in the rows of all processes, one after the other.
template <class T>
Result<void> LabelReader::share_classes(AlignedVector<T>& labels) {
  if (!rules_->processes) return {};
  std::string first, second;
  if (!seen_.empty()) first = seen_[0];
  if (seen_.size() > 1) second = seen_[1];
  const std::vector<std::string> firsts = gathered_texts(*rules_->processes, first),
                                 seconds = gathered_texts(*rules_->processes, second);
  std::int64_t third = seen_.size() > 2;
  rules_->processes->sum({&third, 1});
  std::vector<std::string> all, before;
  for (std::size_t rank = 0; rank < firsts.size(); ++rank) {
    if (rank == rules_->processes->rank()) before = all;
    for (const std::string& name : {firsts[rank], seconds[rank]})
      if (!name.empty() && std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
  }
  if (all.size() > 2 || third > 0) {
    before.resize(std::min<std::size_t>(before.size(), 2));
    if (rules_->classes_before) *rules_->classes_before = {std::move(before), true};
    return wrong(Fault::data, std::string(kThirdClass), "for numbers use --loss squared");
  }
  if (!seen_.empty() && seen_[0] != all[0])
    for (T& label : labels) label = T{1} - label;
  seen_ = std::move(all);
  return {};
}

template <class T>
Result<void> LabelReader::finish(AlignedVector<T>& labels, Schema& schema) {
  if (rules_->task != Task::classification) return {};
  if (rules_->classes) {
    schema.classes = *rules_->classes;
    return {};
  }
  if (const Result<void> shared = share_classes(labels); !shared) return shared;
  std::vector<std::string> both = seen_;
  if (both.size() == 1) {
    const std::optional<std::string> other = partner(both[0]);
    if (!other)
      return wrong(Fault::data, "the target has one value where two classes are needed",
                   "declare both with --classes NEGATIVE,POSITIVE");
    both.push_back(*other);
    schema.classes_guessed = true;
  }
  const Result<bool> second = positive_is_second(both);
  if (!second) return tl::unexpected(second.error());
  const T positive = *second ? T{1} : T{0};
  for (T& label : labels) label = label == positive ? T{1} : T{-1};
  schema.classes = *second ? std::array{both[0], both[1]} : std::array{both[1], both[0]};
  return {};
}

template Result<void> LabelReader::finish(AlignedVector<float>&, Schema&);
template Result<void> LabelReader::finish(AlignedVector<double>&, Schema&);

}  // namespace discreet
