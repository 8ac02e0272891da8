#include "discreet/research/compare/settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "discreet/base/contract.hpp"
#include "discreet/base/split.hpp"

namespace discreet {
namespace {

constexpr std::string_view kOwn[] = {"solver", "epsilon", "noise", "order-seed", "threads"};
constexpr std::string_view kWhole[] = {"start", "order-seed", "threads", "solver"};  // a comma in these is no list

template <std::size_t N>
bool among(const std::string_view (&names)[N], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool of_the_problem(const OptionRow& row) { return row.group == "Problem" || row.group == "Data"; }

struct ValueOf {
  const Options& options;
  std::string operator()(std::string Options::*field) const { return options.*field; }
  std::string operator()(bool Options::*field) const { return options.*field ? "yes" : "no"; }
  std::string operator()(std::vector<std::string> Options::*field) const {
    return fmt::format("{}", fmt::join(options.*field, " "));
  }
};

Settings unusual(const Options& options, bool problem) {
  const Options usual;
  Settings settings;
  for (const OptionRow& row : option_table()) {
    if (of_the_problem(row) != problem || among(kOwn, row.name)) continue;
    const std::string value = std::visit(ValueOf{options}, row.field);
    if (value != std::visit(ValueOf{usual}, row.field)) settings.emplace_back(row.name, value);
  }
  return settings;
}

}  // namespace

Settings problem_settings(const Options& options) { return unusual(options, true); }
Settings solver_settings(const Options& options) { return unusual(options, false); }

std::string text_of(const Settings& settings) {
  std::string text;
  for (const auto& [name, value] : settings) text += fmt::format("{}{}={}", text.empty() ? "" : ";", name, value);
  return text;
}

std::string& option_named(Options& options, std::string_view name) {
  for (const OptionRow& row : option_table())
    if (row.name == name)
      if (const auto* field = std::get_if<std::string Options::*>(&row.field)) return options.*(*field);
  require(false, "the option exists and is a text");
  return options.loss;
}

Options problem_alone(const Options& options) {
  Options alone;
  for (const OptionRow& row : option_table())
    if (of_the_problem(row)) std::visit([&](auto field) { alone.*field = options.*field; }, row.field);
  return alone;
}

std::vector<Options> each_listed(const Options& options) {
  std::vector<Options> all{options};
  for (const OptionRow& row : option_table()) {
    const auto* field = std::get_if<std::string Options::*>(&row.field);
    if (row.group != "Solver" || !field || among(kWhole, row.name)) continue;
    const std::vector<std::string_view> values = split(options.*(*field), ',');
    if (values.size() < 2) continue;
    std::vector<Options> longer;
    for (const Options& one : all)
      for (const std::string_view value : values) {
        longer.push_back(one);
        longer.back().*(*field) = value;
      }
    all = std::move(longer);
  }
  return all;
}

}  // namespace discreet
