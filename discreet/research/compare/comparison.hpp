// Several solvers and settings side by side on one dataset.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "discreet/io/event_json.hpp"
#include "discreet/research/compare/grid.hpp"
#include "discreet/research/compare/settings.hpp"
#include "discreet/research/compare/tuning.hpp"

namespace discreet {

struct CompareRequest {
  std::string data;
  Options options;                   // lists of values allowed for what a solver has to choose
  std::vector<std::string> solvers;  // empty: all that can solve the problem
  std::vector<std::string> epsilons;
  std::size_t repeats = 10;
  std::uint64_t first_seed = 1;
  std::optional<Grain> grid;
  std::optional<std::size_t> fresh;  // seeds on which the choice of a grid is reported; as many as repeats if not said
  bool curve = false;
  std::string csv;
};

struct ComparedRun {
  std::string solver, epsilon;
  Settings settings;
  Description resolved;  // what they came to, as a model tells it; of a grid, only for what was chosen
  double delta = 0, spent = 0, passes = 0;
  std::optional<double> claimed;
  Summary error;
  std::optional<Summary> seconds;  // of the fits that were run now
  std::vector<Summary> curve;      // after each pass; a run without any counts with its end
  std::optional<Summary> tuning;   // of the runs that chose it
  bool chosen = false;
  std::size_t diverged = 0;
};

// A solver with settings and a budget that it cannot take, which has no runs.
struct LeftOut {
  std::string solver, epsilon;
  Settings settings;
  std::string why;
};

struct Comparison {
  std::string data;
  std::size_t rows = 0, features = 0;
  Settings problem;
  double optimum = 0;
  Seeds seeds;
  std::vector<ComparedRun> runs;
  std::vector<LeftOut> left_out;
  std::vector<std::string> notes;
  std::size_t fits = 0;  // that were run now; the others were in the file
  bool interrupted = false;
};

[[nodiscard]] Result<Comparison> compare(const CompareRequest& request, const Workplace& place);

ComparedRun compared(const Candidate& candidate);

Json to_json(const Summary& summary);
Json to_json(const ComparedRun& run);
Json to_json(const Comparison& comparison);
std::string text_of(const Comparison& comparison);

}  // namespace discreet
