#include "discreet/io/csv.hpp"

#include <fmt/format.h>

#include "discreet/data/sealing.hpp"
#include "discreet/io/csv_columns.hpp"
#include "discreet/io/csv_records.hpp"

namespace discreet {
namespace {

template <class T>
Result<void> fill(DenseTable<T>& table, CsvRecords& records, const CsvColumns& columns) {
  std::vector<double> row(columns.features());
  for (;;) {
    const Result<bool> more = records.next();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return {};
    if (records.fields().size() != columns.width())
      return records.malformed(
          fmt::format("has {} fields where the header has {}", records.fields().size(), columns.width()),
          "make every line as long as the header; a field with commas in it goes between quotation marks");
    if (const Result<void> read = columns.read(records.fields(), row); !read)
      return records.malformed(read.error().message, read.error().hint);
    const std::optional<std::size_t> target = columns.target();
    if (const Result<void> added = table.add(row, target ? std::optional(records.fields()[*target]) : std::nullopt);
        !added)
      return records.malformed(fmt::format("column '{}': {}", columns.schema().target, added.error().message),
                               added.error().hint);
  }
}

template <class T>
Result<Dataset> read_rows(CsvRecords& records, const CsvColumns& columns, const IngestRules& rules) {
  DenseTable<T> table(columns.schema(), rules);
  if (const Result<void> filled = agreed(rules, fill(table, records, columns)); !filled)
    return tl::unexpected(filled.error());
  if (rows_everywhere(rules, table.rows()) == 0)
    return records.malformed("the file has a header and no rows", "add a line for each row");
  auto sealed = std::move(table).seal();
  if (!sealed && sealed.error().fault == Fault::data)
    return records.malformed(fmt::format("column '{}': {}", columns.schema().target, sealed.error().message),
                             sealed.error().hint);
  return sealed;
}

Result<CsvColumns> read_header(CsvRecords& records, const ByteStream& stream, const IngestRules& rules) {
  const Result<bool> header = records.next();
  if (!header) return tl::unexpected(header.error());
  if (!*header)
    return wrong(Fault::data, fmt::format("{}: the file is empty", stream.name()),
                 "give a table with a header line and a line for each row");
  return CsvColumns::from_header(records, rules);
}

}  // namespace

Result<Dataset> read_csv(ByteStream& stream, char delimiter, const IngestRules& rules) {
  CsvRecords records(stream, delimiter);
  const Result<CsvColumns> columns = agreed(rules, read_header(records, stream, rules));
  if (!columns) return tl::unexpected(columns.error());
  return rules.precision == Precision::float32 ? read_rows<float>(records, *columns, rules)
                                               : read_rows<double>(records, *columns, rules);
}

}  // namespace discreet
