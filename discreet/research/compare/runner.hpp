// Runs the fits of an experiment on several cores and keeps a journal of them. Each fit has one thread, so nothing
// waits for anything.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "discreet/research/compare/journal.hpp"
#include "discreet/research/compare/study.hpp"
#include "discreet/solver/progress.hpp"

namespace discreet {

struct Job {
  Options options;
  std::uint64_t seed = 0;
};

// How fits are run, whatever the experiment.
struct Workplace {
  std::size_t threads = 1;
  std::function<std::unique_ptr<Progress>()> bar;  // a new one for each stretch of fits
  const std::atomic<bool>* stop = nullptr;         // set from outside to end early
  bool stopped() const { return *stop; }
};

class Runner {
 public:
  // Keeps nothing.
  Runner(const Study& study, const Workplace& place) : study_(study), place_(place) {}
  // Keeps its runs in a journal and takes from it what is there; an empty path means none.
  [[nodiscard]] static Result<Runner> open(const Study& study, const std::string& path, const Workplace& place);

  // One outcome for each job, or fewer if it was stopped: the first ones.
  [[nodiscard]] Result<std::vector<Outcome>> run(std::span<const Job> jobs, bool curve);
  [[nodiscard]] Result<void> finish(const std::vector<std::string>& left_out) { return journal_.finish(left_out); }

  const Study& study() const { return study_; }
  const Workplace& place() const { return place_; }
  bool stopped() const { return place_.stopped(); }
  std::size_t fits() const { return fits_; }  // that were run now

 private:
  const Study& study_;
  Journal journal_;
  const Workplace& place_;
  std::size_t fits_ = 0;
};

RunKey key_of(const Job& job);

}  // namespace discreet
