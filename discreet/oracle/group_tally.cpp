#include "discreet/oracle/group_tally.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "discreet/base/contract.hpp"

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
  if (judges_.reach)
    for (const auto* each : {&judges_.reach->scales, &judges_.reach->centres})
      require(each->empty() || each->size() == data.features(), "each feature has its scale and its centre");
}

std::size_t GroupTally::cells() const {
  const std::size_t classes = judges_.model.classes();
  return groups_->values.size() * classes * classes * (judges_.reach ? 2 : 1);
}

std::size_t GroupTally::cell(std::size_t group, std::size_t label, std::size_t predicted, bool near) const {
  const std::size_t classes = judges_.model.classes(), plain = (group * classes + label) * classes + predicted;
  return judges_.reach ? 2 * plain + near : plain;
}

// Calls visit(i, row) for the rows of a stretch that have a group and a label that is known.
template <class Visit>
void GroupTally::judge(const auto& rows, const auto& stretch, const std::vector<std::uint32_t>& groups,
                       Visit&& visit) const {
  const MarginReach reach = judges_.reach.value_or(MarginReach{});
  const std::size_t classes = judges_.model.classes();
  const double factor = classes > 2 ? std::sqrt(2.0) : 1;
  Scores model(judges_.model, stretch.rows), other(judges_.other ? *judges_.other : judges_.model, stretch.rows);
  std::vector<double> squares(stretch.rows, reach.constant * reach.constant);
  constexpr bool sparse = std::remove_cvref_t<decltype(rows.columns)>::kSparse;
  double nothing = 0;  // what a row without values has beside the constant
  for (std::size_t j = 0; j < rows.columns.coordinates(); ++j) {
    const double scale = reach.scales.empty() ? 1 : reach.scales[j],
                 centre = reach.centres.empty() ? 0 : reach.centres[j];
    const double of_none = sparse ? scale * centre * scale * centre : 0;
    each_value(rows, stretch, j, [&](std::size_t i, double x) {
      model.add(i, j, x);
      if (judges_.other) other.add(i, j, x);
      const double away = scale * (x - centre);
      squares[i] += away * away - of_none;
    });
    nothing += of_none;
  }
  for (std::size_t i = 0; i < stretch.rows; ++i) {
    JudgedRow row;
    row.group = groups[stretch.first + i];
    row.label = class_of(static_cast<double>(rows.labels[stretch.first + i]), classes);
    if (row.group >= groups_->values.size() || row.label >= classes) continue;
    row.predicted = model.predicted(i);
    row.margin = model.margin(i, row.label);
    row.length = factor * std::sqrt(std::max(0.0, squares[i] + nothing));
    if (judges_.other) {
      row.predicted_by_other = other.predicted(i);
      row.margin_by_other = other.margin(i, row.label);
    }
    visit(i, row);
  }
}

template <class G>
auto GroupTally::ask(Payment payment) const {
  const auto map = [&](const auto& rows, const auto& stretch, auto&& add, const std::vector<std::uint32_t>& groups) {
    judge(rows, stretch, groups, [&](std::size_t i, const JudgedRow& row) {
      const bool near = judges_.reach && !(std::abs(row.margin) > judges_.reach->of(row.length));
      add(i, cell(row.group, row.label, row.predicted, near));
    });
  };
  return gateway().template row_marks<G>(std::move(payment), 1, cells(), map, groups_->codes);
}

VectorQuery GroupTally::counts(Payment payment) const { return ask<Group>(std::move(payment)); }

LaplaceVectorQuery GroupTally::laplace_counts(Payment payment) const { return ask<LaplaceGroup>(std::move(payment)); }

Sensitive<std::vector<JudgedRow>> GroupTally::exact_rows() const {
  return gateway().sealed(
      [&](const auto& rows, const auto& stretches, const std::vector<std::uint32_t>& groups) {
        std::vector<JudgedRow> all;
        stretches.in_order([&](const auto& stretch) {
          judge(rows, stretch, groups, [&](std::size_t, const JudgedRow& row) { all.push_back(row); });
        });
        return all;
      },
      groups_->codes);
}

Sensitive<std::vector<ColumnMoments>> GroupTally::exact_moments() const {
  return gateway().sealed([](const auto& rows, const auto& stretches) {
    std::vector<ColumnMoments> moments(rows.columns.coordinates());
    const double n = static_cast<double>(rows.labels.size());
    const auto each = [&](auto&& add) {
      stretches.in_order([&](const auto& stretch) {
        for (std::size_t j = 0; j < moments.size(); ++j)
          count_values(rows, stretch, j,
                       [&](double x, std::int64_t times) { add(moments[j], x, static_cast<double>(times) / n); });
      });
    };
    each([](ColumnMoments& column, double x, double share) { column.mean += share * x; });
    each([](ColumnMoments& column, double x, double share) {
      column.deviation += share * (x - column.mean) * (x - column.mean);
    });
    for (ColumnMoments& column : moments) column.deviation = std::sqrt(column.deviation);
    return moments;
  });
}

}  // namespace discreet
