// The runs of a comparison as its page needs them: read from JSON with whatever is there, and named so that they can be
// told apart.
#pragma once

#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace discreet {

struct Spread {
  static constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
  double mean = kMissing, deviation = kMissing, least = kMissing, most = kMissing;

  // Where only the mean is known the band has no width.
  double low() const { return least == least ? least : mean; }
  double high() const { return most == most ? most : mean; }
};

struct ReportedRun {
  std::size_t place = 0;                   // in the JSON
  std::string solver, settings, resolved;  // settings as text, all of them; and what they came to
  std::string series;                      // the solver, with the settings that tell it from others at the same epsilon
  double epsilon = Spread::kMissing, delta = Spread::kMissing, passes = Spread::kMissing, repeats = Spread::kMissing;
  Spread error, seconds;
  struct Pass {
    double pass;
    Spread error;
  };
  std::vector<Pass> curve;
  bool chosen = false;
  bool shown = true;     // in the charts: those that were chosen, if any were
  bool surplus = false;  // not in the charts because there are too many to tell apart
};

// As many series as charts.js has pairs of a colour and a dash.
inline constexpr std::size_t kMostSeries = 24;

std::vector<ReportedRun> read_runs(const nlohmann::json& comparison);

// A number, or a word for an infinite one; not a number where there is none.
double number_at(const nlohmann::json& json, const char* key);

// Any value as text.
std::string text_of(const nlohmann::json& json);

}  // namespace discreet
