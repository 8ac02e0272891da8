#include "discreet/audit/canary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/base/contract.hpp"
#include "discreet/base/public_random.hpp"
#include "discreet/data/arrays.hpp"

namespace discreet {
namespace {

AuditRow along(const Bait& bait, std::size_t axis, double label) {
  AuditRow row{std::vector<double>(bait.features, 0.0), label};
  row.x[std::min(axis, bait.features - 1)] = bait.length;
  return row;
}

AuditRow everywhere(const Bait& bait, double value, double label) {
  return {std::vector<double>(bait.features, value), label};
}

AuditRow normal_row(const Bait& bait, PublicRandom& random) {
  AuditRow row;
  double sum = random.normal();
  for (std::size_t k = 0; k < bait.features; ++k) sum += row.x.emplace_back(random.normal());
  // Numbers, counts or classes, as the labels of the bait are.
  const bool classes = bait.none == bait.plus;
  row.y = classes ? (sum > 0 ? bait.plus : bait.minus) : bait.minus < 0 ? sum : std::floor(std::exp(0.3 * sum));
  return row;
}

// A row without a label to pull with is only as long as it is: it must be longer than what rows are scaled into.
Bait farther(const Bait& bait) {
  Bait far = bait;
  far.length *= 100;
  return far;
}

using Pair = std::pair<AuditRow, AuditRow>;
constexpr Canary kCanaries[] = {
    {"opposite", "slopes in a ball, batches, dual moves, minima",
     [](const Bait& b) -> Pair {
       return {along(b, 0, b.plus), along(b, 0, b.minus)};
     }},
    {"everywhere", "slopes that are clipped one by one",
     [](const Bait& b) -> Pair {
       return {everywhere(b, b.length, b.plus), everywhere(b, b.length, b.minus)};
     }},
    {"elsewhere", "choices",
     [](const Bait& b) -> Pair {
       return {along(b, 0, b.plus), along(b, 1, b.plus)};
     }},
    {"turned", "products of columns",
     [](const Bait& b) -> Pair {
       const Bait far = farther(b);
       return {along(far, 0, b.none), along(far, 1, b.none)};
     }},
    {"size", "counts of values by their size",
     [](const Bait& b) -> Pair {
       return {everywhere(b, 1e-3 * b.length, b.none), everywhere(b, 1e3 * b.length, b.plus)};
     }},
    {"strange", "values that are not numbers",
     [](const Bait& b) -> Pair {
       return {everywhere(b, std::numeric_limits<double>::quiet_NaN(), b.plus), along(b, 0, b.minus)};
     }},
    {"typical", "nothing: how far ordinary rows are from the worst case",
     [](const Bait& b) -> Pair {
       PublicRandom random(7);
       AuditRow first = normal_row(b, random), second = normal_row(b, random);
       return {std::move(first), std::move(second)};
     }},
};

std::vector<AuditRow> others(const Stage& stage) {
  std::vector<AuditRow> rows;
  PublicRandom random(1);
  const std::size_t count = stage.rows - 1;
  // About the slope at zero, which is that of a label of 1 for counts and of 0 for numbers.
  const double level = stage.bait.minus < 0 ? 0 : 1;
  for (std::size_t i = 0; i < count; ++i) {
    rows.push_back(everywhere(stage.bait, 0, stage.bait.none));
    if (stage.background == Background::quiet || (count % 2 == 1 && i + 1 == count)) continue;
    rows.back().y = level + (i % 2 == 0 ? 1 : -1);
    if (stage.background == Background::labels) continue;
    rows.back().x = i % 2 == 0 ? normal_row(stage.bait, random).x : rows[i - 1].x;
  }
  return rows;
}

// A dataset of these rows, by the rules of any other.
Result<Dataset> dataset_of(std::span<const AuditRow> rows, std::size_t features, const IngestRules& rules) {
  std::vector<double> values(rows.size() * features), labels;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t k = 0; k < features; ++k) values[i * features + k] = rows[i].x[k];
    labels.push_back(rows[i].y);
  }
  ArrayNames names;
  for (std::size_t k = 0; k < features; ++k) names.features.push_back(fmt::format("x{}", k + 1));
  names.target = "y";
  if (rules.task == Task::classification) names.classes = {"-1", "1"};
  // Row after row, which is copied: the memory here does not outlive this call.
  const ArrayView<double> view{values.data(), rows.size(), features, static_cast<std::ptrdiff_t>(features), 1};
  require(rows.size() > 1 && !is_borrowed(view, rules), "the rows of an audit are copied");
  return seal_array(view, labels, names, rules);
}

}  // namespace

std::span<const Canary> all_canaries() { return kCanaries; }

Result<std::vector<const Canary*>> canaries_named(const std::string& text, std::string_view solver, bool one_by_one) {
  const std::string_view worst = solver == "moments" ? "turned" : one_by_one ? "everywhere" : "opposite";
  const std::string_view wanted = text == "worst" ? worst : std::string_view(text);
  std::vector<const Canary*> found;
  std::vector<std::string_view> names{"worst", "all"};
  for (const Canary& canary : kCanaries) {
    names.push_back(canary.name);
    if (wanted == "all" || wanted == canary.name) found.push_back(&canary);
  }
  if (!found.empty()) return found;
  return wrong(Fault::usage, fmt::format("--canary {}: there is no such pair of rows", text),
               fmt::format("there are: {}", fmt::join(names, ", ")));
}

Result<NeighbouringData> neighbours(const Canary& canary, const Stage& stage) {
  std::vector<AuditRow> rows = others(stage);
  auto [first, second] = canary.rows(stage.bait);
  std::vector<AuditRow> without = rows;
  rows.push_back(std::move(first));
  // A row that contributes nothing is one that is not there: sums are divided by the same public number.
  if (stage.neighbours == Neighbours::replace_one)
    without.push_back(std::move(second));
  else if (stage.numbered)
    without.push_back(everywhere(stage.bait, 0, stage.bait.none));
  auto here = dataset_of(rows, stage.bait.features, stage.rules);
  if (!here) return tl::unexpected(here.error());
  auto there = dataset_of(without, stage.bait.features, stage.rules);
  if (!there) return tl::unexpected(there.error());
  return NeighbouringData{*std::move(here), *std::move(there)};
}

}  // namespace discreet
