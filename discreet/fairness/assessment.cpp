#include "discreet/fairness/assessment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/fit/grants.hpp"
#include "discreet/privacy/ledger.hpp"

namespace discreet {
namespace {

// Calls visit(part, row).
template <class F>
void each_in_parts(std::span<const JudgedRow> rows, const GroupParts& parts, F&& visit) {
  for (const JudgedRow& row : rows) visit(parts.index(row.group, row.label), row);
}

std::vector<AccuracyBounds> bounded(const std::vector<std::vector<MarginRow>>& parts, bool search = true) {
  std::vector<AccuracyBounds> found;
  for (const auto& part : parts) found.push_back(bounds_of(part, search));
  return found;
}

std::vector<AccuracyBounds> both_known(std::span<const JudgedRow> rows, const GroupParts& parts) {
  std::vector<std::vector<MarginRow>> all(parts.rows.size());
  each_in_parts(rows, parts, [&](std::size_t part, const JudgedRow& row) {
    all[part].push_back({margin_ratio(row.margin, std::abs(row.margin - row.margin_by_other)), row.right()});
  });
  return bounded(all);
}

std::vector<PartReport> reports_of(std::span<const JudgedRow> rows, const GroupParts& parts) {
  std::vector<std::vector<double>> margins(parts.rows.size());
  std::vector<double> sums(parts.rows.size());
  each_in_parts(rows, parts, [&](std::size_t part, const JudgedRow& row) {
    margins[part].push_back(row.length > 0 ? row.margin / row.length : 0);
    sums[part] += 1 / margin_ratio(row.margin, row.length);
  });
  const std::vector<double> accuracies = accuracies_of(rows, parts);
  std::vector<PartReport> reports;
  for (std::size_t r = 0; r < parts.groups; ++r)
    for (std::size_t y = 0; y < parts.labels; ++y) {
      const std::size_t part = parts.index(r, y);
      PartReport report{r, y, parts.rows[part], accuracies[part], 0, {}};
      if (!margins[part].empty()) {
        report.lipschitz = sums[part] / parts.rows[part];
        std::sort(margins[part].begin(), margins[part].end());
        for (const double share : kMarginShares)
          report.margins.push_back(
              margins[part][static_cast<std::size_t>(share * static_cast<double>(margins[part].size() - 1))]);
      }
      reports.push_back(std::move(report));
    }
  return reports;
}

struct Bounded {
  std::vector<std::vector<AccuracyBounds>> by_distance;
  std::optional<std::vector<AccuracyBounds>> both_known;
  std::optional<std::vector<double>> other_accuracies;
};

NotionReport report_of(Notion notion, const GroupParts& parts, const Assessment& found, const Bounded& bounds) {
  NotionReport report{notion, 0, std::vector<double>(bounds.by_distance.size()), {}, {}};
  std::vector<double> accuracies, values, others;
  for (const PartReport& part : found.parts) accuracies.push_back(part.accuracy);
  for (FairnessLevel& level : levels_of(notion, parts, found.desirable)) {
    LevelReport line;
    line.level = std::move(level);
    if (line.level.defined) {
      line.value = line.level.value(accuracies);
      values.push_back(line.value);
      for (std::size_t k = 0; k < accuracies.size(); ++k)
        if (line.level.weights[k] != 0) line.lipschitz += std::abs(line.level.weights[k]) * found.parts[k].lipschitz;
      for (std::size_t d = 0; d < bounds.by_distance.size(); ++d) {
        line.bounds.push_back(bounds_of(line.level, bounds.by_distance[d]));
        report.aggregate_bounds[d] += line.bounds.back().change();
      }
      if (bounds.other_accuracies) {
        line.by_reference = line.level.value(*bounds.other_accuracies);
        others.push_back(*line.by_reference);
        line.both_known = bounds_of(line.level, *bounds.both_known);
      }
    }
    report.levels.push_back(std::move(line));
  }
  report.aggregate = aggregate(values);
  if (bounds.other_accuracies) report.aggregate_by_reference = aggregate(others);
  for (double& bound : report.aggregate_bounds) bound /= static_cast<double>(std::max<std::size_t>(values.size(), 1));
  return report;
}

}  // namespace

GroupParts parts_of(std::span<const JudgedRow> rows, std::size_t groups, std::size_t classes) {
  GroupParts parts{groups, classes, std::vector<double>(groups * classes)};
  for (const JudgedRow& row : rows) ++parts.rows[parts.index(row.group, row.label)];
  return parts;
}

std::vector<double> accuracies_of(std::span<const JudgedRow> rows, const GroupParts& parts, bool by_other) {
  std::vector<double> found(parts.rows.size());
  each_in_parts(rows, parts, [&](std::size_t part, const JudgedRow& row) {
    found[part] += (by_other ? row.predicted_by_other : row.predicted) == row.label;
  });
  for (std::size_t k = 0; k < found.size(); ++k)
    if (parts.rows[k] > 0) found[k] /= parts.rows[k];
  return found;
}

std::vector<AccuracyBounds> bounds_in_parts(std::span<const JudgedRow> rows, const GroupParts& parts,
                                            const MarginReach& reach, bool search) {
  std::vector<std::vector<MarginRow>> all(parts.rows.size());
  each_in_parts(rows, parts, [&](std::size_t part, const JudgedRow& row) {
    all[part].push_back({margin_ratio(row.margin, reach.of(row.length)), row.right()});
  });
  return bounded(all, search);
}

Result<Assessment> assess(const Dataset& data, const GroupColumn& groups, const FairnessSubject& subject,
                          FairnessQuestion question) {
  if (groups.rows != data.rows)
    return wrong(Fault::data, "the column of the groups has another number of rows than the data");
  const std::size_t classes = subject.classes.size();
  if (classes > 2) {
    if (question.notions.size() == 1 && question.notions[0] == Notion::demographic_parity)
      return wrong(Fault::usage, "demographic-parity is for two classes", "choose another --measure");
    std::erase(question.notions, Notion::demographic_parity);
  }
  std::vector<std::string> caveats;  // whoever shows the figures says it
  Permit permit = Grants::exact_answers("fairness", caveats, std::string(kFairnessCaveat));
  Exposure exposure;
  const auto judged_by = [&](const MarginReach& reach) {
    const GroupTally tally(data, groups, {subject.scores, subject.other, reach});
    return Exact::release(permit.pay("fairness"), tally.exact_rows()).value(exposure);
  };
  const GroupTally tally(data, groups, {subject.scores});
  const auto seen = Exact::release(permit.pay("fairness"), tally.exact_moments()).value(exposure);
  question.distance.units = column_units(subject.first(), data.sparse(), seen);

  Assessment found{groups.name, groups.values, subject.classes, 0, question.desirable, {}, {}, {}, {}};
  found.judged = judged_by(question.distance.units.reach(0));
  if (found.judged.empty())
    return wrong(Fault::usage, fmt::format("--group {}: no row is in any of the groups", groups.name),
                 "check the values of --groups");
  found.rows = static_cast<double>(found.judged.size());
  const GroupParts parts = parts_of(found.judged, groups.values.size(), classes);
  found.parts = reports_of(found.judged, parts);
  if (const auto reach = would_be_units(subject, question.distance.units))
    for (const JudgedRow& row : judged_by(*reach))
      question.distance.longest = std::max(question.distance.longest, row.length);
  found.distances = known_distances(subject, question.distance);

  Bounded bounds;
  if (subject.other) {
    bounds.other_accuracies = accuracies_of(found.judged, parts, true);
    bounds.both_known = both_known(found.judged, parts);
  }
  for (const KnownDistance& distance : found.distances) {
    found.judged = judged_by(distance.reach);
    bounds.by_distance.push_back(bounds_in_parts(found.judged, parts, distance.reach));
  }
  for (const Notion notion : question.notions) found.notions.push_back(report_of(notion, parts, found, bounds));
  return found;
}

}  // namespace discreet
