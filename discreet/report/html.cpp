#include "discreet/report/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/base/version.hpp"
#include "discreet/privacy/event_text.hpp"

namespace discreet {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --line: #8884; --bar: #4a7fb5; --warn: #b3261e; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.bar { background: var(--bar); height: .8rem; display: block; min-width: 1px; }
.warning { border-left: .3rem solid var(--warn); padding: .2rem .8rem; }
dt { font-weight: 600; margin-top: .6rem; } dd { margin-left: 1rem; }
@media print { body { margin: 0; max-width: none; } }
)";

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string number(double value) { return std::isinf(value) ? "infinite" : fmt::format("{:.6g}", value); }

std::string protected_by(const PrivacyLabel& label) {
  switch (label.plan.neighbours) {
    case Neighbours::replace_one:
      return "whatever one row of the data contains: replacing it by any other row changes what can be seen by little";
    case Neighbours::zero_out:
      return "one row's contribution: making it count for nothing changes what can be seen by little";
    case Neighbours::add_remove:
      return "one row's presence: adding or removing it changes what can be seen by little";
  }
  return {};
}

// Epsilon as a betting advantage: what somebody who was undecided can at most believe after seeing the model.
std::string in_words(const PrivacyLabel& label) {
  const double epsilon = label.spent.value;
  if (!label.is_private() || !std::isfinite(epsilon)) return "This model gives no privacy guarantee.";
  return fmt::format(
      "Somebody who finds two versions of one person's row equally likely can, after seeing everything that was "
      "released, be "
      "at most {:.1f} % sure which one was used (up to a probability of {:.2g}).",
      100 / (1 + std::exp(-epsilon)), label.budget.delta.value);
}

std::string weights_section(const Model& model) {
  double largest = 0;
  for (const double weight : model.weights) largest = std::max(largest, std::abs(weight));
  std::string rows;
  for (std::size_t j = 0; j < model.weights.size(); ++j) {
    const double width = largest > 0 ? 100 * std::abs(model.weights[j]) / largest : 0;
    rows += fmt::format(
        "<tr><td>{}</td><td class=number>{}</td><td style='width:40%'><span class=bar "
        "style='width:{:.1f}%'></span></td></tr>\n",
        escaped(model.features[j]), number(model.weights[j]), width);
  }
  return fmt::format(
      "<h2>What was learnt</h2><p>A linear model with {} loss and {} penalty{}{}.</p>"
      "<table><thead><tr><th>feature<th class=number>weight<th></thead><tbody>{}<tr><td>(intercept)</td><td "
      "class=number>{}</td><td></td></tr></tbody></table>",
      escaped(model.loss), escaped(model.penalty),
      model.penalty_weights.empty() ? "" : ", weighted for each feature as declared",
      model.task == Task::classification
          ? fmt::format("; a positive score means {} = {}", escaped(model.target), escaped(model.classes[1]))
          : "",
      rows, number(model.intercept));
}

std::string cost_section(const PrivacyLabel& label) {
  std::string rows;
  for (std::size_t k = 0; k < label.plan.lines.size(); ++k) {
    const PlanLine& line = label.plan.lines[k];
    rows += fmt::format(
        "<tr><td>{}</td><td class=number>{}</td><td class=number>{}</td><td>{}</td><td class=number>{:.1f} %</td>"
        "<td style='width:20%'><span class=bar style='width:{:.1f}%'></span></td></tr>\n",
        escaped(line.what), line.groups, line.numbers, noise_in_words(line.event), 100 * label.shares[k],
        100 * label.shares[k]);
  }
  return fmt::format(
      "<h2>What it cost</h2><table><thead><tr><th>asked of the data<th class=number>times<th class=number>numbers "
      "each<th>noise<th class=number>share of "
      "the budget<th></thead><tbody>{}</tbody></table>",
      rows);
}

std::string label_section(const PrivacyLabel& label) {
  std::string facts;
  for (const PublicFact& fact : label.facts)
    facts += fmt::format("<li>{} (declared by the {}: {})</li>", escaped(fact.what), escaped(fact.declared_by),
                         escaped(fact.source));
  const std::string native = label.has_mu() ? "mu = " + number(label.mu.value) : "none: not every release is Gaussian";
  return fmt::format(
      "<h2>Privacy label</h2><dl>"
      "<dt>What is protected</dt><dd>{}</dd><dt>Unit</dt><dd>one row</dd><dt>Neighbours</dt><dd>{}</dd>"
      "<dt>Epsilon</dt><dd>{} spent of {}{}</dd><dt>Delta</dt><dd>{:.6g}</dd><dt>Native parameter</dt><dd>{} ({} "
      "accounting)</dd>"
      "<dt>Sensitivity</dt><dd>noise is stated in multiples of the most that one row can change a whole group of "
      "numbers released together, in the Euclidean norm (for Laplace noise, in the sum of absolute values)</dd>"
      "<dt>Noise generator</dt><dd>{}</dd><dt>Tuning</dt><dd>{}</dd>"
      "<dt>Taken as public</dt><dd><ul>{}</ul></dd>"
      "<dt>Not protected</dt><dd>facts about the population that hold with or without any one row; rows that belong to "
      "the same person, beyond one; "
      "what was declared public; how long the program ran; the model's predictions on rows that are shown to "
      "it</dd></dl>",
      protected_by(label), name(label.plan.neighbours), number(label.spent.value), number(label.budget.epsilon.value),
      label.claimed ? fmt::format("; the publication claims {}", number(label.claimed->value)) : "",
      label.budget.delta.value, native, escaped(label.accountant), escaped(label.noise), escaped(label.tuning), facts);
}

}  // namespace

std::string html_report(const Model& model) {
  std::string caveats;
  for (const std::string& caveat : model.privacy.caveats)
    caveats += fmt::format("<p class=warning><strong>Not private:</strong> {}</p>", escaped(caveat));
  for (const std::string& notice : model.privacy.notices)
    caveats += fmt::format("<p class=warning><strong>Note:</strong> {}</p>", escaped(notice));
  std::string solver;
  for (const auto& [key, value] : model.solver)
    solver += fmt::format("<dt>{}</dt><dd>{}</dd>", escaped(key),
                          std::holds_alternative<double>(value) ? number(std::get<double>(value))
                                                                : escaped(std::get<std::string>(value)));
  return fmt::format(
      "<!doctype html>\n<html lang=en><head><meta charset=utf-8><meta name=viewport "
      "content='width=device-width,initial-scale=1'>"
      "<title>A {2} model of {0}</title><style>{1}</style></head><body>\n<h1>A {2} model of "
      "{0}</h1>\n{3}<p>{4}</p>\n{5}\n{6}\n{7}\n"
      "<h2>How it was trained</h2><dl>{8}</dl><p>discreet {9} ({10})</p></body></html>\n",
      escaped(model.target), kStyle, model.privacy.is_private() ? "private" : "non-private", caveats,
      in_words(model.privacy), weights_section(model), cost_section(model.privacy), label_section(model.privacy),
      solver, kVersion, kCommit);
}

}  // namespace discreet
