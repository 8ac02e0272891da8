// One dataset and what is to be minimised on it: runs of private fits measured against the non-private optimum. Both
// the optimum and the error of a run are exact figures of the data, so whatever is written about them says so.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/data/dataset.hpp"
#include "discreet/fit/options.hpp"
#include "discreet/model/model.hpp"

namespace discreet {

inline constexpr std::string_view kResearchOutput = "research output: not private";

// What one fit came to.
struct Outcome {
  double objective = 0;  // infinite if the run diverged
  double error = 0;      // (objective - optimum) / optimum
  double passes = 0;     // as the solver resolved them; 0 for one that has none
  double delta = 0;
  double spent = 0;               // epsilon, as proved
  std::optional<double> claimed;  // by a publication
  std::vector<double> curve;      // the error after each pass, if it was asked for
  bool followed = false;          // whether it was: a run that stays at its start has no pass to tell of
  std::optional<double> seconds;  // of the fit alone; none if it was not run now
  std::vector<double> weights;    // not in any file
};

class Study {
 public:
  // Reads the data and finds the optimum.
  [[nodiscard]] static Result<Study> open(const std::string& data, const Options& problem);

  // The same options and seed give the same outcome; noise and order both come from the seed.
  Outcome run(const Options& options, std::uint64_t seed, bool curve) const;

  const std::string& name() const { return name_; }
  const Options& problem() const { return problem_; }
  const Dataset& data() const { return *data_; }
  double optimum() const { return optimum_; }
  const Model& best() const { return best_; }  // the model of the optimum
  double error_of(double objective) const;

 private:
  Study() = default;

  std::string name_;
  Options problem_;
  std::shared_ptr<const Dataset> data_;
  Model best_;
  double optimum_ = 0;
};

}  // namespace discreet
