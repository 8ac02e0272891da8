#include "discreet/io/libsvm.hpp"

#include <fmt/format.h>

#include "discreet/data/sealing.hpp"
#include "discreet/io/libsvm_columns.hpp"
#include "discreet/io/lines.hpp"

namespace discreet {
namespace {

template <class T>
Result<void> fill(SparseTable<T>& table, Lines& lines, LibsvmColumns& columns) {
  std::vector<SparseEntry> row;
  for (;;) {
    const Result<bool> more = lines.next();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return {};
    const Result<LibsvmColumns::Line> line = columns.read(lines.text(), row);
    if (!line) return lines.malformed(line.error().message, line.error().hint);
    if (line->empty) continue;
    if (const Result<void> added = table.add(row, line->label); !added)
      return lines.malformed(added.error().message, added.error().hint);
  }
}

template <class T>
Result<Dataset> read_rows(Lines& lines, LibsvmColumns columns, const IngestRules& rules) {
  SparseTable<T> table(columns.target_bounds(), rules);
  if (const Result<void> filled = agreed(rules, fill(table, lines, columns)); !filled)
    return tl::unexpected(filled.error());
  if (rows_everywhere(rules, table.rows()) == 0) return lines.malformed("the file has no rows");
  columns.widen(largest_everywhere(rules, columns.width()));
  Schema schema = std::move(columns).schema();
  if (schema.features.empty()) return lines.malformed("there is no value in any row", "declare --features");
  auto sealed = std::move(table).seal(std::move(schema));
  if (!sealed && sealed.error().fault == Fault::data)
    return lines.malformed(sealed.error().message, sealed.error().hint);
  return sealed;
}

}  // namespace

Result<Dataset> read_libsvm(ByteStream& stream, const IngestRules& rules) {
  Result<LibsvmColumns> columns = LibsvmColumns::from_rules(rules);
  if (!columns) return tl::unexpected(columns.error());
  Lines lines(stream);
  return rules.precision == Precision::float32 ? read_rows<float>(lines, *std::move(columns), rules)
                                               : read_rows<double>(lines, *std::move(columns), rules);
}

}  // namespace discreet
