#include "discreet/data/sealing.hpp"

#include <algorithm>

namespace discreet {

template <class T>
Result<void> DenseTable<T>::add(std::span<double> features, std::optional<std::string_view> label) {
  for (std::size_t j = 0; j < features.size(); ++j)
    if (const std::optional<Interval>& bounds = schema_.bounds[j])
      features[j] = std::clamp(features[j], bounds->low, bounds->high);
  builder_.add(features);
  ++rows_;
  if (!label) return {};
  const Result<double> read = label_reader_.read(*label);
  if (!read) return tl::unexpected(read.error());
  const std::optional<Interval>& bounds = schema_.target_bounds;
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
    builder_.standardise();
    if (rules_->task == Task::regression) {
      double sum = 0;
      for (const T label : labels_) sum += static_cast<double>(label);
      const T mean = static_cast<T>(sum / static_cast<double>(rows_));
      for (T& label : labels_) label -= mean;
    }
  }
  return Dataset{std::move(schema_), rows_,
                 Sensitive<Labelled<DenseColumns<T>>>({std::move(builder_).finish(), std::move(labels_)})};
}

template class DenseTable<float>;
template class DenseTable<double>;

}  // namespace discreet
