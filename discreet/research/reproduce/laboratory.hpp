// What reproductions have in common: problems by name, the published algorithms as options of this program, tuning on
// some seeds and reporting on others.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "discreet/research/compare/tuning.hpp"
#include "discreet/research/reproduce/reproduction.hpp"

namespace discreet {

// Five runs choose, as in the publications; others report.
inline constexpr Seeds kTuningSeeds{1, 5};
// More choose among our own methods: with five the luckiest of many wins too often.
inline constexpr Seeds kOurTuningSeeds{1, 10};
Seeds fresh_seeds(Extent extent);

struct Tuned {
  Options options;
  Summary tuning, fresh;
  std::vector<Outcome> runs;  // the fresh ones

  double passes() const { return runs.empty() ? 0 : runs[0].passes; }
};

// For the fits of one study of an experiment.
[[nodiscard]] Result<Runner> open_runner(const ReproduceRequest& request, const Study& study, const Workplace& place);

// The best of the candidates, on fresh seeds; none if all diverged or it was stopped before one was done.
[[nodiscard]] Result<std::optional<Tuned>> tune(Runner& runner, const std::vector<Options>& candidates, Seeds tuning,
                                                Seeds fresh, bool curve = false);
// The same settings, untuned. Always run, never found: times and weights are in no journal.
[[nodiscard]] Result<std::optional<Tuned>> measure(Runner& runner, const Options& options, Seeds seeds,
                                                   bool curve = false);

// DP-CD as it was run for the tables: uniform coordinates, thresholds by smoothness, which is read off the data, the
// last iterate, and the noise of equation 18 (Renyi, with the conversion of its day), which is that of a smaller
// epsilon by exact accounting: that one is what the options say.
Options published_cd(Options problem, std::size_t rows);
// DP-CD as its theorem 3.1 states it, with the closed form for the noise: --recipe paper.
Options theorem_cd(Options problem);
// DP-GCD: --recipe paper.
Options published_greedy(Options problem);
// DP-SGD: rows clipped in the units of the data, one constant step length, the last iterate, noise for a row that is
// left out although it claims to hide one that is replaced.
Options published_sgd(Options problem, std::string batch);

// The epsilon that is true of a run that hides a row that is left out, when a row is replaced.
[[nodiscard]] Result<double> epsilon_when_replaced(const Study& study, const Options& options);

// DP-SCD also releases the dual variables, with noise on those of the batch only: that tells who is in it. A row then
// shows in as many plain Gaussian releases as it has batches, on average as many as there are epochs. What that costs
// with the noise that was calibrated, by the moments accountant, as if batches were secret.
[[nodiscard]] Result<double> epsilon_of_revealed_batches(Budget claimed, double batch, double rows, double epochs);

// What a run adds to the page about a reproduction.
Json run_json(const std::string& problem, const std::string& method, const Tuned& tuned);

}  // namespace discreet
