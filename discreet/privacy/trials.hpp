// A mechanism that is run a random number of times, of which only the best outcome is told: what choosing settings on
// the data costs. The number of runs is geometric and secret, so that it says nothing about when a good one came.
#pragma once

#include <cstdint>
#include <optional>

#include "discreet/base/result.hpp"
#include "discreet/privacy/accountant.hpp"
#include "discreet/privacy/noise_source.hpp"
#include "discreet/privacy/permit.hpp"
#include "discreet/privacy/purse.hpp"

namespace discreet {

struct TrialPlan {
  Plan once;          // what is asked one time, before the trials
  double each = 0;    // the rho of what is asked in a trial, at most
  double trials = 1;  // how many there are on average
};

// At least the least epsilon at which all of it is (epsilon, delta)-private, by Renyi divergences; infinite where an
// event is not concentrated, as random batches are not. proof: docs/proofs/trials.md
Epsilon epsilon_of(const TrialPlan& plan, Delta delta);

// The rho of all releases of a plan together, if they are concentrated on the integer grid as they are on the line:
// Gaussian ones, choices and pure ones. Infinite otherwise.
double trial_rho(const Plan& plan);

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

// The permits of such a plan. How many there are is drawn when it is authorised, and nobody is told.
class Trials {
 public:
  [[nodiscard]] static Result<Trials> authorize(const TrialPlan& plan, Budget budget, NoiseSource& source,
                                                Purse* purse = nullptr);
  // What has been moved from hands out nothing more.
  Trials(Trials&& other) noexcept;
  Trials& operator=(Trials&&) = delete;

  // For what is asked one time.
  Permit& once() { return once_; }
  // Whether there is one more trial.
  bool another();
  // Which of `count` candidates is tried, each as likely as the others.
  std::size_t pick(std::size_t count);
  // What it asks for, which is within what a trial may spend. One of them for each trial.
  Permit permit(const Plan& plan);

 private:
  Trials(const TrialPlan& plan, NoiseSource& source);

  Permit once_;
  double each_;
  std::uint64_t left_;
  bool open_ = false;  // there is a trial that has not been paid for
  NoiseSource* source_;
};

}  // namespace discreet
