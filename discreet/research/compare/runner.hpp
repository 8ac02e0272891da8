// Runs the fits of an experiment on several cores and keeps a journal of them. Each fit has one thread, so nothing
// waits for anything.
#pragma once

#include <span>
#include <vector>

#include "discreet/fit/workplace.hpp"
#include "discreet/research/compare/journal.hpp"
#include "discreet/research/compare/study.hpp"

namespace discreet {

struct Job {
  Options options;
  std::uint64_t seed = 0;
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
