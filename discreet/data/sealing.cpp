#include "discreet/data/sealing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "discreet/base/contract.hpp"
#include "discreet/base/subnormal.hpp"
#include "discreet/data/row_sink.hpp"

namespace discreet {
namespace {

constexpr std::string_view kTooMany = "there are more rows than sums in 64 bits can hold";

}  // namespace

std::size_t rows_everywhere(const IngestRules& rules, std::size_t mine) {
  auto all = static_cast<std::int64_t>(mine);
  if (rules.processes) rules.processes->sum({&all, 1});
  return static_cast<std::size_t>(all);
}

std::uint64_t largest_everywhere(const IngestRules& rules, std::uint64_t mine) {
  if (!rules.processes) return mine;
  const auto number = static_cast<std::int64_t>(mine);
  const std::vector<std::int64_t> all = gathered(*rules.processes, {&number, 1});
  return static_cast<std::uint64_t>(*std::max_element(all.begin(), all.end()));
}

Result<RowCount> counted(const IngestRules& rules, std::size_t mine) {
  RowCount count{mine, {}};
  if (rules.processes) {
    const auto rows = static_cast<std::int64_t>(mine);
    const std::vector<std::int64_t> all = gathered(*rules.processes, {&rows, 1});
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
      const auto there = static_cast<std::size_t>(all[rank]);
      if (rank != rules.processes->rank()) count.all += there;
      if (rank < rules.processes->rank()) count.elsewhere.before += there;
    }
    count.elsewhere.after = count.all - mine - count.elsewhere.before;
  }
  if (count.all > kMostRows) return wrong(Fault::data, std::string(kTooMany));
  return count;
}

template <class T>
Result<void> LabelColumn<T>::add(std::optional<std::string_view> label, const std::optional<Interval>& bounds) {
  if (rows_ == kMostRows) return wrong(Fault::data, std::string(kTooMany));
  ++rows_;
  if (!label) return {};
  require(!bounds || rules_->task != Task::classification, "a class has no bounds");
  const Result<double> read = reader_.read(*label);
  if (!read) return tl::unexpected(read.error());
  labels_.push_back(stored<T>(bounds ? std::clamp(*read, bounds->low, bounds->high) : *read));
  return {};
}

template <class T>
Result<void> LabelColumn<T>::add(double label, const std::optional<Interval>& bounds) {
  const bool itself = rules_->task == Task::regression || (rules_->task == Task::counts && label >= 0);
  if (!itself || rows_ == kMostRows) return add(fmt::format("{}", label), bounds);
  ++rows_;
  labels_.push_back(stored<T>(bounds ? std::clamp(label, bounds->low, bounds->high) : label));
  return {};
}

template <class T>
Result<AlignedVector<T>> LabelColumn<T>::finish(Schema& schema) && {
  if (labels_.empty() && !shared_)
    labels_.assign(rows_, T{0});
  else if (const Result<void> finished = reader_.finish(labels_, schema); !finished)
    return tl::unexpected(finished.error());
  labels_.shrink_to_fit();
  return std::move(labels_);
}

template <class T>
Result<void> DenseTable<T>::add(std::span<double> features, std::optional<std::string_view> label) {
  for (std::size_t j = 0; j < features.size(); ++j)
    if (const std::optional<Interval>& bounds = schema_.bounds[j])
      features[j] = std::clamp(features[j], bounds->low, bounds->high);
  if (const Result<void> added = labels_.add(rules_->elsewhere ? std::nullopt : label, schema_.target_bounds); !added)
    return added;
  if (rules_->row_norm) {
    Shrinking row(rules_->row_norm);
    for (const double value : features) row.see(value);
    for (double& value : features) value *= row.factor();
  }
  if (rules_->elsewhere) return rules_->elsewhere->add(schema_, features, label);
  builder_.add(features);
  return {};
}

template <class T>
Result<Dataset> DenseTable<T>::seal() && {
  const Result<RowCount> count = counted(*rules_, rows());
  if (!count) return tl::unexpected(count.error());
  schema_.row_norm = rules_->row_norm;
  if (rules_->elsewhere)
    return Dataset{std::move(schema_), count->all, Sealed<DenseColumns<T>>({std::move(builder_).finish(), {}})};
  Result<AlignedVector<T>> labels = std::move(labels_).finish(schema_);
  if (!labels) return tl::unexpected(labels.error());
  if (rules_->standardise) {
    auto [means, deviations] = builder_.moments();
    double sum = 0;
    if (rules_->task == Task::regression)
      for (const T label : *labels) sum += static_cast<double>(label);
    schema_.standardisation = {std::move(means), std::move(deviations), sum / static_cast<double>(count->all)};
  } else if (rules_->standardisation) {
    schema_.standardisation = rules_->standardisation;
  }
  if (const auto& units = schema_.standardisation) {
    builder_.rescale(units->means, units->deviations);
    for (T& label : *labels) label = stored<T>(static_cast<double>(label) - units->target_mean);
  }
  return Dataset{std::move(schema_), count->all,
                 Sealed<DenseColumns<T>>({std::move(builder_).finish(), *std::move(labels)}), count->elsewhere,
                 rules_->processes};
}

template <class T>
Result<void> SparseTable<T>::add(std::span<const SparseEntry> row, std::optional<std::string_view> label) {
  if (const Result<void> added = labels_.add(label, target_bounds_); !added) return added;
  if (rules_->row_norm) {
    Shrinking length(rules_->row_norm);
    for (const SparseEntry& entry : row) length.see(entry.value);
    shrunk_.assign(row.begin(), row.end());
    for (SparseEntry& entry : shrunk_) entry.value *= length.factor();
    row = shrunk_;
  }
  builder_.add(row);
  return {};
}

template <class T>
Result<Dataset> SparseTable<T>::seal(Schema schema) && {
  const Result<RowCount> count = counted(*rules_, rows());
  if (!count) return tl::unexpected(count.error());
  const std::size_t features = schema.features.size();
  schema.row_norm = rules_->row_norm;
  Result<AlignedVector<T>> labels = std::move(labels_).finish(schema);
  if (!labels) return tl::unexpected(labels.error());
  return Dataset{std::move(schema), count->all,
                 Sealed<SparseColumns<T>>({std::move(builder_).finish(features), *std::move(labels)}), count->elsewhere,
                 rules_->processes};
}

template class LabelColumn<float>;
template class LabelColumn<double>;
template class DenseTable<float>;
template class DenseTable<double>;
template class SparseTable<float>;
template class SparseTable<double>;

}  // namespace discreet
