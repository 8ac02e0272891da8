// The one place where a loss meets a layout. Everything above is compiled once; this is compiled once for each pair.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include "discreet/base/workers.hpp"
#include "discreet/comm/communicator.hpp"
#include "discreet/data/dataset.hpp"
#include "discreet/loss/loss.hpp"
#include "discreet/oracle/kernels/kernels.hpp"
#include "discreet/oracle/row_oracles.hpp"
#include "discreet/oracle/row_state.hpp"
#include "discreet/oracle/stretches.hpp"

namespace discreet {

// Columns is a layout such as DenseColumns<double>. proof: docs/proofs/slopes.md
template <class L, class Columns>
class LinearOracle final : public DualOracle {
  static_assert(Loss<L>);
  using T = typename Columns::Value;

 public:
  LinearOracle(L loss, const Sensitive<Labelled<Columns>>& rows, bool intercept, double normaliser, Machinery machinery)
      : DualOracle(
            {.coordinates = rows.open(OpenKey{}).columns.coordinates() + intercept,
             .intercept = intercept,
             .normaliser = normaliser,
             .rows = machinery.elsewhere.before + rows.open(OpenKey{}).columns.rows() + machinery.elsewhere.after,
             .loss_smoothness = loss.smoothness(),
             .precision = static_cast<double>(std::numeric_limits<T>::epsilon())},
            machinery.lots),
        loss_(loss),
        columns_(rows.open(OpenKey{}).columns),
        labels_(rows.open(OpenKey{}).labels),
        stretches_(columns_, machinery),
        state_(columns_.rows()) {
    if constexpr (kSigned && !kSparse) negative_.resize(labels_.size() / 8 + 8);
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      if constexpr (kShifted) state_.margin(i) = -labels_[i];
      if constexpr (kSigned && kSparse)
        if (labels_[i] < 0) state_.set_negative(i);
      if constexpr (kSigned && !kSparse)
        negative_[i / 8] = static_cast<std::uint8_t>(negative_[i / 8] | (labels_[i] < 0) << (i % 8));
    }
  }

  void restart(std::span<const double> weights) override;
  void move(Coordinate j, double distance) override;
  void move_all(std::span<const double> distances) override;
  ScalarQuery rows_beyond(Payment payment, double threshold) override;
  void forget_duals() override { duals_.assign(columns_.rows(), 0.0); }

  ScalarQuery bounded_risk(Payment payment, double most) override;
  Sensitive<double> risk() override;
  Sensitive<Eigen::VectorXd> gradient() override;
  Sensitive<Eigen::MatrixXd> curvature(std::span<const Coordinate> among) override;
  Sensitive<double> dual_cost() override;
  Sensitive<double> longest_slope() override;
  Sensitive<std::vector<double>> margins() override;
  Sensitive<std::vector<double>> labels() override;

 private:
  using Stretch = typename Stretches<Columns>::Stretch;
  static constexpr bool kShifted = L::label_role == LabelRole::shift, kSigned = L::label_role == LabelRole::sign;
  static constexpr bool kSparse = Columns::kSparse;

  std::int64_t slope_cells(Coordinate j, const Grid& grid) override;
  std::vector<std::int64_t> all_slope_cells(std::span<const double> factors, double limit, double row_clip) override;
  std::vector<std::int64_t> block_slope_cells(const BlockGrid& grid) override;
  std::vector<std::int64_t> batch_slope_cells(const Batch& batch, const BatchGrid& grid) override;
  std::vector<std::int64_t> dual_cells(const Batch& numbers, const DualGrid& grid) override;
  std::vector<std::int64_t> primal_cells(std::span<const Coordinate> block, const DualGrid& grid) override;
  void frame_changed(std::optional<double> shrunk_to) override;
  // What a question goes by besides the rows: all processes must go by the same.
  const Communicator& processes() const { return *stretches_.machinery().communicator; }

  bool is_intercept(Coordinate j) const { return j.value == columns_.coordinates(); }
  T centre(Coordinate j) const { return static_cast<T>(frame().centres[j.value]); }
  // Calls visit(i, x) for the rows of a stretch, from `from` on, that are not zero in a coordinate.
  template <class F>
  void each_value(Coordinate j, const Stretch& stretch, std::size_t from, std::size_t count, F&& visit) const;
  template <class F>
  void each_value(Coordinate j, const Stretch& stretch, F&& visit) const {
    each_value(j, stretch, 0, stretch.rows, visit);
  }
  bool worth_threads(Coordinate j) const;
  std::int64_t dense_cells(Coordinate j, const Grid& grid, const Stretch& stretch);
  std::int64_t sparse_cells(Coordinate j, const Grid& grid, const Stretch& stretch);
  std::int64_t settled_cells(Coordinate j, T factor, T limit, const Stretch& stretch);
  struct Everywhere {  // what a walk over all coordinates is told, the same for all stretches
    AlignedVector<T> factors, distances;
    T limit;
    bool ball, still_owed;
  };
  void all_dense_cells(const Everywhere& all, const Stretch& stretch, std::int64_t* sums);
  void all_sparse_cells(const Everywhere& all, const Stretch& stretch, std::int64_t* sums);

  // The column of a coordinate over a stretch of rows, for the dense walk; ones for the intercept.
  Strand<T> strand(Coordinate j, const Stretch& stretch) const {
    if constexpr (!kSparse)
      if (!is_intercept(j)) return {stretch.column(j), centre(j)};
    return {};
  }
  void settle();  // does the moves that are owed
  template <class S>
  void point_to_rows(S& sweep, const Stretch& stretch);
  void set_radius(double radius);  // of the ball that thresholds are for
  // Calls allow(row, threshold) with what each row's derivative may be for its part in the block to stay in the ball,
  // rounded down. The ball is one in units of the roots of `smoothness`, which has a number for each coordinate.
  template <class F>
  void each_threshold(std::span<const Coordinate> block, std::span<const double> smoothness, double radius,
                      F&& allow) const;
  void fill_thresholds(AlignedVector<T>& thresholds, std::span<const Coordinate> block,
                       std::span<const double> smoothness, double radius) const;
  void fill_row_view(bool plain);
  std::span<const std::uint32_t> own_part(const Batch& batch);
  // Of a label that is a sign nothing else counts, in the kernels and here, so that no derivative is steeper than the
  // loss says, whatever was sealed. Elsewhere what is not a number counts as zero.
  double label(std::size_t row) const {
    if constexpr (kSigned) return labels_[row] < 0 ? -1 : 1;
    const double value = static_cast<double>(labels_[row]);
    return std::isfinite(value) ? value : 0;
  }
  double margin(std::size_t row) const { return static_cast<double>(state_.margin(row)) + (kShifted ? label(row) : 0); }
  double derivative(std::size_t row) const {
    const T seen = kShifted ? T{0} : kSigned ? static_cast<T>(label(row)) : labels_[row];
    return static_cast<double>(loss_.derivative(state_.margin(row), seen));
  }

  L loss_;
  const Columns& columns_;
  const AlignedVector<T>& labels_;
  Stretches<Columns> stretches_;
  // Margins are less the labels if kShifted. Thresholds are radius / norm of the row in the frame, rounded down; 0 if
  // that norm is not finite.
  std::conditional_t<kSparse, RowPairs<T>, RowStreams<T>> state_;
  std::vector<std::uint8_t> negative_;  // dense rows: a bit for each label that is, when only its sign counts
  AlignedVector<T> part_thresholds_;    // the thresholds of the block that was asked for last
  // For batches, made when the first one is asked for in a frame.
  using RowView = std::conditional_t<kSparse, SparseRows<T>, DenseRows<T>>;
  std::optional<RowView> row_view_;
  AlignedVector<T> plain_thresholds_;  // 1 / norm of the row in its own units, if asked for
  struct BatchRoom {
    Batch own;                              // its rows that are held here
    AlignedVector<T> point, less, factors;  // a number for each coordinate
    AlignedVector<T> labels, allowed;       // a number for each row
  } batch_room_;
  AlignedVector<T> shrink_;    // what each row is multiplied by; empty if they are as they are
  std::vector<double> duals_;  // each row's own, clipped moves added up; never noised and never told
  double radius_ = 1;
  struct Owed {
    Coordinate j;
    double distance = 0;
  } owed_;
  std::vector<double> owed_to_all_;  // instead, a distance for each coordinate; empty for none
  bool walked_ = false;              // the last question was about all coordinates
};

}  // namespace discreet
