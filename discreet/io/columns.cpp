#include "discreet/io/columns.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <memory>

#include "discreet/data/row_sink.hpp"
#include "discreet/data/sealing.hpp"
#include "discreet/io/column_rules.hpp"

namespace discreet {
namespace {

// What is wrong with the labels of one row, or of all of them.
tl::unexpected<Error> about_labels(const ColumnFile& file, std::optional<std::size_t> row, const Error& error) {
  return wrong(error.fault,
               fmt::format("{}:{} column '{}': {}", file.name(), row ? fmt::format(" row {},", *row + 1) : "",
                           file.description().schema.target, error.message),
               error.hint);
}

// Rows repeat the few words they have, and most numbers of a class are the one before.
class LabelTexts {
 public:
  explicit LabelTexts(const ColumnFile& file) : file_(&file) {}
  Result<std::string_view> operator()(double label) {
    if (!known_ || std::bit_cast<std::uint64_t>(label) != std::bit_cast<std::uint64_t>(label_)) {
      Result<std::string> text = file_->label_text(label);
      if (!text) return tl::unexpected(text.error());
      text_ = *std::move(text);
      label_ = label;
      known_ = true;
    }
    return text_;
  }

 private:
  const ColumnFile* file_;
  bool known_ = false;
  double label_ = 0;
  std::string text_;
};

// The rows of this process, from one on at which columns may be cut.
RowRange own_rows(const ColumnFile& file, const IngestRules& rules) {
  constexpr std::size_t kCut = 8;
  RowRange own = own_rows(rules, file.layout().rows);
  own.first -= own.first % kCut;
  if (own.last != file.layout().rows) own.last -= own.last % kCut;
  return own;
}

double label_of(const ColumnFile& file, std::size_t row) {
  return file.labels(row / file.layout().block_rows)[row % file.layout().block_rows];
}

template <class T>
Result<void> fill(LabelColumn<T>& column, const ColumnFile& file, const IngestRules& rules, const Schema& schema,
                  const RowRange& own) {
  LabelTexts text(file);
  for (std::size_t row = own.first; row < own.last; ++row) {
    const double label = label_of(file, row);
    Result<void> added;
    if (!rules.labelled) {
      added = column.add(std::nullopt, std::nullopt);
    } else if (std::isfinite(label) && rules.task != Task::classification) {
      added = column.add(label, schema.target_bounds);
    } else {
      const Result<std::string_view> written = text(label);
      added = written ? column.add(*written, schema.target_bounds) : tl::unexpected(written.error());
    }
    if (!added) return about_labels(file, row, added.error());
  }
  return {};
}

template <class T>
Result<Dataset> borrowed(const ColumnFile& file, const IngestRules& rules, Schema schema) {
  const RowRange own = own_rows(file, rules);
  LabelColumn<T> column(rules);
  if (const Result<void> filled = agreed(rules, fill(column, file, rules, schema, own)); !filled)
    return tl::unexpected(filled.error());
  const Result<RowCount> count = counted(rules, own.last - own.first);
  if (!count) return tl::unexpected(count.error());
  Result<AlignedVector<T>> labels = std::move(column).finish(schema);
  if (!labels && labels.error().fault == Fault::data) return about_labels(file, std::nullopt, labels.error());
  if (!labels) return tl::unexpected(labels.error());
  return Dataset{std::move(schema), count->all,
                 Sealed<DenseColumns<T>>({file.columns<T>(own.first, own.last - own.first), *std::move(labels)}),
                 count->elsewhere, rules.processes};
}

template <class T>
Result<void> fill(DenseTable<T>& table, const ColumnFile& file, const IngestRules& rules, const ColumnChoice& choice) {
  const RowRange own = own_rows(file, rules);
  LabelTexts text(file);
  std::vector<double> row(choice.kept.size());
  const auto done = std::make_shared<std::size_t>(0);
  if (rules.elsewhere)
    rules.elsewhere->share = [done, rows = file.layout().rows] {
      return static_cast<double>(*done) / static_cast<double>(rows);
    };
  std::size_t at = own.first;
  const DenseColumns<T> columns = file.columns<T>(own.first, own.last - own.first);
  for (const auto& block : columns.blocks())
    for (std::size_t i = 0; i < block.rows; ++i, ++at) {
      for (std::size_t k = 0; k < row.size(); ++k)
        row[k] = static_cast<double>(block.column(Coordinate{choice.kept[k]})[i]);
      Result<std::string_view> label = std::string_view();
      if (rules.labelled) label = text(label_of(file, at));
      if (!label) return about_labels(file, at, label.error());
      if (const Result<void> added = table.add(row, rules.labelled ? std::optional(*label) : std::nullopt); !added)
        return about_labels(file, at, added.error());
      *done = at;
    }
  return {};
}

// Row after row, as from any other file.
template <class T>
Result<Dataset> streamed(const ColumnFile& file, const IngestRules& rules, ColumnChoice choice) {
  const std::uint64_t copy = file.layout().rows * choice.kept.size() * sizeof(T);
  if (!rules.elsewhere && copy > memory_at_hand())
    return wrong(
        Fault::usage,
        fmt::format("{}: the model wants other columns, or other bounds, than the file has, and a copy of them "
                    "is larger than memory",
                    file.name()),
        "use the model on parts of the rows");
  IngestRules shrinking = rules;
  if (rules.row_norm == choice.schema.row_norm) shrinking.row_norm.reset();  // they were, and once is exact
  const std::optional<double> row_norm = rules.row_norm ? rules.row_norm : choice.schema.row_norm;
  DenseTable<T> table(choice.schema, shrinking);
  if (const Result<void> filled = agreed(rules, fill(table, file, rules, choice)); !filled)
    return tl::unexpected(filled.error());
  auto sealed = std::move(table).seal();
  if (!sealed && sealed.error().fault == Fault::data) return about_labels(file, std::nullopt, sealed.error());
  if (sealed) sealed->schema.row_norm = row_norm;
  return sealed;
}

template <class T>
Result<Dataset> read_as(const ColumnFile& file, const IngestRules& rules) {
  const bool by_choice = !rules.features.empty() || rules.elsewhere;
  Result<ColumnChoice> choice = by_choice ? chosen_columns(file, rules) : same_columns(file, rules);
  if (!choice) return tl::unexpected(choice.error());
  return choice->as_they_are && !rules.elsewhere ? borrowed<T>(file, rules, std::move(choice->schema))
                                                 : streamed<T>(file, rules, *std::move(choice));
}

}  // namespace

Result<Dataset> read_columns(ByteStream& stream, const IngestRules& rules) {
  const Result<ColumnFile> file = agreed(rules, ColumnFile::open(stream.name()));
  if (!file) return tl::unexpected(file.error());
  const IngestRules complete = with_labels_of(*file, rules);
  return file->layout().precision == Precision::float32 ? read_as<float>(*file, complete)
                                                        : read_as<double>(*file, complete);
}

}  // namespace discreet
