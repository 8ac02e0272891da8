#include "discreet/report/words.hpp"

#include <fmt/format.h>

#include <cmath>

#include "discreet/report/page.hpp"

namespace discreet {
namespace {

// What two neighbouring datasets differ in, as the choice that an onlooker faces.
std::string_view two_worlds(Neighbours relation) {
  switch (relation) {
    case Neighbours::replace_one:
      return "which of two versions of one row the data held";
    case Neighbours::zero_out:
      return "whether one row counted or not";
    case Neighbours::add_remove:
      return "whether one row was in the data or not";
  }
  return "";
}

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

std::string verdict(const PrivacyLabel& label) {
  if (!label.is_private())
    return "Not private. This model gives no privacy guarantee: treat it as confidentially as the data it was trained "
           "on.";
  const double epsilon = label.spent.value;
  const std::string_view how =
      epsilon <= 1
          ? "Private. Nobody can learn much from this model about any one row of the data that it was trained on"
      : !is_weak(label) ? "Private. What anybody can learn from this model about any one row of the data that it was "
                          "trained on is limited"
      : epsilon <= 10
          ? "Private, but weakly. Somebody may learn a good deal from this model about one row of the data that "
            "it was trained on; what they can learn has a limit"
          : "Private in name. The limit on what can be learnt from this model about one row of its data is so "
            "high that it protects little";
  return fmt::format("{}: epsilon is {}, delta {:.3g}.", how, short_number(epsilon), label.budget.delta.value);
}

bool is_weak(const PrivacyLabel& label) { return label.is_private() && label.spent.value > 4; }

std::string percent_sure(double epsilon) {
  const double doubt = 100 / (1 + std::exp(epsilon));
  if (doubt == 0) return "100 %";
  // So many digits that doubt stays visible.
  const int digits = std::max(1, 1 - static_cast<int>(std::floor(std::log10(doubt))));
  return fmt::format("{:.{}f} %", 100 - doubt, doubt < 1 ? std::min(digits, 10) : 1);
}

std::string strength_in_words(const PrivacyLabel& label) {
  if (!label.is_private()) return {};
  std::string text = fmt::format(
      "Take somebody who knows everything except {}, and finds both equally likely. After seeing everything that was "
      "released, that person can be at most {} sure, where 50 % is no idea and 100 % is certainty",
      two_worlds(label.plan.neighbours), percent_sure(label.spent.value));
  if (label.budget.delta.value > 0)
    text += fmt::format(", except with a probability of {}", chance_in_words(label.budget.delta.value));
  text += ".";
  // The best test between two Gaussians that are mu apart, when both are as likely.
  if (std::isfinite(label.mu.value))
    text += fmt::format(" On average over many such guesses, at most about {:.1f} % would be right.",
                        100 * 0.5 * std::erfc(-label.mu.value / 2 / std::sqrt(2.0)));
  return text;
}

std::string protected_by(Neighbours relation) {
  switch (relation) {
    case Neighbours::replace_one:
      return "whatever one row of the data contains: replacing it by any other row changes what can be seen by little";
    case Neighbours::zero_out:
      return "one row's contribution: making it count for nothing changes what can be seen by little";
    case Neighbours::add_remove:
      return "one row's presence: adding or removing it changes what can be seen by little";
  }
  return {};
}

std::string chance_in_words(double chance) {
  if (!(chance > 0)) return "0";
  if (chance > 0.01) return fmt::format("{:.2g}", chance);
  const double one_in = 1 / chance;
  for (const auto& [size, name] : {std::pair{1e18, ""},
                                   {1e15, " million billion"},
                                   {1e12, " thousand billion"},
                                   {1e9, " billion"},
                                   {1e6, " million"}})
    if (one_in >= size * 0.9995) {
      if (size == 1e18) return fmt::format("{:.2g}", chance);
      return fmt::format("1 in {:.3g}{}", one_in / size, name);
    }
  return fmt::format("1 in {:.0f}", one_in);
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

std::string command_line(const Origin& origin) {
  if (origin.data.empty() && origin.arguments.empty()) return {};
  std::string line = "discreet fit " + (origin.data.empty() ? std::string("DATA") : quoted(origin.data));
  for (const std::string& argument : origin.arguments) line += " " + quoted(argument);
  return line;
}

}  // namespace discreet
