#include "discreet/io/read_facts.hpp"

#include <fmt/format.h>

#include "discreet/io/byte_stream.hpp"
#include "discreet/io/column_file.hpp"
#include "discreet/io/csv_columns.hpp"
#include "discreet/io/load.hpp"
#include "discreet/io/shares.hpp"

namespace discreet {
namespace {

// All of them, also those that a conversion left out.
Result<TableFacts> facts_of_columns(const std::string& path) {
  const auto file = ColumnFile::open(path);
  if (!file) return tl::unexpected(file.error());
  const Schema& schema = file->description().schema;
  TableFacts facts{schema.features, true, file->layout().rows, schema.source};
  if (!schema.target.empty()) facts.columns.push_back(schema.target);
  for (const auto& [option, values] : file->description().reading)
    if (option == "drop") facts.columns.insert(facts.columns.end(), values.begin(), values.end());
  return facts;
}

Result<std::vector<std::string>> header_of(const std::string& file, char delimiter) {
  auto stream = ByteStream::open(file);
  if (!stream) return tl::unexpected(stream.error());
  CsvRecords records(*stream, delimiter);
  const auto header = records.next();
  if (!header) return tl::unexpected(header.error());
  if (!*header)
    return wrong(Fault::data, fmt::format("{}: the file is empty", file), "give a table with a header line");
  IngestRules unlabelled;
  unlabelled.labelled = false;
  const auto columns = CsvColumns::from_header(records, unlabelled);
  if (!columns) return tl::unexpected(columns.error());
  return columns->schema().features;
}

// As a fit counts them. No cell has to be a number: all columns are words, and one word of one of them is looked for.
Result<std::size_t> count_rows(const std::string& data, const std::vector<std::string>& columns) {
  IngestRules rules;
  rules.labelled = false;
  for (const std::string& name : columns) rules.categories[name] = {};
  if (!columns.empty()) rules.categories[columns.front()] = {"any"};
  const auto counted = load(data, rules);
  if (!counted) return tl::unexpected(counted.error());
  return counted->rows;
}

}  // namespace

Result<TableFacts> read_facts(const std::string& data, Neighbours neighbours) {
  if (data == "-" || data == "/dev/stdin")
    return wrong(Fault::usage, "--data -: standard input has no name that a fit could be compared with", "give a file");
  TableFacts facts;
  if (data.starts_with("synthetic:")) {
    const auto made = load(data, {});
    if (!made) return tl::unexpected(made.error());
    facts = facts_of(*made, neighbours);
    facts.whole = true;
  } else if (is_column_file(data)) {
    auto found = facts_of_columns(data);
    if (!found) return found;
    facts = *std::move(found);
  } else {
    const auto files = named_files(data);
    if (!files) return tl::unexpected(files.error());
    facts.source = source_name(data);
    const std::string ending = ending_of(files->front());
    if (ending.ends_with(".csv") || ending.ends_with(".tsv")) {
      auto header = header_of(files->front(), ending.ends_with(".csv") ? ',' : '\t');
      if (!header) return tl::unexpected(header.error());
      facts.columns = *std::move(header);
      if (hides_rows(neighbours)) return facts;
    }
    const auto rows = count_rows(data, facts.columns);
    if (!rows) return tl::unexpected(rows.error());
    facts.rows = *rows;
  }
  if (hides_rows(neighbours)) facts.rows.reset();
  return facts;
}

}  // namespace discreet
