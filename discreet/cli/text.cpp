#include "discreet/cli/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

#include "discreet/accounting/event_text.hpp"
#include "discreet/report/words.hpp"

namespace discreet {
namespace {

std::string number(double value) { return std::isinf(value) ? "infinite" : fmt::format("{:.6g}", value); }

}  // namespace

std::string label_text(const PrivacyLabel& label) {
  std::string text = fmt::format("Privacy: epsilon {} of {} at delta {:.3g}, {} neighbours, {} accounting",
                                 number(label.spent.value), number(label.budget.epsilon.value),
                                 label.budget.delta.value, name(label.plan.neighbours), label.accountant);
  text += label.has_mu() ? fmt::format(" (mu {})\n", number(label.mu.value)) : "\n";
  if (label.claimed)
    text += fmt::format("  claimed by the publication: epsilon {}; proved: epsilon {}\n", number(label.claimed->value),
                        number(label.spent.value));
  std::size_t width = std::string_view("asked for ").size();
  for (const PlanLine& line : label.plan.lines) width = std::max(width, line.what.size());
  text += fmt::format("  {:<{}} {:>9} {:>12} {:>18} {:>8}\n", "asked for", width, "times", "numbers each",
                      "noise multiplier", "share");
  for (std::size_t k = 0; k < label.plan.lines.size(); ++k) {
    const PlanLine& line = label.plan.lines[k];
    text += fmt::format("  {:<{}} {:>9} {:>12} {:>18} {:>7.1f}%\n", line.what, width, line.groups, line.numbers,
                        noise_in_short(line.event), 100 * label.shares[k]);
  }
  for (const std::string& caveat : label.all_caveats()) text += fmt::format("NOT PRIVATE: {}\n", caveat);
  for (const std::string& notice : label.all_notices()) text += fmt::format("NOTE: {}\n", notice);
  return text;
}

std::string model_text(const Model& model) {
  std::string text;
  for (const Warning& warning : model.warnings) text += fmt::format("WARNING ({}): {}\n", warning.kind, warning.text);
  text += fmt::format("{} loss, {} penalty{}, {} feature{}, target '{}'\n", model.loss, model.penalty,
                      model.penalty_weights.empty() ? "" : " (weighted)", model.weights.size(),
                      model.weights.size() == 1 ? "" : "s", model.target);
  const std::vector<std::string> limits = limits_of(model);
  text += fmt::format("  {:<24} {:>14}{}\n", "feature", "weight", model.bounds.empty() ? "" : "   limits");
  constexpr std::size_t kShown = 20;
  std::vector<std::size_t> order(model.weights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto zeros = std::count(model.weights.begin(), model.weights.end(), 0.0);
  if (order.size() > kShown)
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::abs(model.weights[a]) > std::abs(model.weights[b]);
    });
  for (std::size_t k = 0; k < std::min(order.size(), kShown); ++k)
    text += fmt::format("  {:<24} {:>14.6g}{}\n", model.features[order[k]], model.weights[order[k]],
                        limits[order[k]].empty() ? "" : fmt::format("   {}", limits[order[k]]));
  const auto& typed = model.origin.arguments;
  if (std::find(typed.begin(), typed.end(), "--no-intercept") == typed.end())
    text += fmt::format("  {:<24} {:>14.6g}\n", "(intercept)", model.intercept);
  if (order.size() > kShown)
    text += fmt::format("  the {} largest of {} weights; {} are zero\n", kShown, order.size(), zeros);
  for (const std::string& line : prediction_in_words(model)) text += fmt::format("  {}\n", line);
  return text + "\n" + label_text(model.privacy);
}

std::vector<std::string> warnings_about(const Model& model) {
  std::vector<std::string> all = model.privacy.all_caveats();
  for (std::string& notice : model.privacy.all_notices()) all.push_back(std::move(notice));
  for (const Warning& warning : model.warnings) all.push_back(warning.text);
  return all;
}

}  // namespace discreet
