#include "discreet/oracle/proximal_newton.hpp"

namespace discreet {

double arriving_slope(const WeightedPenalty& penalty, const Eigen::VectorXd& point, const Eigen::VectorXd& way) {
  double sum = 0;
  for (Eigen::Index j = 0; j < point.size(); ++j) {
    if (way[j] == 0) continue;
    const auto [low, high] = penalty.slopes(coordinate_at(j), point[j]);
    sum += way[j] * (way[j] > 0 ? low : high);
  }
  return sum;
}

Eigen::VectorXd proximal_moves(const WeightedPenalty& penalty, const Eigen::VectorXd& w,
                               const Eigen::VectorXd& gradient, const Eigen::VectorXd& smoothness) {
  Eigen::VectorXd moves(w.size());
  for (Eigen::Index j = 0; j < w.size(); ++j) {
    const double m = smoothness[j];
    const double next = penalty.prox(coordinate_at(j), w[j] - gradient[j] / m, 1 / m);
    moves[j] = std::sqrt(m) * std::abs(next - w[j]);
  }
  return moves;
}

std::vector<Coordinate> working_set(const Eigen::VectorXd& w, const Eigen::VectorXd& moves) {
  constexpr std::size_t kSmall = 512, kMost = 8192;
  std::vector<Coordinate> set;
  for (Eigen::Index j = 0; j < w.size(); ++j)
    if (static_cast<std::size_t>(w.size()) <= kSmall || w[j] != 0 || moves[j] > 0) set.push_back(coordinate_at(j));
  const auto taken = [&] {
    return static_cast<std::size_t>(std::count_if(
        set.begin(), set.end(), [&](Coordinate j) { return w[static_cast<Eigen::Index>(j.value)] != 0; }));
  };
  const std::size_t most = set.size() <= kSmall ? kSmall : std::clamp(2 * taken(), kSmall, kMost);
  if (set.size() > most) {
    const auto eager = [&](Coordinate j) { return moves[static_cast<Eigen::Index>(j.value)]; };
    std::nth_element(set.begin(), set.begin() + static_cast<std::ptrdiff_t>(most), set.end(),
                     [&](Coordinate a, Coordinate b) { return eager(a) > eager(b); });
    set.resize(most);
  }
  return set;
}

}  // namespace discreet
