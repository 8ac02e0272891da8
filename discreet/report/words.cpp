#include "discreet/report/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "discreet/report/page.hpp"

namespace discreet {
namespace {

bool plain_word(const std::string& text) {
  constexpr std::string_view fine = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.,:/=+@%";
  return !text.empty() && text.find_first_not_of(fine) == text.npos;
}

std::string quoted(const std::string& text) {
  if (plain_word(text)) return text;
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

}  // namespace

std::string title_of(const Model& model) {
  return fmt::format("A {} model of {}", model.privacy.is_private() ? "private" : "non-private",
                     model.target.empty() ? "the target" : model.target);
}

std::string sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text + ".";
}

std::string heading_of(const Warning& warning) {
  std::string text = warning.kind;
  std::replace(text.begin(), text.end(), '-', ' ');
  text = sentence(std::move(text));
  text.pop_back();
  return text;
}

std::string nothing_learnt(const Model& model) {
  for (const Warning& warning : model.warnings)
    if (warning.kind == kNothingLearnt) return sentence(warning.text);
  return {};
}

std::string argument_of(const Origin& origin, std::string_view option) {
  const auto found = std::find(origin.arguments.begin(), origin.arguments.end(), option);
  return found == origin.arguments.end() || found + 1 == origin.arguments.end() ? std::string() : *(found + 1);
}

std::string shortened(const std::string& spec) {
  std::string result;
  for (std::size_t at = 0; at <= spec.size();) {
    const std::size_t end = std::min(spec.find_first_of(":,", at), spec.size());
    const std::string part = spec.substr(at, end - at);
    char* rest = nullptr;
    const double number = std::strtod(part.c_str(), &rest);
    result += part.size() > 6 && *rest == '\0' ? fmt::format("{:.3g}", number) : part;
    if (end < spec.size()) result += spec[end];
    at = end + 1;
  }
  return result;
}

std::string solver_name(const Model& model) {
  for (const auto& [key, value] : model.solver)
    if (key == "name" && std::holds_alternative<std::string>(value)) return std::get<std::string>(value);
  return "not recorded";
}

std::string why_no_intervals(const Model& model) {
  if (!model.privacy.is_private() && !std::isfinite(model.privacy.spent.value))
    return "There is no noise in these weights, so there are no intervals from it.";
  const std::string solver = solver_name(model);
  std::string why =
      "its weights come out of many noisy steps, and how far the noise of one step carries into the next depends on "
      "the "
      "data in a way that was not released";
  if (solver == "objective")
    why =
        "the noise is in what was minimised, and how far it moves the minimum depends on the data in a way that was "
        "not "
        "released";
  if (solver == "output" || solver == "moments")
    why = "they were not recorded with this model (moments records them up to 62 features)";
  return fmt::format("Intervals from the noise are not available for the solver {}: {}.", solver, why);
}

std::vector<std::string> not_protected(const Model& model) {
  std::vector<std::string> items{
      "Facts about the whole population. If the model says that a habit goes with an illness, it says so of everybody "
      "who has the habit, whether or not they are in the data.",
      "People with several rows. The guarantee is for one row; somebody with k of them is protected about k times less "
      "well (epsilon is k times as large, and delta larger by more than that).",
      "What was declared or is taken as public (see the privacy label): names of columns, bounds, classes, options.",
      "How long the training took, how much memory it used, and anything else that can be watched on the machine.",
      "Rows that are shown to the model later: a prediction is about the row that it is made for.",
      "The data itself where it is stored, and whoever may read it there."};
  if (model.privacy.plan.neighbours != Neighbours::add_remove)
    items.insert(items.begin() + 2, "How many rows there are: the number is public under this neighbouring relation.");
  return items;
}

std::string command_line(const Origin& origin, std::string_view command) {
  if (origin.data.empty() && origin.arguments.empty()) return {};
  std::string line =
      fmt::format("discreet {} ", command) + (origin.data.empty() ? std::string("DATA") : quoted(origin.data));
  for (const std::string& argument : origin.arguments) line += " " + quoted(argument);
  return line;
}

}  // namespace discreet
