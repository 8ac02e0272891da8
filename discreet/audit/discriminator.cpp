#include "discreet/audit/discriminator.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <iterator>

namespace discreet {
namespace {

constexpr std::size_t kLongest = 100'000, kMany = 64, kFew = 6;
constexpr std::size_t kCells = 12;

// Runs may differ in how much they release; what was not released counts as zero, and so does what is no number.
double at(std::span<const double> seen, std::size_t index) {
  return index < seen.size() && std::isfinite(seen[index]) ? seen[index] : 0;
}

template <class Use>
void each(const Runs& here, const Runs& there, Use&& use) {
  for (const auto& run : here) use(run, true);
  for (const auto& run : there) use(run, false);
}

}  // namespace

Discriminator::Discriminator(const Runs& here, const Runs& there) {
  std::size_t longest = 0;
  each(here, there, [&](const std::vector<double>& run, bool) { longest = std::max(longest, run.size()); });
  for (std::size_t k = 0; k < std::min(longest, kLongest); ++k) {
    double sums[2] = {}, square = 0;
    each(here, there, [&](const std::vector<double>& run, bool is_here) { sums[is_here] += at(run, k); });
    const double here_mean = sums[1] / static_cast<double>(here.size()),
                 there_mean = sums[0] / static_cast<double>(there.size()), mean = 0.5 * (here_mean + there_mean);
    each(here, there, [&](const std::vector<double>& run, bool) { square += std::pow(at(run, k) - mean, 2); });
    const double scale = std::sqrt(square / static_cast<double>(here.size() + there.size()));
    if (scale > 1e-12 * std::abs(mean) && scale > 0 && std::isfinite(scale))
      numbers_.push_back({k, mean, scale, std::abs(here_mean - there_mean) / scale});
  }
  std::stable_sort(numbers_.begin(), numbers_.end(),
                   [](const Number& a, const Number& b) { return a.apart > b.apart; });
  if (numbers_.size() > kMany) numbers_.erase(numbers_.begin() + kMany, numbers_.end());
  draw_line(here, there, 0, kMany);
  draw_line(here, there, 1, kFew);
  count_cells(here, there);
}

void Discriminator::draw_line(const Runs& here, const Runs& there, std::size_t way, std::size_t most) {
  const auto size = static_cast<Eigen::Index>(std::min(most, numbers_.size()));
  if (size == 0) return;
  Eigen::VectorXd means[2] = {Eigen::VectorXd::Zero(size), Eigen::VectorXd::Zero(size)};
  Eigen::MatrixXd spread = Eigen::MatrixXd::Zero(size, size);
  Eigen::VectorXd z(size);
  each(here, there, [&](const std::vector<double>& run, bool is_here) {
    for (Eigen::Index k = 0; k < size; ++k) {
      const Number& number = numbers_[static_cast<std::size_t>(k)];
      z[k] = (at(run, number.index) - number.mean) / number.scale;
    }
    means[is_here] += z / static_cast<double>(is_here ? here.size() : there.size());
    spread.selfadjointView<Eigen::Lower>().rankUpdate(z, 1 / static_cast<double>(here.size() + there.size()));
  });
  // Of both together, about their common mean: that changes the length of the line's direction and nothing else.
  spread.diagonal().array() += 1e-6;
  const Eigen::VectorXd slopes = spread.selfadjointView<Eigen::Lower>().ldlt().solve(means[1] - means[0]);
  for (Eigen::Index k = 0; k < size; ++k)
    numbers_[static_cast<std::size_t>(k)].slopes[way] = std::isfinite(slopes[k]) ? slopes[k] : 0;
}

void Discriminator::count_cells(const Runs& here, const Runs& there) {
  std::vector<double> values;
  for (Number& number : numbers_) {
    values.clear();
    each(here, there, [&](const std::vector<double>& run, bool) { values.push_back(at(run, number.index)); });
    std::sort(values.begin(), values.end());
    for (std::size_t c = 1; c < kCells; ++c) {
      const double edge = values[c * values.size() / kCells];
      if (edge > values.front() && (number.edges.empty() || edge > number.edges.back())) number.edges.push_back(edge);
    }
    std::vector<double> counts[2];
    for (auto& side : counts) side.assign(number.edges.size() + 1, 0.5);
    each(here, there, [&](const std::vector<double>& run, bool is_here) {
      const auto cell = std::upper_bound(number.edges.begin(), number.edges.end(), at(run, number.index));
      ++counts[is_here][static_cast<std::size_t>(cell - number.edges.begin())];
    });
    for (std::size_t c = 0; c < counts[0].size(); ++c)
      number.evidence.push_back(
          std::log(counts[1][c] / counts[0][c] * static_cast<double>(there.size()) / static_cast<double>(here.size())));
  }
}

double Discriminator::score(std::size_t way, std::span<const double> seen) const {
  double sum = 0;
  for (const Number& number : numbers_) {
    const double value = at(seen, number.index);
    if (way < std::size(number.slopes)) {
      sum += number.slopes[way] * (value - number.mean) / number.scale;
    } else {
      const auto cell = std::upper_bound(number.edges.begin(), number.edges.end(), value);
      sum += number.evidence[static_cast<std::size_t>(cell - number.edges.begin())];
    }
  }
  return sum;
}

}  // namespace discreet
