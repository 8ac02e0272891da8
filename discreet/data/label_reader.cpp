#include "discreet/data/label_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "discreet/base/mistake.hpp"
#include "discreet/comm/agreement.hpp"

namespace discreet {
namespace {

// 1 and 1.0 are the same class.
std::string canonical(std::string_view text) {
  const std::optional<double> number = parse_number(text);
  return number ? fmt::format("{}", *number == 0 ? 0.0 : *number) : std::string(trimmed(text));
}

tl::unexpected<Error> third_class() {
  return wrong(Fault::data, "the target has a third value where two classes are allowed",
               "for numbers use --loss squared");
}

}  // namespace

Result<std::array<std::string, 2>> class_names(const IngestRules& rules) {
  if (rules.classes) return *rules.classes;
  const std::string positive = canonical(rules.positive);
  if (rules.classes_from_data || positive.empty() || positive == "1") return std::array<std::string, 2>{"0", "1"};
  if (positive == "0" || positive == "-1") return std::array<std::string, 2>{"1", "0"};
  return wrong(Fault::usage,
               fmt::format("--positive {}: labels that are not declared are 0 and 1", trimmed(rules.positive)),
               fmt::format("declare both labels with --classes NEGATIVE,{}", trimmed(rules.positive)));
}

LabelReader::LabelReader(const IngestRules& rules)
    : rules_(&rules),
      from_data_(rules.classes_from_data || (planted(Mistake::classes_from_rows) && !rules.classes)),
      names_(class_names(rules)) {
  if (names_) spelled_ = {canonical((*names_)[0]), canonical((*names_)[1])};
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
               "for two classes use --loss logistic and --classes NEGATIVE,POSITIVE");
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
  if (from_data_) return number_of_seen(name);
  if (!names_) return tl::unexpected(names_.error());
  const bool numbered = std::min(spelled_[0], spelled_[1]) == "0" && std::max(spelled_[0], spelled_[1]) == "1";
  for (std::size_t k = 0; k < 2; ++k)
    if (name == spelled_[k] || (numbered && name == "-1" && spelled_[k] == "0")) return k == 0 ? -1.0 : 1.0;
  if (rules_->classes)
    return wrong(Fault::data, fmt::format("the label is neither {} nor {}", (*names_)[0], (*names_)[1]),
                 "declare the two labels that occur with --classes NEGATIVE,POSITIVE, or correct the row");
  return wrong(Fault::data, "the label is not 0 or 1, and no other labels are declared",
               "declare two labels with --classes NEGATIVE,POSITIVE; for numbers use --loss squared");
}

Result<double> LabelReader::number_of_seen(const std::string& name) {
  const auto known = std::find(seen_.begin(), seen_.end(), name);
  if (known == seen_.end()) {
    if (seen_.size() == 2) return third_class();
    if (!is_utf8(name)) return wrong(Fault::data, "the label is not UTF-8 text", "save the file as UTF-8");
    seen_.push_back(name);
    return static_cast<double>(seen_.size() - 1);
  }
  return static_cast<double>(known - seen_.begin());
}

// The two names among the rows of all processes.
Result<std::vector<std::string>> LabelReader::seen_everywhere() const {
  std::vector<std::string> all = seen_;
  if (rules_->processes) {
    std::array<std::string, 2> mine;
    std::copy(seen_.begin(), seen_.end(), mine.begin());
    all.clear();
    for (const std::string& name : mine)
      for (std::string& each : gathered_texts(*rules_->processes, name))
        if (!each.empty()) all.push_back(std::move(each));
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
  }
  if (all.size() > 2) return third_class();
  if (all.size() < 2)
    return wrong(Fault::data, "the target has one value where two classes are needed",
                 "declare both with --classes NEGATIVE,POSITIVE");
  return all;
}

// Which of the two is the positive one.
Result<bool> LabelReader::positive_is_second(const std::vector<std::string>& both) const {
  if (!rules_->positive.empty()) {
    const std::string positive = canonical(rules_->positive);
    if (positive == both[1]) return true;
    if (positive == both[0]) return false;
    return wrong(Fault::usage, fmt::format("--positive {} is not one of the two labels", rules_->positive),
                 "give one of the two values of the target's column");
  }
  const std::optional<double> first = parse_number(both[0]), second = parse_number(both[1]);
  if (first && second) return *second > *first;
  return wrong(Fault::usage, "the two labels are words, and which of them is the positive one is not said",
               "declare them with --classes NEGATIVE,POSITIVE");
}

template <class T>
Result<void> LabelReader::finish(AlignedVector<T>& labels, Schema& schema) {
  if (rules_->task != Task::classification) return {};
  if (!from_data_) {
    if (!names_) return tl::unexpected(names_.error());
    schema.classes = *names_;
    return {};
  }
  const Result<std::vector<std::string>> both = seen_everywhere();
  if (!both) return tl::unexpected(both.error());
  const Result<bool> second = positive_is_second(*both);
  if (!second) return tl::unexpected(second.error());
  schema.classes = *second ? std::array{(*both)[0], (*both)[1]} : std::array{(*both)[1], (*both)[0]};
  schema.classes_from_data = rules_->classes_from_data;
  for (T& label : labels) label = seen_[static_cast<std::size_t>(label)] == schema.classes[1] ? T{1} : T{-1};
  return {};
}

template Result<void> LabelReader::finish(AlignedVector<float>&, Schema&);
template Result<void> LabelReader::finish(AlignedVector<double>&, Schema&);

}  // namespace discreet
