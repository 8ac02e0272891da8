// A mechanism that is run a random number of times, of which only the best outcome is released: what choosing settings
// on the data costs. The number is a secret with a light tail, a Poisson one, cut off at a public number of trials.
#pragma once

#include <cstdint>
#include <optional>

#include "discreet/base/result.hpp"
#include "discreet/privacy/accountant.hpp"
#include "discreet/privacy/ledger.hpp"
#include "discreet/privacy/noise_source.hpp"

namespace discreet {

struct TrialPlan {
  Plan once;               // what is released one time, before the trials
  double each = 0;         // the rho of what is released in a trial, at most
  double trials = 1;       // how many there are on average; where the number drawn is zero, there is one
  std::uint64_t most = 1;  // larger numbers are drawn again; their probability is charged to delta
};

// At least the least epsilon at which all of it is (epsilon, delta)-private; infinite where an event is not
// concentrated, as random batches are not. proof: docs/proofs/trials.md
Epsilon epsilon_of(const TrialPlan& plan, Delta delta);

// The rho of all releases of a plan together, if they are concentrated on the integer grid as they are on the line:
// Gaussian ones, choices and pure ones. Infinite otherwise.
double trial_rho(const Plan& plan);

// The most trials that there can be, so that what is left out costs a thousandth of delta.
std::uint64_t most_trials(double trials, Budget budget);

// The most rho that the releases of one trial may have together, when those that come before the trials have `once`.
// Zero when nothing is left.
double affordable_rho(Budget budget, double once, double trials);

// Sees the budget as one of rho: for calibrating what one trial asks.
class RhoAccountant final : public Accountant {
 public:
  std::string_view name() const override { return "rho"; }
  bool covers(const Plan& plan) const override;

 private:
  Epsilon ideal_epsilon(const Plan& plan, Delta delta) const override;
};

// Whether the clock may tell the number of trials. Where it may not, the largest number is always run, and the outcomes
// beyond the number drawn are left out.
enum class TrialTime { tells_the_number, is_the_same_for_all };

// The permits of such a plan. How many there are is drawn when it is authorised, and is not shown.
class Trials {
 public:
  [[nodiscard]] static Result<Trials> authorize(const TrialPlan& plan, Ledger& ledger, NoiseSource& source,
                                                TrialTime time = TrialTime::tells_the_number);
  // What has been moved from hands out nothing more.
  Trials(Trials&& other) noexcept;
  Trials& operator=(Trials&&) = delete;

  // For what is asked one time.
  Permit& once() { return once_; }
  // Whether there is one more trial to run.
  bool another();
  // Whether the current trial is one of the number drawn: the outcomes of others may not be chosen.
  bool counts() const { return begun_ <= drawn_; }
  // Which of `count` candidates is tried, each as likely as the others.
  std::size_t pick(std::size_t count);
  // What it asks for, which is within what a trial may spend. One of them for each trial.
  Permit permit(const Plan& plan);

 private:
  Trials(const TrialPlan& plan, NoiseSource& source, TrialTime time);

  Permit once_;
  double each_;
  std::uint64_t drawn_, run_;  // trials that count, and all that are run
  std::uint64_t begun_ = 0;
  bool open_ = false;  // there is a trial that has not been paid for
  NoiseSource* source_;
};

}  // namespace discreet
