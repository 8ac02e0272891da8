#include "discreet/oracle/group_tally.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "discreet/base/contract.hpp"
#include "discreet/base/subnormal.hpp"

namespace discreet {
namespace {

// The scores of the rows of one block, class after class for each row.
struct Scores {
  Scores(const LinearScores& given, std::size_t count) : by(&given), each(given.weights.size()), values(count * each) {
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t k = 0; k < each; ++k) values[i * each + k] = given.intercepts[k];
  }
  void add(std::size_t i, std::size_t j, double x) {
    for (std::size_t k = 0; k < each; ++k) values[i * each + k] += by->weights[k][j] * x;
  }
  // What is not a number is never above anything: such a row gets the first class.
  std::uint32_t predicted(std::size_t i) const {
    const double* row = values.data() + i * each;
    if (each == 1) return row[0] > 0;
    return static_cast<std::uint32_t>(std::max_element(row, row + each) - row);
  }
  double margin(std::size_t i, std::uint32_t label) const {
    const double* row = values.data() + i * each;
    if (each == 1) return label == 1 ? row[0] : -row[0];
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < each; ++k)
      if (k != label) best = std::max(best, row[k]);
    return row[label] - best;
  }

  const LinearScores* by;
  std::size_t each;
  std::vector<double> values;
};

// The number of a label, or one past the last for what is none.
std::uint32_t class_of(double label, std::size_t classes) {
  if (classes == 2) return label > 0;
  const bool known = label >= 0 && label < static_cast<double>(classes);
  return static_cast<std::uint32_t>(known ? label : static_cast<double>(classes));
}

void check(const LinearScores& scores, std::size_t features) {
  require(!scores.weights.empty() && scores.weights.size() == scores.intercepts.size() && scores.weights.size() != 2,
          "two classes have one vector of weights, more have one each");
  for (const auto& weights : scores.weights) require(weights.size() == features, "each feature has its weight");
}

}  // namespace

GroupTally::GroupTally(const Dataset& data, const GroupColumn& groups, Judges judges)
    : data_(&data), groups_(&groups), judges_(std::move(judges)) {
  check(judges_.model, data.features());
  if (judges_.other) {
    check(*judges_.other, data.features());
    require(judges_.other->classes() == judges_.model.classes(), "both models have the same classes");
  }
  require(groups.rows == data.rows && !groups.values.empty(), "each row has its group");
  require(!judges_.reach || judges_.reach->scales.empty() || judges_.reach->scales.size() == data.features(),
          "each feature has its scale");
}

std::size_t GroupTally::cells() const {
  const std::size_t classes = judges_.model.classes();
  return groups_->values.size() * classes * classes * (judges_.reach ? 2 : 1);
}

std::size_t GroupTally::cell(std::size_t group, std::size_t label, std::size_t predicted, bool near) const {
  const std::size_t classes = judges_.model.classes(), plain = (group * classes + label) * classes + predicted;
  return judges_.reach ? 2 * plain + near : plain;
}

template <class C, class F>
void GroupTally::judge(const Labelled<C>& rows, F&& visit) const {
  const SubnormalsAreZero flushed;
  const std::vector<std::uint32_t>& groups = groups_->codes.open(OpenKey{});
  const MarginReach reach = judges_.reach.value_or(MarginReach{});
  const std::size_t classes = judges_.model.classes();
  const double factor = classes > 2 ? std::sqrt(2.0) : 1;
  for (const auto& block : rows.columns.blocks()) {
    Scores model(judges_.model, block.rows), other(judges_.other ? *judges_.other : judges_.model, block.rows);
    std::vector<double> squares(block.rows, reach.constant * reach.constant);
    for (std::size_t j = 0; j < rows.columns.coordinates(); ++j) {
      const double scale = reach.scales.empty() ? 1 : reach.scales[j];
      block.each_value(Coordinate{j}, 0, block.rows, [&](std::size_t i, auto value) {
        const double x = static_cast<double>(value);
        model.add(i, j, x);
        if (judges_.other) other.add(i, j, x);
        squares[i] += scale * scale * x * x;
      });
    }
    for (std::size_t i = 0; i < block.rows; ++i) {
      JudgedRow row;
      row.group = groups[block.first + i];
      row.label = class_of(static_cast<double>(rows.labels[block.first + i]), classes);
      if (row.group >= groups_->values.size() || row.label >= classes) continue;
      row.predicted = model.predicted(i);
      row.margin = model.margin(i, row.label);
      row.length = factor * std::sqrt(squares[i]);
      if (judges_.other) {
        row.predicted_by_other = other.predicted(i);
        row.margin_by_other = other.margin(i, row.label);
      }
      visit(row);
    }
  }
}

template <class F>
void GroupTally::each_row(F&& visit) const {
  std::visit([&](const auto& rows) { judge(rows.open(OpenKey{}), visit); }, data_->sealed);
}

template <class G>
auto GroupTally::ask(G group) const {
  const std::int64_t unit = group.lattice().cells_per_unit();
  std::vector<std::int64_t> sums(cells(), 0);
  each_row([&](const JudgedRow& row) {
    const bool near = judges_.reach && !(std::abs(row.margin) > judges_.reach->of(row.length));
    sums[cell(row.group, row.label, row.predicted, near)] += unit;
  });
  return group.ask(Sensitive(std::move(sums)), std::vector<double>(cells(), 1 / static_cast<double>(unit)));
}

VectorQuery GroupTally::counts(Payment payment) const {
  return ask(Group(std::move(payment), RowBound::histograms(1), data_->rows, BoundKey{}));
}

LaplaceVectorQuery GroupTally::laplace_counts(Payment payment) const {
  return ask(LaplaceGroup(std::move(payment), SumBound::histograms(1), data_->rows, BoundKey{}));
}

Sensitive<std::vector<JudgedRow>> GroupTally::exact_rows() const {
  std::vector<JudgedRow> all;
  each_row([&](const JudgedRow& row) { all.push_back(row); });
  return Sensitive(std::move(all));
}

}  // namespace discreet
