#include "discreet/oracle/softmax_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/base/contract.hpp"

namespace discreet {
namespace {

Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i); }

// Rows that are worked on at a time: their values stay in the cache.
constexpr std::size_t kRows = 256;

// Whose scores are added up side by side, which hides how long an addition takes.
constexpr std::size_t kTogether = 4;
static_assert(kRows % kTogether == 0);

// The scores of a few rows, each by itself and in the order of the coordinates. A product of matrices would add in an
// order that depends on where a row stands among the others: its rounding, and with it what the row contributes, would
// tell about them.
void add_scores(const Eigen::MatrixXd& weights, const double* rows, Eigen::MatrixXd& scores, std::size_t first) {
  const auto length = static_cast<std::size_t>(weights.rows());
  for (Eigen::Index k = 0; k < weights.cols(); ++k) {
    const double* weight = weights.col(k).data();
    double sums[kTogether] = {};
    for (std::size_t j = 0; j < length; ++j)
      for (std::size_t r = 0; r < kTogether; ++r) sums[r] += weight[j] * rows[r * length + j];
    for (std::size_t r = 0; r < kTogether; ++r) scores(k, at(first + r)) = sums[r];
  }
}

}  // namespace

SoftmaxOracle::SoftmaxOracle(const Dataset& data, std::size_t classes, bool intercept, double normaliser,
                             Machinery machinery)
    : gateway_(data, normaliser, machinery), features_(data.features()), classes_(classes), intercept_(intercept) {
  require(classes >= 2, "there are classes to tell apart");
}

void SoftmaxOracle::set_frame(Frame frame) {
  require(frame.smoothness.size() == coordinates() && frame.centres.size() == coordinates(),
          "a frame has a smoothness and a centre for each coordinate");
  require(
      std::all_of(frame.smoothness.begin(), frame.smoothness.end(), [](double m) { return m > 0 && std::isfinite(m); }),
      "smoothness constants are positive numbers");
  frame_ = std::move(frame);
  roots_ = Eigen::Map<const Eigen::VectorXd>(frame_.smoothness.data(), at(coordinates())).cwiseSqrt();
}

Eigen::MatrixXd SoftmaxOracle::in_frame(std::span<const double> point) const {
  require(point.size() == numbers() && roots_.size() == at(coordinates()), "there is a frame, and a weight for each");
  const Eigen::Map<const Eigen::MatrixXd> weights(point.data(), at(coordinates()), at(classes_));
  return roots_.asDiagonal() * weights;  // one column a class
}

// Calls visit(row, x, slopes, loss) for each row of a stretch that counts: its values in the frame, and the slopes of
// its loss along the scores.
template <class Visit>
void SoftmaxOracle::each_row(const auto& rows, const auto& stretch, const Eigen::MatrixXd& weights,
                             Visit&& visit) const {
  Eigen::MatrixXd scores(at(classes_), at(kRows));
  for (std::size_t from = 0; from < stretch.rows; from += kRows) {
    const std::size_t some = std::min(kRows, stretch.rows - from);
    Eigen::MatrixXd values(at(coordinates()), at((some + kTogether - 1) / kTogether * kTogether));
    for (std::size_t k = 0; k < features_; ++k) {
      const double centre = frame_.centres[k], root = roots_[at(k)];
      values.row(at(k)).setConstant(-centre / root);  // what sparse columns leave out
      stretch.block->each_value(Coordinate{k}, stretch.offset + from, some, [&](std::size_t i, auto x) {
        values(at(k), at(i)) = (static_cast<double>(x) - centre) / root;
      });
    }
    if (intercept_) values.row(at(features_)).setConstant(1 / roots_[at(features_)]);
    for (std::size_t i = 0; i < some; i += kTogether) add_scores(weights, values.col(at(i)).data(), scores, i);
    for (std::size_t i = 0; i < some; ++i) {
      const double label = static_cast<double>(rows.labels[stretch.first + from + i]);
      if (!(label >= 0 && label < static_cast<double>(classes_))) continue;  // counts as zero
      const std::span<double> slopes(scores.col(at(i)).data(), classes_);
      const double loss = Softmax::slopes(slopes, static_cast<std::size_t>(label));
      if (std::isfinite(loss))
        visit(from + i, std::span<const double>(values.col(at(i)).data(), coordinates()), slopes, loss);
    }
  }
}

namespace {

// Never less than it is: what squares lose by underflow is less than what the sum starts from.
double norm(std::span<const double> values) {
  double square = static_cast<double>(values.size()) * std::numeric_limits<double>::min();
  for (const double x : values) square += x * x;
  return std::sqrt(square);
}

}  // namespace

VectorQuery SoftmaxOracle::slopes(Payment payment, double radius, std::span<const double> point) const {
  require(radius > 1e-90 && radius < 1e90, "a radius is a number whose square is one too");
  const Eigen::MatrixXd weights = in_frame(point);
  // More than the roundings of the norms and of the products can add.
  const double slack = static_cast<double>(numbers() + 32) * std::numeric_limits<double>::epsilon();
  const auto map = [&](const auto& rows, const auto& stretch, double cells, auto&& add) {
    std::vector<double> products(numbers());
    each_row(rows, stretch, weights,
             [&](std::size_t i, std::span<const double> x, std::span<const double> slopes, double) {
               const double length = norm(x) * norm(slopes);
               if (!std::isfinite(length)) return;
               const double factor = (1 - slack) * cells / std::max(radius, length);
               double* product = products.data();
               for (const double slope : slopes) {
                 const double times = slope * factor;
                 for (const double value : x) *product++ = times * value;
               }
               add(i, std::span<const double>(products));
             });
  };
  std::vector<double> worth(numbers());
  for (std::size_t k = 0; k < worth.size(); ++k) worth[k] = radius * roots_[at(k % coordinates())];
  return gateway_.row_balls(std::move(payment), std::move(worth), map);
}

ScalarQuery SoftmaxOracle::rows_beyond(Payment payment, double radius, std::span<const double> point) const {
  const Eigen::MatrixXd weights = in_frame(point);
  const auto map = [&](const auto& rows, const auto& stretch, auto&& add) {
    each_row(rows, stretch, weights,
             [&](std::size_t i, std::span<const double> x, std::span<const double> slopes, double) {
               const double length = norm(x) * norm(slopes);
               if (std::isfinite(length) && length > radius) add(i, std::size_t{0});
             });
  };
  return gateway_.row_share(std::move(payment), map);
}

Sensitive<double> SoftmaxOracle::risk(std::span<const double> point) const {
  const Eigen::MatrixXd weights = in_frame(point);
  return gateway_.sealed([&](const auto& rows, const auto& stretches) {
    double sum = 0;
    stretches.in_order([&](const auto& stretch) {
      each_row(rows, stretch, weights, [&](std::size_t, auto, auto, double loss) { sum += loss; });
    });
    return sum / gateway_.normaliser();
  });
}

Sensitive<Eigen::VectorXd> SoftmaxOracle::gradient(std::span<const double> point) const {
  const Eigen::MatrixXd weights = in_frame(point);
  return gateway_.sealed([&](const auto& rows, const auto& stretches) {
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(at(coordinates()), at(classes_));
    stretches.in_order([&](const auto& stretch) {
      each_row(rows, stretch, weights,
               [&](std::size_t, std::span<const double> x, std::span<const double> slopes, double) {
                 for (std::size_t k = 0; k < slopes.size(); ++k)
                   sum.col(at(k)) += slopes[k] * Eigen::Map<const Eigen::VectorXd>(x.data(), at(x.size()));
               });
    });
    sum = roots_.asDiagonal() * sum / gateway_.normaliser();
    return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(sum.data(), sum.size()));
  });
}

}  // namespace discreet
