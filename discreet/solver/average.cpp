#include "discreet/solver/average.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace discreet {
namespace {

void set_all(Iterate& w, const std::vector<double>& weights) {
  for (std::size_t j = 0; j < weights.size(); ++j) w.set(Coordinate{j}, weights[j]);
}

std::size_t first_update(const Averaging& averaging, std::size_t updates) {
  if (averaging.kind != Averaging::Kind::tail) return 0;
  const double kept = std::clamp(averaging.fraction, 0.0, 1.0) * static_cast<double>(updates);
  return updates - std::min(updates, static_cast<std::size_t>(std::llround(kept)));
}

}  // namespace

std::string name_of(const Averaging& averaging) {
  switch (averaging.kind) {
    case Averaging::Kind::none:
      return "none";
    case Averaging::Kind::tail:
      return fmt::format("tail:{}", averaging.fraction);
    case Averaging::Kind::periodic:
      return fmt::format("periodic:{}", averaging.periods);
  }
  return {};
}

std::vector<double> LazyMean::mean(std::span<const double> current, std::size_t now) const {
  std::vector<double> result(current.begin(), current.end());
  if (now == start_) return result;
  for (std::size_t j = 0; j < result.size(); ++j)
    result[j] = (sum_[j] + result[j] * static_cast<double>(now - since_[j])) / static_cast<double>(now - start_);
  return result;
}

Averager::Averager(Averaging averaging, std::size_t coordinates, std::size_t updates)
    : averaging_(averaging), updates_(updates), start_(first_update(averaging, updates)), mean_(coordinates, start_) {}

bool Averager::end_period(Iterate& w, Oracle& oracle) {
  // Periods end as evenly as whole updates allow; the last one ends with the run.
  if (now_ < (period_ + 1) * updates_ / averaging_.periods) return false;
  ++period_;
  set_all(w, mean_.mean(w.weights(), now_));
  oracle.restart(w.weights());
  mean_ = LazyMean(w.size(), now_);
  return true;
}

Iterate Averager::finish(Iterate w) const {
  if (averaging_.kind == Averaging::Kind::tail && now_ > start_) set_all(w, mean_.mean(w.weights(), now_));
  return w;
}

}  // namespace discreet
