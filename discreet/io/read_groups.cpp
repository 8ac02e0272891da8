#include "discreet/io/read_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "discreet/data/ingest.hpp"
#include "discreet/data/synthetic.hpp"
#include "discreet/io/byte_stream.hpp"
#include "discreet/io/column_file.hpp"
#include "discreet/io/csv_records.hpp"
#include "discreet/io/grouping.hpp"
#include "discreet/io/libsvm_columns.hpp"
#include "discreet/io/lines.hpp"
#include "discreet/io/listed.hpp"
#include "discreet/io/npy_array.hpp"

namespace discreet {
namespace {

tl::unexpected<Error> no_column(const GroupRules& rules, const std::vector<std::string>& names) {
  return wrong(Fault::usage, fmt::format("--group: there is no column '{}'", rules.column),
               fmt::format("the columns are: {}", named_in_a_line(names)));
}

// Columns called column=value.
using Indicators = std::vector<std::pair<std::size_t, std::string>>;
Indicators indicators_of(const GroupRules& rules, const std::vector<std::string>& names) {
  Indicators found;
  for (std::size_t k = 0; k < names.size(); ++k)
    if (names[k].starts_with(rules.column + "=")) found.emplace_back(k, names[k].substr(rules.column.size() + 1));
  return found;
}

Result<GroupColumn> from_csv(ByteStream& stream, char delimiter, const GroupRules& rules) {
  CsvRecords records(stream, delimiter);
  const Result<bool> header = records.next();
  if (!header) return tl::unexpected(header.error());
  if (!*header)
    return wrong(Fault::data, fmt::format("{}: the file is empty", stream.name()),
                 "give a table with a header line and a line for each row");
  std::vector<std::string> names;
  for (const std::string_view field : records.fields()) names.emplace_back(trimmed(field));
  const auto whole = std::find(names.begin(), names.end(), rules.column);
  const Indicators indicators = whole == names.end() ? indicators_of(rules, names) : Indicators{};
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
      return records.malformed(fmt::format("has {} fields where the header has {}", fields.size(), names.size()),
                               "make every line as long as the header");
    std::string_view value = whole == names.end() ? "" : fields[static_cast<std::size_t>(whole - names.begin())];
    for (const auto& [k, name] : indicators)
      if (parse_number(fields[k]).value_or(0) != 0) value = name;
    if (const auto taken = groups.take(value); !taken)
      return taken.error().fault == Fault::data ? records.malformed(taken.error().message, taken.error().hint)
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

template <class T>
Result<GroupColumn> from_columns(const ColumnFile& file, const GroupRules& rules) {
  const std::vector<std::string>& names = file.description().schema.features;
  const auto whole = std::find(names.begin(), names.end(), rules.column);
  const bool by_label = rules.column == file.description().schema.target;
  const auto indicators = whole == names.end() && !by_label ? indicators_of(rules, names) : Indicators{};
  if (whole == names.end() && !by_label && indicators.empty()) return no_column(rules, names);
  std::vector<std::string> named;
  for (const auto& [k, name] : indicators) named.push_back(name);
  Grouping groups(rules, named);
  const Coordinate only{static_cast<std::size_t>(whole - names.begin())};
  const DenseColumns<T> columns = file.columns<T>(0, file.layout().rows);
  for (const auto& block : columns.blocks())
    for (std::size_t i = 0; i < block.rows; ++i) {
      std::string value = "";
      if (by_label) {
        const std::uint64_t at = block.first + i, of_file = at / file.layout().block_rows;
        auto text = file.label_text(file.labels(of_file)[at % file.layout().block_rows]);
        if (!text) return tl::unexpected(text.error());
        value = *std::move(text);
      }
      for (const auto& [k, name] : indicators)
        if (block.column(Coordinate{k})[i] != 0) value = name;
      if (whole != names.end()) value = fmt::format("{}", block.column(only)[i]);
      if (const auto taken = groups.take(value); !taken) return tl::unexpected(taken.error());
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
  if (is_column_file(data)) {
    const Result<ColumnFile> file = ColumnFile::open(data);
    if (!file) return tl::unexpected(file.error());
    const bool small = file->layout().precision == Precision::float32;
    return small ? from_columns<float>(*file, rules) : from_columns<double>(*file, rules);
  }
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
