// The CSV file of an experiment: a line for each run, added as runs end, so that whatever stops the program leaves what
// was done. A program that finds such a file goes on where it ends. Times are not in it: two runs of the same
// experiment then give the same file, byte for byte, however often they were interrupted.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/research/compare/study.hpp"

namespace discreet {

// What a line is about.
struct RunKey {
  std::string solver, epsilon, settings;
  std::uint64_t seed = 0;
  auto operator<=>(const RunKey&) const = default;
};

std::string journal_line(const RunKey& key, const Outcome& outcome);
// What cannot be run has a line without figures, whose last field says why.
std::string left_out_line(const RunKey& key, const std::string& why);
// Empty if it is no line of a run.
std::optional<std::pair<RunKey, Outcome>> read_journal_line(const std::string& line);

class Journal {
 public:
  // Nothing is kept.
  Journal() = default;
  // `about` says in comment lines what all runs share; a file about anything else is refused, not overwritten.
  [[nodiscard]] static Result<Journal> open(const std::string& path, const std::string& about);
  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&& other) noexcept;
  ~Journal();

  // A run that the file has, with its curve if that is needed.
  const Outcome* find(const RunKey& key, bool curve) const;
  std::size_t found() const { return known_.size(); }
  // The next run of the experiment; written unless the file has it.
  [[nodiscard]] Result<void> add(const RunKey& key, const Outcome& outcome, bool from_file);
  // Puts the lines in the order of the experiment, if a file of another extent had them in another; runs that this
  // experiment did not ask for stay, after them. Last come the lines of what was left out.
  [[nodiscard]] Result<void> finish(const std::vector<std::string>& left_out = {});

 private:
  struct Known {
    Outcome outcome;
    std::string line;
    std::size_t place;
  };
  std::string path_, head_;
  int file_ = -1;
  std::map<RunKey, Known> known_;
  std::string content_;                // of the file
  std::vector<std::string> in_order_;  // the lines of this experiment
  std::map<RunKey, bool> used_;
  std::chrono::steady_clock::time_point synced_{};
};

}  // namespace discreet
