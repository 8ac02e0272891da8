#include "discreet/io/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "discreet/data/sealing.hpp"
#include "discreet/io/npy_array.hpp"

namespace discreet {
namespace {

constexpr std::string_view kTarget = "label";

// Which columns become features.
Result<std::vector<std::size_t>> choose(const NpyArray& array, const IngestRules& rules, Schema& schema) {
  std::vector<std::string> names;
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t k = 0; k < array.columns(); ++k) names.push_back(fmt::format("x{}", k + 1));
  for (std::size_t k = 0; k < names.size(); ++k) places.emplace(names[k], k);
  const auto unknown = [&](std::string_view option, const std::string& name) {
    return wrong(Fault::usage, fmt::format("{}: there is no column '{}'", option, name),
                 fmt::format("the columns are x1 to x{}", names.size()));
  };
  if (!rules.categories.empty()) return wrong(Fault::usage, "--categorical: an array has numbers only", "leave it out");
  if (rules.features.empty()) {
    if (!rules.target.empty() && rules.target != kTarget) return unknown("--target", rules.target);
    for (const std::string& name : rules.dropped)
      if (!places.contains(name)) return unknown("--drop", name);
    for (const auto& [name, bounds] : rules.bounds)
      if (!places.contains(name) && name != kTarget) return unknown("declared bounds", name);
  }
  std::vector<std::size_t> kept;
  for (const std::string& name : rules.features.empty() ? names : rules.features) {
    if (rules.dropped.contains(name)) continue;
    const auto at = places.find(name);
    if (at == places.end())
      return array.malformed(fmt::format("the model's feature '{}' is not among the columns", name),
                             fmt::format("the columns are x1 to x{}", names.size()));
    const auto bounds = rules.bounds.find(name);
    schema.features.push_back(name);
    schema.bounds.push_back(bounds == rules.bounds.end() ? std::nullopt : std::optional(bounds->second));
    kept.push_back(at->second);
  }
  if (kept.empty()) return wrong(Fault::usage, "no column is left to learn from", "leave out a --drop");
  const auto of_target = bounds_of_target(rules, std::string(kTarget));
  if (!of_target) return tl::unexpected(of_target.error());
  schema.target_bounds = *of_target;
  return kept;
}

template <class T>
Result<void> fill(DenseTable<T>& table, NpyArray& array, NpyArray* labels, const std::vector<std::size_t>& kept,
                  const RowRange& own) {
  for (NpyArray* each : {&array, labels})
    if (each)
      if (const Result<void> skipped = each->skip(own.first); !skipped) return skipped;
  std::vector<double> row(array.columns()), features(kept.size());
  for (std::size_t i = own.first; i < own.last; ++i) {
    if (const Result<void> read = array.read(row); !read) return read;
    for (std::size_t k = 0; k < features.size(); ++k) features[k] = row[kept[k]];
    double label = 0;
    if (labels)
      if (const Result<void> read = labels->read({&label, 1}); !read) return read;
    const std::string text = labels ? fmt::format("{}", label) : std::string();
    if (const Result<void> added = table.add(features, labels ? std::optional<std::string_view>(text) : std::nullopt);
        !added)
      return labels ? labels->malformed(added.error().message, added.error().hint)
                    : array.malformed(added.error().message, added.error().hint);
  }
  for (NpyArray* each : {&array, labels})
    if (each && own.last == array.rows())
      if (const Result<void> done = each->finish(); !done) return done;
  return {};
}

template <class T>
Result<Dataset> read_rows(NpyArray& array, NpyArray* labels, const IngestRules& rules) {
  Schema schema;
  if (labels) schema.target = kTarget;
  const Result<std::vector<std::size_t>> kept = choose(array, rules, schema);
  if (!kept) return tl::unexpected(kept.error());
  DenseTable<T> table(std::move(schema), rules);
  if (const Result<void> filled = agreed(rules, fill(table, array, labels, *kept, own_rows(rules, array.rows())));
      !filled)
    return tl::unexpected(filled.error());
  auto sealed = std::move(table).seal();
  if (!sealed && sealed.error().fault == Fault::data && labels)
    return labels->malformed(sealed.error().message, sealed.error().hint);
  return sealed;
}

Result<Dataset> read_both(NpyArray& array, NpyArray* labels, const IngestRules& rules) {
  return rules.precision == Precision::float32 ? read_rows<float>(array, labels, rules)
                                               : read_rows<double>(array, labels, rules);
}

}  // namespace

Result<Dataset> read_npy(ByteStream& stream, const IngestRules& rules) {
  if (rules.labelled && rules.labels.empty())
    return wrong(Fault::usage, "an array has no labels of its own", "name their file with --labels FILE.npy");
  Result<NpyArray> array = agreed(rules, NpyArray::open(stream));
  if (!array) return tl::unexpected(array.error());
  if (!rules.labelled) return read_both(*array, nullptr, rules);
  Result<ByteStream> label_stream = agreed(rules, ByteStream::open(rules.labels));
  if (!label_stream) return tl::unexpected(label_stream.error());
  Result<NpyArray> labels = agreed(rules, NpyArray::open(*label_stream));
  if (!labels) return tl::unexpected(labels.error());
  if (labels->columns() != 1)
    return labels->malformed("labels are one column", "save them as an array of one dimension");
  if (labels->rows() != array->rows())
    return labels->malformed(fmt::format("there are {} labels and {} rows", labels->rows(), array->rows()),
                             "give one label for each row");
  return read_both(*array, &*labels, rules);
}

}  // namespace discreet
