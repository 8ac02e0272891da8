#include "discreet/research/told_lots.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "discreet/base/contract.hpp"
#include "discreet/base/subnormal.hpp"
#include "discreet/data/row_view.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/loss/all.hpp"
#include "discreet/oracle/linear_oracle_cells_inl.hpp"
#include "discreet/research/keys.hpp"
#include "discreet/research/published_move.hpp"

namespace discreet {
namespace {

struct PublishedMove {
  std::function<double(double dual, double label, double margin, double crowd)> move;
  bool signed_labels = false;  // only their signs count
};

PublishedMove move_of(const std::string& loss) {
  PublishedMove found;
  const Result<void> known = with_named<EveryLoss>("loss", loss, std::nullopt, [&]<class L>(const L& named) {
    found.signed_labels = L::label_role == LabelRole::sign;
    if constexpr (HasDual<L>)
      found.move = [named](double dual, double label, double margin, double crowd) {
        return published_dual_move(named, dual, label, margin, crowd);
      };
  });
  require(known && found.move != nullptr, "the loss has a dual");
  return found;
}

template <class T, class F>
void along_row(const DenseRows<T>& rows, std::size_t coordinates, std::size_t i, F&& visit) {
  const T* x = rows.row(i);
  for (std::size_t j = 0; j < coordinates; ++j) visit(j, static_cast<double>(x[j]));
}
template <class T, class F>
void along_row(const SparseRows<T>& rows, std::size_t, std::size_t i, F&& visit) {
  const auto row = rows.row(i);
  for (std::size_t k = 0; k < row.count; ++k) visit(row.coordinates[k], static_cast<double>(row.values[k]));
}

// The rows of one layout, with how far each may move: 1 over its length, rounded down.
template <class Columns>
class Walk {
  using T = typename Columns::Value;
  using Rows = std::conditional_t<Columns::kSparse, SparseRows<T>, DenseRows<T>>;

 public:
  Walk(const Labelled<Columns>& data, PublishedMove move, bool intercept, double normaliser)
      : labels_(data.labels),
        move_(std::move(move)),
        coordinates_(data.columns.coordinates() + intercept),
        normaliser_(normaliser),
        rows_(data.columns, std::vector<T>(data.columns.coordinates()), intercept) {
    const SubnormalsAreZero flushed;
    // As for the balls of LinearOracle: more than what rounding can add, and a floor above what underflow can take.
    const double slack = 16 * static_cast<double>(std::numeric_limits<T>::epsilon()) +
                         static_cast<double>(coordinates_ + 8) * std::numeric_limits<double>::epsilon();
    const double floor = std::numeric_limits<double>::min() * 2 * static_cast<double>(coordinates_);
    for (std::size_t i = 0; i < data.columns.rows(); ++i) {
      double square = floor;
      along_row(rows_, coordinates_, i, [&](std::size_t, double x) { square += x * x; });
      const double threshold = (1 - slack) / std::sqrt(square);
      thresholds_.push_back(std::isfinite(square) ? rounded_down<T>(threshold) : T{0});
    }
  }

  template <class Question>
  std::vector<std::int64_t> cells(const Question& asked) const {
    const SubnormalsAreZero flushed;
    const double slack = 1 - 4 * std::numeric_limits<double>::epsilon();
    std::vector<std::int64_t> cells(asked.lot.size() + coordinates_, 0);
    const std::span<std::int64_t> sums = std::span(cells).subspan(asked.lot.size());
    const auto on_grid = [&](double x) { return std::llrint(std::clamp(x, -asked.limit, asked.limit)); };
    for (std::size_t k = 0; k < asked.lot.size(); ++k) {
      const std::size_t i = asked.lot[k];
      double margin = 0, square = 0;
      along_row(rows_, coordinates_, i, [&](std::size_t j, double x) {
        margin += x * asked.step.point[j];
        square += x * x / (asked.step.ridge[j] * normaliser_);
      });
      const double wanted = move_.move(asked.duals[k], label(i), margin, asked.step.crowd * square);
      // Within `most`, and within `most` when it is multiplied by the row.
      const double allowed = std::min(1.0, static_cast<double>(thresholds_[i])) * asked.most * slack;
      const double move = std::isfinite(wanted) ? std::clamp(wanted, -allowed, allowed) : 0;
      if (move == 0) continue;  // as for every row that has no length
      cells[k] = on_grid(move * asked.factor);
      along_row(rows_, coordinates_, i, [&](std::size_t j, double x) { sums[j] += on_grid(x * move * asked.factor); });
    }
    return cells;
  }

 private:
  // As the loss has it, whatever was sealed; what is not a number counts as zero.
  double label(std::size_t i) const {
    if (move_.signed_labels) return labels_[i] < 0 ? -1 : 1;
    const double value = static_cast<double>(labels_[i]);
    return std::isfinite(value) ? value : 0;
  }

  const AlignedVector<T>& labels_;
  PublishedMove move_;
  std::size_t coordinates_;
  double normaliser_;
  Rows rows_;
  std::vector<T> thresholds_;
};

void require_told_step(const DualStep& step, std::size_t coordinates) {
  require(step.point.size() == coordinates && step.ridge.size() == coordinates,
          "a dual step has a weight and a penalty for each coordinate");
  require(std::all_of(step.ridge.begin(), step.ridge.end(), [](double a) { return a > 0 && std::isfinite(a); }),
          "dual variables are for penalties that hold every coordinate");
  require(step.crowd > 0 && std::isfinite(step.crowd), "a crowd is a positive number");
}

}  // namespace

ToldRows::ToldRows(const Dataset& data, const std::string& loss, bool intercept, double normaliser)
    : normaliser_(normaliser) {
  require(data.processes == nullptr || data.processes->ranks() == 1,
          "rows whose variables are told are in one process");
  std::visit(
      [&]<class C>(const Sealed<C>& sealed) {
        const Labelled<C>& rows = sealed.open(ResearchKeys::open());
        rows_ = rows.columns.rows();
        coordinates_ = rows.columns.coordinates() + intercept;
        const auto walk = std::make_shared<const Walk<C>>(rows, move_of(loss), intercept, normaliser);
        cells_ = [walk](const Question& question) { return Sensitive(walk->cells(question)); };
      },
      data.sealed);
}

ToldLots ToldRows::lots(Payment payment, double most) const { return {*this, std::move(payment), most}; }

// A row's move and the move times the row have a length of at most `most` each, so of a unit together.
ToldLots::ToldLots(const ToldRows& rows, Payment payment, double most)
    : rows_(&rows),
      most_(most),
      group_(std::move(payment), RowBound::ball(1, rows.coordinates_ + 1), rows.rows_, ResearchKeys::bound()),
      asked_(rows.rows_, false) {
  require(most > 0 && std::isfinite(most), "a clipping threshold is a positive number");
}

VectorQuery ToldLots::moves(const DualStep& step, std::span<const std::uint32_t> lot, std::span<const double> duals) {
  require_told_step(step, rows_->coordinates_);
  require(lot.size() == duals.size(), "a dual variable has been told for each row");
  for (const std::uint32_t i : lot) {
    require(i < asked_.size() && !asked_[i], "every row is in one lot at most");
    asked_[i] = true;
  }
  const double cells = static_cast<double>(group_.lattice().cells_per_unit()), unit = std::sqrt(2.0) * most_;
  std::vector<double> worth(lot.size(), unit / cells);
  worth.resize(lot.size() + rows_->coordinates_, unit / cells / rows_->normaliser_);
  return group_.ask(rows_->cells_({step, lot, duals, cells / unit, cells, most_}), std::move(worth));
}

}  // namespace discreet
