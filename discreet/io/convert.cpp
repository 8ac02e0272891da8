#include "discreet/io/convert.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "discreet/data/label_reader.hpp"
#include "discreet/io/column_file.hpp"
#include "discreet/io/column_writer.hpp"
#include "discreet/io/load.hpp"

namespace discreet {
namespace {

// What was typed for the file that is converted, and then what is typed now: together they lead from the source here.
Reading joined(Reading first, const Reading& then) {
  for (const auto& option : then) {
    const auto& [name, values] = option;
    const auto known =
        std::find_if(first.begin(), first.end(), [&](const auto& each) { return each.first == option.first; });
    if (known == first.end())
      first.emplace_back(name, values);
    else if (name == "bound" || name == "drop" || name == "categorical")
      known->second.insert(known->second.end(), values.begin(), values.end());
    else
      known->second = values;
  }
  return first;
}

}  // namespace

Result<Conversion> convert(const std::string& data, const std::string& out, IngestRules rules, const Reading& reading,
                           const std::function<void(double)>& progress) {
  if (const auto names = class_names(rules); !names) return tl::unexpected(names.error());
  ColumnDescription description;
  if (data != "-" && is_column_file(data)) {
    const Result<ColumnFile> source = ColumnFile::open(data);
    if (!source) return tl::unexpected(source.error());
    description = source->description();
    // What was rounded stays so, and a file that pretends otherwise would only be longer.
    if (source->layout().precision == Precision::float32) rules.precision = Precision::float32;
  }
  Result<ColumnWriter> writer = ColumnWriter::open(out, rules.precision);
  if (!writer) return tl::unexpected(writer.error());
  writer->progress = progress;
  rules.elsewhere = &*writer;
  const Result<Dataset> read = load(data, rules);
  if (!read) return tl::unexpected(read.error());
  writer->share = nullptr;
  description.reading = joined(std::move(description.reading), reading);
  description.schema = read->schema;
  if (!is_name(description.schema.source)) description.schema.source = "data";
  if (!rules.positive.empty()) description.positive = rules.positive;
  if (rules.classes) description.classes = rules.classes;
  const Result<std::uint64_t> bytes = writer->finish(std::move(description));
  if (!bytes) return tl::unexpected(bytes.error());
  return Conversion{writer->layout(), read->schema.target, *bytes};
}

}  // namespace discreet
