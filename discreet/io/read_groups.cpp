#include "discreet/io/read_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "discreet/data/ingest.hpp"
#include "discreet/data/synthetic.hpp"
#include "discreet/io/byte_stream.hpp"
#include "discreet/io/csv_records.hpp"
#include "discreet/io/libsvm_columns.hpp"
#include "discreet/io/lines.hpp"
#include "discreet/io/listed.hpp"
#include "discreet/io/npy_array.hpp"

namespace discreet {
namespace {

constexpr std::size_t kMostGroups = 64;

// 1, 1.0 and +1 are one group.
std::string spelling(std::string_view text) {
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

tl::unexpected<Error> no_column(const GroupRules& rules, const std::vector<std::string>& names) {
  return wrong(Fault::usage, fmt::format("--group: there is no column '{}'", rules.column),
               fmt::format("the columns are: {}", named_in_a_line(names)));
}

Result<GroupColumn> from_csv(ByteStream& stream, char delimiter, const GroupRules& rules) {
  CsvRecords records(stream, delimiter);
  const Result<bool> header = records.next();
  if (!header) return tl::unexpected(header.error());
  if (!*header) return wrong(Fault::data, fmt::format("{}: the file is empty", stream.name()));
  std::vector<std::string> names;
  for (const std::string_view field : records.fields()) names.emplace_back(trimmed(field));
  const auto whole = std::find(names.begin(), names.end(), rules.column);
  std::vector<std::pair<std::size_t, std::string>> indicators;  // columns called column=value
  for (std::size_t k = 0; k < names.size() && whole == names.end(); ++k)
    if (names[k].starts_with(rules.column + "=")) indicators.emplace_back(k, names[k].substr(rules.column.size() + 1));
  if (whole == names.end() && indicators.empty()) return no_column(rules, names);
  std::vector<std::string> named;
  for (const auto& [k, name] : indicators) named.push_back(name);
  Grouping groups(rules, named);
  for (;;) {
    const Result<bool> more = records.next();
    if (!more) return tl::unexpected(more.error());
    if (!*more) break;
    const auto fields = records.fields();
    if (fields.size() != names.size())
      return records.malformed(fmt::format("has {} fields where the header has {}", fields.size(), names.size()));
    std::string_view value = whole == names.end() ? "" : fields[static_cast<std::size_t>(whole - names.begin())];
    for (const auto& [k, name] : indicators)
      if (parse_number(fields[k]).value_or(0) != 0) value = name;
    if (const auto taken = groups.take(value); !taken)
      return taken.error().fault == Fault::data ? records.malformed(taken.error().message)
                                                : tl::unexpected(taken.error());
  }
  return std::move(groups).finish();
}

Result<GroupColumn> from_libsvm(ByteStream& stream, const GroupRules& rules) {
  IngestRules only;
  only.features = {rules.column};
  only.labelled = false;
  Result<LibsvmColumns> columns = LibsvmColumns::from_rules(only);
  if (!columns) return tl::unexpected(columns.error());
  Lines lines(stream);
  Grouping groups(rules);
  for (std::vector<SparseEntry> row;;) {
    const Result<bool> more = lines.next();
    if (!more) return tl::unexpected(more.error());
    if (!*more) break;
    const auto line = columns->read(lines.text(), row);
    if (!line) return lines.malformed(line.error().message, line.error().hint);
    if (line->empty) continue;
    if (const auto taken = groups.take(row.empty() ? 0.0 : row[0].value); !taken) return tl::unexpected(taken.error());
  }
  return std::move(groups).finish();
}

Result<GroupColumn> from_npy(ByteStream& stream, const GroupRules& rules) {
  Result<NpyArray> array = NpyArray::open(stream);
  if (!array) return tl::unexpected(array.error());
  std::vector<std::string> names;
  for (std::size_t k = 0; k < array->columns(); ++k) names.push_back(fmt::format("x{}", k + 1));
  const auto at = std::find(names.begin(), names.end(), rules.column);
  if (at == names.end()) return no_column(rules, names);
  Grouping groups(rules);
  std::vector<double> row(names.size());
  for (std::size_t i = 0; i < array->rows(); ++i) {
    if (const auto read = array->read(row); !read) return tl::unexpected(read.error());
    if (const auto taken = groups.take(row[static_cast<std::size_t>(at - names.begin())]); !taken)
      return tl::unexpected(taken.error());
  }
  return std::move(groups).finish();
}

Result<GroupColumn> from_synthetic(const std::string& spec, const GroupRules& rules) {
  auto table = synthesise(spec);
  if (!table) return tl::unexpected(table.error());
  const auto at = std::find(table->columns.begin(), table->columns.end(), rules.column);
  if (at == table->columns.end()) return no_column(rules, table->columns);
  Grouping groups(rules);
  std::vector<double> row(table->columns.size());
  for (std::size_t i = 0; i < table->rows; ++i) {
    table->next(row);
    if (const auto taken = groups.take(row[static_cast<std::size_t>(at - table->columns.begin())]); !taken)
      return tl::unexpected(taken.error());
  }
  return std::move(groups).finish();
}

}  // namespace

Result<GroupColumn> read_groups(const std::string& data, const GroupRules& rules) {
  if (data.starts_with("synthetic:")) return from_synthetic(data, rules);
  if (data == "-" || data == "/dev/stdin")
    return wrong(Fault::usage, "DATA -: groups are read in a second pass, and standard input has only one",
                 "save the rows in a file");
  std::string path = data;
  std::transform(path.begin(), path.end(), path.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (path.ends_with(".gz")) path.resize(path.size() - 3);
  auto stream = ByteStream::open(data);
  if (!stream) return tl::unexpected(stream.error());
  if (path.ends_with(".svm") || path.ends_with(".libsvm")) return from_libsvm(*stream, rules);
  if (path.ends_with(".npy")) return from_npy(*stream, rules);
  return from_csv(*stream, path.ends_with(".tsv") ? '\t' : ',', rules);
}

Result<GroupColumn> group_column(const std::vector<std::string>& texts, const GroupRules& rules) {
  Grouping groups(rules);
  for (const std::string& text : texts)
    if (const auto taken = groups.take(text); !taken) return tl::unexpected(taken.error());
  return std::move(groups).finish();
}

}  // namespace discreet
