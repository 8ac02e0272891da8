#include "discreet/fairness/output.hpp"

#include <fmt/format.h>

namespace discreet {
namespace {

Json name_at(const std::vector<std::string>& names, std::optional<std::size_t> at, bool number) {
  if (!at) return nullptr;
  return number ? class_name(names[*at]) : Json(names[*at]);
}

std::string who(const std::vector<std::string>& groups, const std::vector<std::string>& classes,
                std::optional<std::size_t> group, std::optional<std::size_t> label) {
  if (!group) return "all";
  return label ? fmt::format("{}, label {}", groups[*group], classes[*label]) : groups[*group];
}

Json bounds_json(const LevelBounds& bounds) {
  return {{"margin_cdf", bounds.near},
          {"signed", {{"lower", -bounds.down}, {"upper", bounds.up}, {"change", bounds.change()}}},
          {"markov", number_or_word(bounds.markov)},
          {"truncated_markov", number_or_word(bounds.truncated)},
          {"chernoff", bounds.chernoff}};
}

Json level_json(const LevelReport& line, const Assessment& a) {
  Json json{{"group", name_at(a.groups, line.level.group, false)},
            {"label", name_at(a.classes, line.level.label, true)},
            {"level", nullptr}};
  if (!line.level.defined) return json;
  json["level"] = line.value;
  json["lipschitz"] = number_or_word(line.lipschitz);
  Json bounds = Json::array();
  for (std::size_t d = 0; d < a.distances.size(); ++d) {
    Json bound = bounds_json(line.bounds[d]);
    bound["distance"] = a.distances[d].source;
    bounds.push_back(std::move(bound));
  }
  json["bounds"] = std::move(bounds);
  if (line.by_reference) {
    json["reference"] = {{"level", *line.by_reference}, {"difference", line.value - *line.by_reference}};
    json["both_known"] = bounds_json(*line.both_known);
  }
  return json;
}

Json estimate_json(const Estimate& estimate) {
  return {{"value", estimate.value}, {"interval", {estimate.low, estimate.high}}};
}

std::string rule(char c) { return std::string(78, c) + "\n"; }

}  // namespace

Json to_json(const KnownDistance& distance) {
  Json json{{"source", distance.source},
            {"how", distance.how},
            {"value", distance.value},
            {"holds_with_probability", 1 - distance.zeta}};
  if (distance.reach.offset > 0) json["intercept"] = distance.reach.offset;
  if (distance.noise)
    json["output_perturbation"] = {{"sensitivity", distance.noise->sensitivity},
                                   {"deviation", distance.noise->deviation},
                                   {"coordinates", distance.noise->coordinates},
                                   {"epsilon", number_or_word(distance.noise->budget.epsilon.value)},
                                   {"delta", distance.noise->budget.delta.value},
                                   {"published_distance", number_or_word(distance.noise->published)}};
  return json;
}

Json to_json(const Assessment& a) {
  Json parts = Json::array(), measures = Json::array(), distances = Json::array();
  for (const PartReport& part : a.parts) {
    Json quantiles = Json::object();
    for (std::size_t k = 0; k < part.margins.size(); ++k)
      quantiles[fmt::format("{}", kMarginShares[k])] = part.margins[k];
    parts.push_back({{"group", a.groups[part.group]},
                     {"label", class_name(a.classes[part.label])},
                     {"rows", part.rows},
                     {"accuracy", part.rows > 0 ? Json(part.accuracy) : Json(nullptr)},
                     {"lipschitz", number_or_word(part.lipschitz)},
                     {"margins", std::move(quantiles)}});
  }
  for (const NotionReport& notion : a.notions) {
    Json groups = Json::array();
    for (const LevelReport& line : notion.levels) groups.push_back(level_json(line, a));
    Json json{{"measure", name_of(notion.notion)}, {"aggregate", notion.aggregate}, {"groups", std::move(groups)}};
    if (!notion.aggregate_bounds.empty()) json["aggregate_bounds"] = notion.aggregate_bounds;
    if (notion.aggregate_by_reference) json["aggregate_reference"] = *notion.aggregate_by_reference;
    measures.push_back(std::move(json));
  }
  for (const KnownDistance& distance : a.distances) distances.push_back(to_json(distance));
  return {{"group", a.column},
          {"groups", a.groups},
          {"rows", a.rows},
          {"desirable", class_name(a.classes[a.desirable])},
          {"distances", std::move(distances)},
          {"measures", std::move(measures)},
          {"parts", std::move(parts)},
          {"private", false},
          {"caveats", {kFairnessCaveat}},
          {"notices", Json::array()}};
}

std::string text_of(const Assessment& a) {
  std::string text = fmt::format("Fairness by {} on {:.0f} rows ({})\n\n", a.column, a.rows, kFairnessCaveat);
  text +=
      fmt::format("{:<34} {:>8} {:>9} {:>14} {:>10}\n", "rows of", "rows", "accuracy", "median margin", "E[L/|rho|]");
  for (const PartReport& part : a.parts) {
    text += fmt::format("{:<34} {:>8.0f}", who(a.groups, a.classes, part.group, part.label), part.rows);
    text += part.rows > 0
                ? fmt::format(" {:>9.4f} {:>14.4g} {:>10.4g}\n", part.accuracy, part.margins[2], part.lipschitz)
                : std::string("\n");
  }
  if (a.distances.empty())
    text +=
        "\nNo bound: it is not known how far another model may be. Give --reference MODEL or --distance D; or a model "
        "of\n"
        "--solver output, or one without noise and with a strongly convex penalty such as --penalty l2:A.\n";
  for (const KnownDistance& distance : a.distances) {
    text += fmt::format("\nDistance {:.4g}: {}", distance.value, distance.how);
    text += distance.zeta > 0 ? fmt::format("; with probability {:.6g}\n", 1 - distance.zeta) : std::string("\n");
  }
  for (const NotionReport& notion : a.notions) {
    text += "\n" + rule('-') + fmt::format("{} (mean of sizes {:.4f})\n", name_of(notion.notion), notion.aggregate);
    for (const LevelReport& line : notion.levels) {
      const std::string name = who(a.groups, a.classes, line.level.group, line.level.label);
      if (!line.level.defined) {
        text += fmt::format("  {:<32} no rows\n", name);
        continue;
      }
      text += fmt::format("  {:<32} {:>9.4f}", name, line.value);
      if (line.by_reference) text += fmt::format("   reference {:.4f}", *line.by_reference);
      text += "\n";
      for (std::size_t d = 0; d < a.distances.size(); ++d) {
        const LevelBounds& b = line.bounds[d];
        text += fmt::format(
            "    {:<14} in [{:.4f}, {:.4f}]: changes by at most {:.4f}; margins {:.4f}, Chernoff {:.4f}, Markov "
            "{:.4g}\n",
            a.distances[d].source, line.value - b.down, line.value + b.up, b.change(), b.near, b.chernoff, b.markov);
      }
      if (line.both_known)
        text += fmt::format("    {:<14} changes by at most {:.4f}\n", "both known", line.both_known->change());
    }
  }
  return text;
}

Json to_json(const FairnessRelease& r) {
  Json counts = Json::array(), measures = Json::array();
  for (const ReleasedCell& cell : r.cells)
    counts.push_back({{"group", r.groups[cell.group]},
                      {"label", class_name(r.classes[cell.label])},
                      {"prediction", class_name(r.classes[cell.predicted])},
                      {"count", cell.count.value},
                      {"interval", {cell.count.low, cell.count.high}}});
  for (const ReleasedNotion& notion : r.notions) {
    Json groups = Json::array();
    for (const ReleasedLevel& level : notion.levels) {
      Json line{{"group", name_at(r.groups, level.group, false)},
                {"label", name_at(r.classes, level.label, true)},
                {"level", level.level.value},
                {"interval", {level.level.low, level.level.high}}};
      if (level.change) line["change_at_most"] = *level.change;
      groups.push_back(std::move(line));
    }
    measures.push_back({{"measure", name_of(notion.notion)},
                        {"aggregate", notion.aggregate.value},
                        {"aggregate_interval", estimate_json(notion.aggregate)["interval"]},
                        {"groups", std::move(groups)}});
  }
  return {{"group", r.column},
          {"groups", r.groups},
          {"confidence", r.confidence},
          {"noise", r.law == NoisyCounts::Law::normal ? "gaussian" : "laplace"},
          {"noise_scale", r.scale},
          {"distances", r.distance ? Json::array({to_json(*r.distance)}) : Json::array()},
          {"counts", std::move(counts)},
          {"measures", std::move(measures)},
          {"private", r.label.is_private()},
          {"caveats", r.label.all_caveats()},
          {"notices", r.label.all_notices()},
          {"privacy", privacy_json(r.label)}};
}

std::string text_of(const FairnessRelease& r) {
  std::string text = fmt::format(
      "Fairness by {}, from counts with noise: epsilon {:.6g} spent. All intervals hold at once with probability {}.\n",
      r.column, r.label.spent.value, r.confidence);
  for (const std::string& caveat : r.label.all_caveats()) text += fmt::format("NOT PRIVATE: {}\n", caveat);
  for (const std::string& notice : r.label.all_notices()) text += fmt::format("NOTE: {}\n", notice);
  text += fmt::format("\n{:<46} {:>10}   interval\n", "rows of", "rows");
  for (const ReleasedCell& cell : r.cells)
    text += fmt::format(
        "{:<46} {:>10.1f}   [{:.1f}, {:.1f}]\n",
        fmt::format("{}, predicted {}", who(r.groups, r.classes, cell.group, cell.label), r.classes[cell.predicted]),
        cell.count.value, cell.count.low, cell.count.high);
  if (r.distance) {
    text += fmt::format("\nDistance {:.4g}: {}", r.distance->value, r.distance->how);
    text += r.distance->zeta > 0 ? fmt::format("; with probability {:.6g}\n", 1 - r.distance->zeta) : std::string("\n");
  }
  for (const ReleasedNotion& notion : r.notions) {
    text += "\n" + rule('-') +
            fmt::format("{} (mean of sizes {:.4f}, in [{:.4f}, {:.4f}])\n", name_of(notion.notion),
                        notion.aggregate.value, notion.aggregate.low, notion.aggregate.high);
    for (const ReleasedLevel& level : notion.levels) {
      text += fmt::format("  {:<32} {:>9.4f}   [{:.4f}, {:.4f}]", who(r.groups, r.classes, level.group, level.label),
                          level.level.value, level.level.low, level.level.high);
      text += level.change ? fmt::format("   another model within reach: at most {:.4f} away\n", *level.change)
                           : std::string("\n");
    }
  }
  return text;
}

}  // namespace discreet
