#include "discreet/data/arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "discreet/base/contract.hpp"
#include "discreet/data/borrowed_columns.hpp"
#include "discreet/data/sealing.hpp"

namespace discreet {
namespace {

struct Chosen {
  Schema schema;
  std::vector<std::size_t> kept;  // columns that become features
};

Result<Chosen> choose(const ArrayNames& names, std::size_t columns, const IngestRules& rules) {
  require(names.features.size() == columns, "every column has a name");
  const auto known = [&](const std::string& name) {
    return std::find(names.features.begin(), names.features.end(), name) != names.features.end();
  };
  const auto unknown = [&](std::string_view option, const std::string& name) {
    return wrong(Fault::usage, fmt::format("{}: there is no column '{}'", option, name),
                 fmt::format("the columns are {} to {}", names.features.front(), names.features.back()));
  };
  if (columns == 0) return wrong(Fault::usage, "no column is left to learn from", "leave out a --drop");
  if (!rules.categories.empty()) return wrong(Fault::usage, "--categorical: an array has numbers only", "leave it out");
  if (!rules.target.empty() && rules.target != names.target) return unknown("--target", rules.target);
  if (rules.width && *rules.width != columns)
    return wrong(Fault::usage, fmt::format("--features {}: the array has {}", *rules.width, columns),
                 "leave --features out: it is needed for sparse files and plans");
  for (const std::string& name : rules.dropped)
    if (!known(name)) return unknown("--drop", name);
  for (const auto& [name, bounds] : rules.bounds)
    if (!known(name) && name != names.target) return unknown("declared bounds", name);
  Chosen chosen;
  chosen.schema.target = names.target;
  for (std::size_t k = 0; k < columns; ++k) {
    const std::string& name = names.features[k];
    if (rules.dropped.contains(name)) continue;
    const auto bounds = rules.bounds.find(name);
    chosen.schema.features.push_back(name);
    chosen.schema.bounds.push_back(bounds == rules.bounds.end() ? std::nullopt : std::optional(bounds->second));
    chosen.kept.push_back(k);
  }
  if (chosen.kept.empty()) return wrong(Fault::usage, "no column is left to learn from", "leave out a --drop");
  const auto of_target = bounds_of_target(rules, names.target);
  if (!of_target) return tl::unexpected(of_target.error());
  chosen.schema.target_bounds = *of_target;
  return chosen;
}

// Classes are the numbers -1 and +1 on the way in; their names are put back afterwards.
IngestRules with_numbered_classes(IngestRules rules, const ArrayNames& names) {
  if (rules.task == Task::classification) {
    require(names.classes.has_value(), "classes have names");
    rules.classes = {"-1", "1"};
    rules.classes_from_data = false;
  }
  return rules;
}

Result<Dataset> named(Result<Dataset> sealed, const ArrayNames& names, const IngestRules& rules) {
  if (sealed && names.classes && !sealed->schema.classes[0].empty()) sealed->schema.classes = *names.classes;
  if (sealed) sealed->schema.classes_from_data = rules.classes_from_data;
  return sealed;
}

template <class To, class T>
Result<Dataset> copied(const ArrayView<T>& array, std::span<const double> labels, Chosen chosen,
                       const IngestRules& rules) {
  DenseTable<To> table(std::move(chosen.schema), rules);
  std::vector<double> row(chosen.kept.size());
  for (std::size_t i = 0; i < array.rows; ++i) {
    const T* from = array.values + static_cast<std::ptrdiff_t>(i) * array.row_step;
    for (std::size_t k = 0; k < row.size(); ++k)
      row[k] = static_cast<double>(from[static_cast<std::ptrdiff_t>(chosen.kept[k]) * array.column_step]);
    if (const Result<void> added = table.add(row, fmt::format("{}", labels[i])); !added)
      return tl::unexpected(added.error());
  }
  return std::move(table).seal();
}

template <class T>
Result<Dataset> borrowed(const ArrayView<T>& array, std::span<const double> labels, Chosen chosen,
                         const IngestRules& rules) {
  LabelColumn<T> column(rules);
  for (const double label : labels)
    if (const Result<void> added = column.add(fmt::format("{}", label), chosen.schema.target_bounds); !added)
      return tl::unexpected(added.error());
  Result<AlignedVector<T>> finished = std::move(column).finish(chosen.schema);
  if (!finished) return tl::unexpected(finished.error());
  return Dataset{std::move(chosen.schema), array.rows,
                 Sealed<DenseColumns<T>>({columns_over(array.values, array.rows, array.columns,
                                                       static_cast<std::size_t>(array.column_step)),
                                          *std::move(finished)})};
}

template <class To, class T>
Result<Dataset> copied(const CompressedRows<T>& rows, std::span<const double> labels, Chosen chosen,
                       const IngestRules& rules) {
  constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
  std::vector<std::uint32_t> places(rows.columns, kNowhere);
  for (std::size_t k = 0; k < chosen.kept.size(); ++k) places[chosen.kept[k]] = static_cast<std::uint32_t>(k);
  SparseTable<To> table(chosen.schema.target_bounds, rules);
  std::vector<SparseEntry> row;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    row.clear();
    for (auto at = static_cast<std::size_t>(rows.starts[i]); at < static_cast<std::size_t>(rows.starts[i + 1]); ++at) {
      const std::uint32_t place = places.at(static_cast<std::size_t>(rows.indices[at]));
      if (place == kNowhere) continue;
      const double value = static_cast<double>(rows.values[at]);
      const auto& bounds = chosen.schema.bounds[place];
      row.push_back({place, bounds ? std::clamp(value, bounds->low, bounds->high) : value});
    }
    if (const Result<void> added = table.add(row, fmt::format("{}", labels[i])); !added)
      return tl::unexpected(added.error());
  }
  return std::move(table).seal(std::move(chosen.schema));
}

}  // namespace

template <class T>
bool is_borrowed(const ArrayView<T>& array, const IngestRules& rules) {
  const bool same = (rules.precision == Precision::float32) == std::is_same_v<T, float>;
  return same && array.row_step == 1 && array.column_step >= static_cast<std::ptrdiff_t>(array.rows) &&
         rules.dropped.empty() && rules.bounds.empty() && !rules.row_norm && !rules.standardise;
}

template <class T>
Result<Dataset> seal_array(const ArrayView<T>& array, std::span<const double> labels, const ArrayNames& names,
                           const IngestRules& rules) {
  require(labels.size() == array.rows, "every row has a label");
  Result<Chosen> chosen = choose(names, array.columns, rules);
  if (!chosen) return tl::unexpected(chosen.error());
  const IngestRules numbered = with_numbered_classes(rules, names);
  if (is_borrowed(array, rules)) return named(borrowed(array, labels, *std::move(chosen), numbered), names, rules);
  return named(rules.precision == Precision::float32 ? copied<float>(array, labels, *std::move(chosen), numbered)
                                                     : copied<double>(array, labels, *std::move(chosen), numbered),
               names, rules);
}

template <class T>
Result<Dataset> seal_rows(const CompressedRows<T>& rows, std::span<const double> labels, const ArrayNames& names,
                          const IngestRules& rules) {
  require(rows.starts.size() == labels.size() + 1, "every row has a label");
  if (rules.standardise)
    return wrong(Fault::usage, "--standardise: sparse columns are not centred, which would fill them", "leave it out");
  if (rows.columns > SparseBuilder<double>::kMostCoordinates)
    return wrong(Fault::usage,
                 fmt::format("{} columns are more than {}", rows.columns, SparseBuilder<double>::kMostCoordinates),
                 "leave out columns beforehand");
  for (const auto& [name, bounds] : rules.bounds)
    if (name != names.target && !(bounds.low <= 0 && bounds.high >= 0))
      return wrong(Fault::usage, fmt::format("bounds of '{}': those of a sparse feature have zero between them", name),
                   "what is not written is zero: declare bounds on both sides of it");
  Result<Chosen> chosen = choose(names, rows.columns, rules);
  if (!chosen) return tl::unexpected(chosen.error());
  const IngestRules numbered = with_numbered_classes(rules, names);
  return named(rules.precision == Precision::float32 ? copied<float>(rows, labels, *std::move(chosen), numbered)
                                                     : copied<double>(rows, labels, *std::move(chosen), numbered),
               names, rules);
}

template bool is_borrowed(const ArrayView<float>&, const IngestRules&);
template bool is_borrowed(const ArrayView<double>&, const IngestRules&);
template Result<Dataset> seal_array(const ArrayView<float>&, std::span<const double>, const ArrayNames&,
                                    const IngestRules&);
template Result<Dataset> seal_array(const ArrayView<double>&, std::span<const double>, const ArrayNames&,
                                    const IngestRules&);
template Result<Dataset> seal_rows(const CompressedRows<float>&, std::span<const double>, const ArrayNames&,
                                   const IngestRules&);
template Result<Dataset> seal_rows(const CompressedRows<double>&, std::span<const double>, const ArrayNames&,
                                   const IngestRules&);

}  // namespace discreet
