// Models made by hand, for tests of what is written about them.
#pragma once

#include <limits>
#include <string>
#include <string_view>

#include "discreet/model/model.hpp"

namespace discreet::testing {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

inline Model small_model() {
  Model model;
  model.loss = "logistic";
  model.penalty = "l2:0.01";
  model.task = Task::classification;
  model.intercept = -0.25;
  model.weights = {0.5, -1.25};
  model.features = {"age", "income"};
  model.target = "ill";
  model.classes = {"no", "yes"};
  model.solver = {{"name", std::string("cd")}, {"passes", 50.0}};
  model.origin = {"patients.csv", {"--loss", "logistic", "--epsilon", "1"}, "0.1.0", "abcdef"};
  PrivacyLabel& label = model.privacy;
  label.budget = {{1.0}, {2.5e-9}};
  label.accountant = "gdp";
  label.mu = {0.1872309};
  label.spent = {0.999999};
  label.plan = {Neighbours::replace_one,
                {{"scales", GaussianEvent{{30.25}}, 1, 13}, {"slopes", GaussianEvent{{40.5}}, 50, 14}}};
  label.shares = {0.125, 0.875};
  label.facts = {{"number of rows", "program", "public under replace-one neighbours"}};
  label.noise = "ChaCha20, keyed by the operating system";
  label.tuning = "nothing was tuned";
  return model;
}

// As --epsilon inf makes it.
inline Model model_without_noise() {
  Model model = small_model();
  model.privacy.budget.epsilon = model.privacy.spent = {kInfinity};
  model.privacy.mu = {kInfinity};
  model.privacy.caveats = {"no noise: epsilon is infinite"};
  for (PlanLine& line : model.privacy.plan.lines) line.event = NonPrivateEvent{};
  return model;
}

// Whether a page says so.
inline bool has(const std::string& page, std::string_view text) { return page.find(text) != page.npos; }

inline const std::string kHostile =
    "</script><img src=x onerror=\"alert('1')\"> & \"quoted\" | `code` \xE2\x80\xA8 \xF0\x9F\x98\x80";

}  // namespace discreet::testing
