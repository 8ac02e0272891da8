#include "discreet/data/sealing.hpp"

#include <algorithm>

namespace discreet {

template <class T>
Result<void> DenseTable<T>::add(std::span<double> features, std::optional<std::string_view> label) {
  for (std::size_t j = 0; j < features.size(); ++j)
    if (const std::optional<Interval>& bounds = schema_.bounds[j])
      features[j] = std::clamp(features[j], bounds->low, bounds->high);
  if (rows_ == kMostRows) return wrong(Fault::data, "there are more rows than sums in 64 bits can hold");
  builder_.add(features);
  ++rows_;
  if (!label) return {};
  const Result<double> read = label_reader_.read(*label);
  if (!read) return tl::unexpected(read.error());
  const std::optional<Interval>& bounds = schema_.target_bounds;  // of a number; classes have none
  labels_.push_back(static_cast<T>(bounds ? std::clamp(*read, bounds->low, bounds->high) : *read));
  return {};
}

template <class T>
Result<Dataset> DenseTable<T>::seal() && {
  if (labels_.empty())
    labels_.assign(rows_, T{0});
  else if (const Result<void> finished = label_reader_.finish(labels_, schema_); !finished)
    return tl::unexpected(finished.error());
  labels_.shrink_to_fit();
  if (rules_->standardise) {
    auto [means, deviations] = builder_.moments();
    double sum = 0;
    if (rules_->task == Task::regression)
      for (const T label : labels_) sum += static_cast<double>(label);
    schema_.standardisation = {std::move(means), std::move(deviations), sum / static_cast<double>(rows_)};
  } else if (rules_->standardisation) {
    schema_.standardisation = rules_->standardisation;
  }
  if (const auto& units = schema_.standardisation) {
    builder_.rescale(units->means, units->deviations);
    for (T& label : labels_) label = static_cast<T>(static_cast<double>(label) - units->target_mean);
  }
  return Dataset{std::move(schema_), rows_,
                 Sensitive<Labelled<DenseColumns<T>>>({std::move(builder_).finish(), std::move(labels_)})};
}

template class DenseTable<float>;
template class DenseTable<double>;

}  // namespace discreet
