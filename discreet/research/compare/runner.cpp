#include "discreet/research/compare/runner.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "discreet/base/version.hpp"
#include "discreet/research/compare/in_order.hpp"
#include "discreet/research/compare/settings.hpp"

namespace discreet {
namespace {

// What the journal says before its lines; whatever changes a number is in it.
std::string about(const Study& study) {
  return fmt::format(
      "# discreet-compare 2, discreet {}\n# {}\n# data: {}, {} rows, {} features\n# problem: {}\n# optimum: {}\n",
      kVersion, kResearchOutput, study.name(), study.data().rows, study.data().features(),
      text_of(problem_settings(study.problem())), study.optimum());
}

}  // namespace

Result<Runner> Runner::open(const Study& study, const std::string& path, const Workplace& place) {
  Runner runner(study, place);
  if (path.empty()) return runner;
  auto journal = Journal::open(path, about(study));
  if (!journal) return tl::unexpected(journal.error());
  runner.journal_ = *std::move(journal);
  return runner;
}

RunKey key_of(const Job& job) {
  return {job.options.solver, job.options.epsilon, text_of(solver_settings(job.options)), job.seed};
}

Result<std::vector<Outcome>> Runner::run(std::span<const Job> jobs, bool curve) {
  std::vector<Outcome> outcomes;
  outcomes.reserve(jobs.size());
  const std::unique_ptr<Progress> bar = place_.bar();
  Result<void> written;
  std::atomic<bool> failed{false};  // the journal cannot be written
  // What the journal has costs no time: the bar is about the rest.
  const auto left = static_cast<std::size_t>(std::count_if(
      jobs.begin(), jobs.end(), [&](const Job& job) { return journal_.find(key_of(job), curve) == nullptr; }));
  std::size_t ran = 0;
  struct Product {
    Outcome outcome;
    bool from_file;
  };
  in_order(
      jobs.size(), place_.threads, [&] { return failed || place_.stopped(); },
      [&](std::size_t k) {
        if (const Outcome* found = journal_.find(key_of(jobs[k]), curve)) return Product{*found, true};
        return Product{study_.run(jobs[k].options, jobs[k].seed, curve), false};
      },
      [&](std::size_t k, Product product) {
        if (written) written = journal_.add(key_of(jobs[k]), product.outcome, product.from_file);
        if (!written) failed = true;
        outcomes.push_back(std::move(product.outcome));
        if (product.from_file) return;
        ++fits_;
        bar->advance(++ran, left);
      });
  if (!written) return tl::unexpected(written.error());
  return outcomes;
}

}  // namespace discreet
