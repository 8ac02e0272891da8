// A fit that is made again and again on data that nobody needs to protect: the options of fit, the solver and the
// noise of fit, and rows out of memory.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "discreet/audit/canary.hpp"
#include "discreet/audit/discriminator.hpp"
#include "discreet/fit/fit.hpp"

namespace discreet {

// --smoothness: the frame is declared, 1 for every column. It costs nothing, so all of the budget goes into what the
// canary shows in.
inline constexpr std::string_view kFlatFrame = "flat";

enum class Attacker {
  releases,  // sees every released number, which is what the guarantee is about
  model,     // sees the weights
};

class Rehearsal {
 public:
  // Everything is settled and calibrated once, as for a fit of so many rows and features.
  [[nodiscard]] static Result<Rehearsal> make(const Options& options, std::size_t rows, std::size_t features,
                                              bool sparse = false);

  const Blueprint& blueprint() const { return *blueprint_; }
  // Where canaries of this fit are put.
  const Stage& stage() const { return stage_; }
  // What is claimed beside the epsilon of the budget: the mu of a plan that is Gaussian throughout, infinite for
  // others; and for those, the delta of smaller epsilons.
  Mu claimed_mu() const;
  const std::vector<Budget>& claimed_points() const { return points_; }

  // One fit, with noise of its own: what the attacker sees.
  std::vector<double> run(const Dataset& data, NoiseSource& source, Attacker attacker) const;

 private:
  Rehearsal(Blueprint blueprint, Stage stage);

  std::shared_ptr<const Blueprint> blueprint_;
  Stage stage_;
  std::vector<Budget> points_;
};

// Calls one(run, source of its own) for each run, on several cores; `done` is told now and then how many there were.
void repeat(std::size_t runs, std::size_t threads, const std::function<void(std::size_t run, NoiseSource&)>& one,
            const std::function<void(std::size_t done)>& done);

}  // namespace discreet
