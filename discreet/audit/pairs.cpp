#include "discreet/audit/pairs.hpp"

#include <algorithm>
#include <atomic>

#include "discreet/audit/cut.hpp"
#include "discreet/base/contract.hpp"

namespace discreet {
namespace {

// Of the runs, what teaches and what chooses; neither needs more than this many.
constexpr std::uint64_t kTeachingShare = 4, kMostTeaching = 10'000, kMostChoosing = 25'000;

// One pair, from the first run to the last.
class PairRun {
 public:
  PairRun(const Rehearsal& rehearsal, const NeighbouringData& data, const PairAudit& audit,
          std::function<void(std::uint64_t)> done)
      : rehearsal_(rehearsal), data_(data), audit_(audit), done_(std::move(done)) {}

  PairFinding find(double miss) {
    const std::uint64_t teaching = std::min(audit_.runs / kTeachingShare, kMostTeaching),
                        choosing = std::min(audit_.runs / kTeachingShare, kMostChoosing),
                        counted = audit_.runs - teaching - choosing;
    Runs here(teaching), there(teaching);
    each(teaching,
         [&](std::size_t k, bool is_here, std::vector<double> seen) { (is_here ? here : there)[k] = std::move(seen); });
    const Discriminator discriminator(here, there);

    Scored scored;
    for (std::size_t way = 0; way < Discriminator::kWays; ++way)
      scored.here[way].resize(choosing), scored.there[way].resize(choosing);
    each(choosing, [&](std::size_t k, bool is_here, const std::vector<double>& seen) {
      for (std::size_t way = 0; way < Discriminator::kWays; ++way)
        (is_here ? scored.here : scored.there)[way][k] = discriminator.score(way, seen);
    });
    const Delta delta = rehearsal_.blueprint().granted.delta;
    const double each_miss = miss / 2;  // for two bounds
    const Cut cuts[] = {best_cut(scored, Aim::epsilon, delta, each_miss), best_cut(scored, Aim::mu, delta, each_miss)};

    std::atomic<std::uint64_t> hits[2][2] = {};  // by cut and by neighbour
    each(counted, [&](std::size_t, bool is_here, const std::vector<double>& seen) {
      for (std::size_t c = 0; c < 2; ++c) hits[c][is_here] += cuts[c].holds(discriminator.score(cuts[c].way, seen));
    });
    const auto tally = [&](std::size_t c, bool often) { return Tally{counted, hits[c][often == cuts[c].above]}; };
    PairFinding found;
    found.often = tally(0, true);
    found.seldom = tally(0, false);
    found.epsilon = contrast(found.often, found.seldom, each_miss).least_epsilon(delta);
    found.second = contrast(tally(1, true), tally(1, false), each_miss);
    found.mu = found.second.least_mu();
    return found;
  }

 private:
  template <class Take>
  void each(std::uint64_t runs, Take&& take) {
    repeat(
        2 * runs, audit_.threads,
        [&](std::size_t run, NoiseSource& source) {
          const bool is_here = run % 2 == 0;
          take(run / 2, is_here, rehearsal_.run(is_here ? data_.here : data_.there, source, audit_.attacker));
        },
        [&](std::size_t done) { done_(before_ + done); });
    before_ += 2 * runs;
  }

  const Rehearsal& rehearsal_;
  const NeighbouringData& data_;
  const PairAudit& audit_;
  std::function<void(std::uint64_t)> done_;
  std::uint64_t before_ = 0;
};

}  // namespace

bool contradicts(const PairFinding& finding, const Rehearsal& rehearsal) {
  const std::vector<Budget>& points = rehearsal.claimed_points();
  return finding.epsilon > rehearsal.blueprint().label.spent || finding.mu > rehearsal.claimed_mu() ||
         std::any_of(points.begin(), points.end(), [&](const Budget& point) { return finding.second.breaks(point); });
}

Result<std::vector<PairFinding>> audit_pairs(const Rehearsal& rehearsal, const std::vector<const Canary*>& canaries,
                                             const PairAudit& audit, Progress& progress) {
  require(audit.runs >= kLeastRuns, "an audit has runs to learn from and runs to count");
  std::vector<PairFinding> findings;
  const std::uint64_t a_canary = 2 * audit.runs, total = a_canary * canaries.size();
  for (const Canary* canary : canaries) {
    const auto data = neighbours(*canary, rehearsal.stage());
    if (!data) return tl::unexpected(data.error());
    const std::uint64_t before = a_canary * findings.size();
    PairRun run(rehearsal, *data, audit, [&](std::uint64_t done) { progress.advance(before + done, total); });
    findings.push_back(run.find(audit.miss / static_cast<double>(canaries.size())));
    findings.back().canary = canary->name;
  }
  return findings;
}

}  // namespace discreet
