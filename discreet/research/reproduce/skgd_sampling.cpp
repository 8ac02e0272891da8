// How coordinates should be drawn (DP-SkGD): the experiment that the publication announced and did not show.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "discreet/research/compare/grid.hpp"
#include "discreet/research/reproduce/experiments.hpp"
#include "discreet/research/reproduce/laboratory.hpp"
#include "discreet/research/reproduce/published.hpp"

namespace discreet {
namespace {

struct Sampling {
  std::string_view name, block, order;
};
// Fifty columns; blocks of ten.
constexpr Sampling kSamplings[] = {
    {"uniform", "nice:1", "auto"},       {"importance", "importance", "auto"},       {"nice", "nice:10", "auto"},
    {"partition", "size:10", "uniform"}, {"partition in turn", "size:10", "cyclic"}, {"full", "full", "auto"}};

struct Balance {
  std::string_view name, data, loss, penalty;
  bool balanced;
  double size;  // about the length of a row's slope vector in units of the root of the smoothness
};
constexpr Balance kProblems[] = {
    {"regression, balanced", "synthetic:regression?n=10000&p=50&noise=1", "squared", "none", true, 7},
    {"regression, unbalanced", "synthetic:regression?n=10000&p=50&noise=1&scale=lognormal:2", "squared", "none", false,
     7},
    {"regression, one dominant", "synthetic:dominant?n=10000&p=50&ratio=1000", "squared", "none", false, 7},
    {"logistic, balanced", "synthetic:classification?n=10000&p=50&flip=0.1", "logistic", "l2:1/n", true, 7},
    {"logistic, unbalanced", "synthetic:classification?n=10000&p=50&flip=0.1&scale=lognormal:2", "logistic", "l2:1/n",
     false, 7},
};

// Errors of a sampling over those of uniform sampling: the geometric mean over problems of a kind.
class Ratios {
 public:
  void note(const std::string& problem, const std::string& sampling, const Summary& error) {
    errors_[problem][sampling] = error;
  }
  double against_uniform(std::string_view sampling, bool balanced) const {
    double sum = 0, count = 0;
    for (const Balance& problem : kProblems) {
      const auto found = errors_.find(std::string(problem.name));
      if (problem.balanced != balanced || found == errors_.end() || !found->second.contains(std::string(sampling)) ||
          !found->second.contains("uniform"))
        continue;
      sum += std::log(found->second.at(std::string(sampling)).mean / found->second.at("uniform").mean);
      ++count;
    }
    return count > 0 ? std::exp(sum / count) : std::nan("");
  }
  // How often each was the best, and how often the bands of the best and of uniform sampling do not touch.
  std::map<std::string, int> wins() const {
    std::map<std::string, int> wins;
    for (const auto& [problem, by] : errors_) ++wins[best(by)];
    return wins;
  }
  int clear_of_uniform() const {
    int clear = 0;
    for (const auto& [problem, by] : errors_)
      clear += by.contains("uniform") && by.at(best(by)).max < by.at("uniform").min;
    return clear;
  }
  std::size_t problems() const { return errors_.size(); }
  // Samplings whose error stays within a tenth when the columns of the same problem get other scales.
  std::vector<std::string> blind_to_scale() const {
    std::vector<std::string> blind;
    for (const Sampling& sampling : kSamplings) {
      bool same = true;
      for (const char* kind : {"regression", "logistic"}) {
        const auto even = errors_.find(fmt::format("{}, balanced", kind)),
                   uneven = errors_.find(fmt::format("{}, unbalanced", kind));
        if (even == errors_.end() || uneven == errors_.end()) return {};
        const auto a = even->second.find(std::string(sampling.name)),
                   b = uneven->second.find(std::string(sampling.name));
        if (a == even->second.end() || b == uneven->second.end()) return {};
        same &= std::abs(std::log(a->second.mean / b->second.mean)) < 0.1;
      }
      if (same) blind.emplace_back(sampling.name);
    }
    return blind;
  }

 private:
  using BySampling = std::map<std::string, Summary>;
  static std::string best(const BySampling& by) {
    return std::min_element(by.begin(), by.end(),
                            [](const auto& a, const auto& b) { return a.second.mean < b.second.mean; })
        ->first;
  }
  std::map<std::string, BySampling> errors_;
};

std::string verdict(double ratio) {
  return fmt::format("{:.2g} times the error ({})", ratio,
                     ratio < 0.95   ? "better"
                     : ratio > 1.05 ? "worse"
                                    : "the same");
}

std::vector<std::string> findings(const Ratios& ratios) {
  std::vector<std::string> wins;
  for (const auto& [name, count] : ratios.wins()) wins.push_back(fmt::format("{} on {}", name, count));
  std::string text =
      fmt::format("Of {} problems the least error was that of {}. ", ratios.problems(), fmt::join(wins, ", "));
  text += fmt::format("On {} of them the worst of its ten runs beats the best of uniform sampling. ",
                      ratios.clear_of_uniform());
  text +=
      "Against uniform sampling of single coordinates, as geometric means over balanced and over unbalanced problems:";
  for (const Sampling& sampling : kSamplings)
    if (sampling.name != "uniform")
      text += fmt::format(" {} has {} and {};", sampling.name, verdict(ratios.against_uniform(sampling.name, true)),
                          verdict(ratios.against_uniform(sampling.name, false)));
  text.back() = '.';
  if (const auto blind = ratios.blind_to_scale(); !blind.empty())
    text += fmt::format(
        " Other scales of the columns change nothing (less than a tenth) for {}: steps, thresholds and noise are in "
        "units of "
        "each column's smoothness.",
        fmt::join(blind, ", "));
  const double importance = ratios.against_uniform("importance", false);
  text += fmt::format(
      " The theory has importance sampling up to the root of the dimension ahead where columns are unbalanced; {}.",
      importance < 0.95   ? fmt::format("here it was ahead, by {:.2g}", 1 / importance)
      : importance > 1.05 ? "once steps and thresholds follow the smoothness of each column, it was not"
                          : "here it made no difference");
  return {text};
}

}  // namespace

Result<Reproduction> run_skgd_sampling(const ReproduceRequest& request, const Workplace& place) {
  Reproduction r;
  r.title = "relative error by sampling of coordinates, balanced and unbalanced columns, epsilon 1, delta 1/n^2";
  r.source = published::kSkgd;
  r.columns = {"problem", "sampling",         "published", "measured", "std", "min",
               "max",     "ratio_to_uniform", "passes",    "clip",     "step"};
  const Seeds fresh{1001, 10};
  r.seeds = fmt::format("noise and order 1 to {} choose clip, step and passes, 1001 to 1010 are reported",
                        kTuningSeeds.count);
  r.notes = {
      "nothing was published to compare with",
      "blocks of ten of fifty columns; replace-one; smoothness from the data; steps that are safe for correlated "
      "columns; no momentum; the last iterate",
      "in `partition in turn` each block is visited once a pass, so that a pass costs one release; the sampling "
      "of the publication draws blocks at random, and every draw pays"};
  Ratios ratios;
  const bool quick = request.extent == Extent::quick;
  for (const Balance& problem : kProblems) {
    if (place.stopped()) break;
    Options options;
    options.loss = problem.loss;
    options.penalty = problem.penalty;
    options.epsilon = "1";
    options.intercept = false;
    const auto study = Study::open(std::string(problem.data), options);
    if (!study) return tl::unexpected(study.error());
    r.used.emplace_back(problem.data);
    auto opened = open_runner(request, *study, place);
    if (!opened) return tl::unexpected(opened.error());
    Runner& runner = *opened;
    options.solver = "block";
    options.smoothness = "from-data";
    options.momentum = "none";
    double uniform = std::nan("");
    for (const Sampling& sampling : kSamplings) {
      options.block = sampling.block;
      options.order = sampling.order;
      const double size = std::log10(problem.size);
      const Grid grid{{{"passes", quick ? std::vector<std::string>{"5", "20", "50"}
                                        : std::vector<std::string>{"2", "5", "10", "20", "50"}},
                       {"clip", log_spaced(size - 0.75, size + 1.25, quick ? 5 : 11)},
                       {"step", quick ? std::vector<std::string>{"0.1", "0.3", "1"} : log_spaced(-2, 0.5, 11)}},
                      ""};
      const auto tuned = tune(runner, grid.points(options), kTuningSeeds, fresh, true);
      if (!tuned) return tl::unexpected(tuned.error());
      if (!*tuned) continue;
      const Tuned& best = **tuned;
      if (sampling.name == "uniform") uniform = best.fresh.mean;
      ratios.note(std::string(problem.name), std::string(sampling.name), best.fresh);
      r.rows.push_back({std::string(problem.name), std::string(sampling.name), Cell(), best.fresh.mean, best.fresh.std,
                        best.fresh.min, best.fresh.max, best.fresh.mean / uniform, best.options.passes,
                        best.options.clip, best.options.step});
      r.runs.push_back(run_json(std::string(problem.name), std::string(sampling.name), best));
    }
  }
  if (ratios.problems() > 0) r.findings = findings(ratios);
  return r;
}

}  // namespace discreet
