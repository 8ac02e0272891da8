#include "discreet/research/reproduce/unit_rows.hpp"

#include <cmath>
#include <span>
#include <vector>

#include "discreet/base/public_random.hpp"
#include "discreet/data/sealing.hpp"
#include "discreet/fit/problem.hpp"
#include "discreet/io/libsvm_columns.hpp"
#include "discreet/io/lines.hpp"

namespace discreet {
namespace {

struct SparseRow {
  std::string label;
  std::vector<SparseEntry> entries;
};

Result<std::vector<SparseRow>> read_unit_rows(const std::string& path, const IngestRules& rules, Schema& schema) {
  auto stream = ByteStream::open(path);
  if (!stream) return tl::unexpected(stream.error());
  auto columns = LibsvmColumns::from_rules(rules);
  if (!columns) return tl::unexpected(columns.error());
  Lines lines(*stream);
  std::vector<SparseRow> rows;
  for (std::vector<SparseEntry> entries;;) {
    const auto more = lines.next();
    if (!more) return tl::unexpected(more.error());
    if (!*more) break;
    const auto line = columns->read(lines.text(), entries);
    if (!line) return lines.malformed(line.error().message, line.error().hint);
    if (line->empty) continue;
    double square = 0;
    for (const SparseEntry& entry : entries) square += entry.value * entry.value;
    for (SparseEntry& entry : entries) entry.value /= std::sqrt(square);
    rows.push_back({line->label ? std::string(*line->label) : std::string(), entries});
  }
  schema = std::move(*columns).schema();
  return rows;
}

Result<Dataset> sealed(std::span<const SparseRow> rows, const Schema& schema, const IngestRules& rules) {
  SparseTable<double> table(std::nullopt, rules);
  for (const SparseRow& row : rows)
    if (const auto added = table.add(row.entries, row.label); !added) return tl::unexpected(added.error());
  return std::move(table).seal(schema);
}

}  // namespace

Result<Parts> unit_parts(const std::string& path, const std::string& test, const Options& options, PartSizes sizes) {
  const auto rules = ingest_rules(options);
  if (!rules) return tl::unexpected(rules.error());
  Schema schema;
  auto rows = read_unit_rows(path, *rules, schema);
  if (!rows) return tl::unexpected(rows.error());
  if (rows->size() < sizes.train + sizes.validate)
    return wrong(Fault::data, path + ": there are fewer rows than the publication trains on");
  PublicRandom(1).shuffle(*rows);
  auto others = test.empty() ? Result<std::vector<SparseRow>>() : read_unit_rows(test, *rules, schema);
  if (!others) return tl::unexpected(others.error());
  const std::span<const SparseRow> all(*rows);
  auto first = sealed(all.first(sizes.train), schema, *rules),
       second = sealed(all.subspan(sizes.train, sizes.validate), schema, *rules),
       last = sealed(test.empty() ? all.subspan(sizes.train + sizes.validate) : std::span<const SparseRow>(*others),
                     schema, *rules);
  for (const auto* part : {&first, &second, &last})
    if (!*part) return tl::unexpected(part->error());
  return Parts{*std::move(first), *std::move(second), *std::move(last)};
}

}  // namespace discreet
