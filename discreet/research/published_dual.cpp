#include "discreet/research/published_dual.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "discreet/base/public_random.hpp"
#include "discreet/research/published_answer.hpp"
#include "discreet/research/told_lots.hpp"
#include "discreet/solver/dual.hpp"

namespace discreet {
namespace {

constexpr std::size_t kLot = 100, kPasses = 10;

}  // namespace

Result<std::unique_ptr<Solver>> PublishedDual::make(const SolverSettings& settings, const SurveyFacts& facts) {
  if (!std::isfinite(facts.epsilon.value)) return DualAscent::make(settings, facts);
  if (const auto fine = refuse_without_dual(settings, facts, DualAscent::name); !fine)
    return tl::unexpected(fine.error());
  if (facts.neighbours == Neighbours::add_remove)
    return wrong(Fault::usage, "--recipe paper tells a dual variable for every row, which shows their number",
                 "use --neighbours zero-out or replace-one, or --recipe sound");
  if (!settings.clip)
    return wrong(Fault::usage, "--recipe paper needs --clip C, how far a dual variable may move at once",
                 "the publication tunes it on the data: 0.1 and 0.5 are among what it chose");
  if (settings.clip_rule || settings.step)
    return wrong(Fault::usage, "--solver dual --recipe paper has no --clip-rule and no --step", "leave them out");
  return std::unique_ptr<Solver>(new PublishedDual(settings, facts));
}

PublishedDual::PublishedDual(SolverSettings settings, SurveyFacts facts)
    : settings_(std::move(settings)),
      facts_(std::move(facts)),
      lot_(std::clamp<std::size_t>(static_cast<std::size_t>(std::llround(settings_.batch.value_or(kLot))), 1,
                                   std::max<std::size_t>(facts_.rows, 1))),
      passes_(settings_.passes.value_or(kPasses)) {}

void PublishedDual::plan(Outline& outline) const {
  Outline::Line line{std::string(ExactDual::kMoves), passes_,        facts_.rows + lots() * facts_.features, 1,
                     Outline::Answer::published,     &kPublishedLots};
  line.batches.rows = facts_.rows;
  line.batches.size = lot_;
  outline.lines.push_back(std::move(line));
}

Solution PublishedDual::run(SolverContext& context) const {
  DualOracle& oracle = context.duals;
  oracle.set_frame({std::vector<double>(oracle.coordinates(), 1.0), std::vector<double>(oracle.coordinates(), 0.0)});
  const RecipeSources& sources = *context.sources;
  const ToldRows rows(sources.data, facts_.loss, oracle.has_intercept(), oracle.normaliser());
  DualPoint point(ridge_of(context.penalty));
  std::vector<double> duals(facts_.rows, 0.0);  // as they were told
  std::vector<std::uint32_t> order(facts_.rows);
  std::iota(order.begin(), order.end(), 0U);
  DualRun run(settings_, context, point, passes_ * lots(), passes_);
  for (std::size_t pass = 0, t = 0; pass < passes_; ++pass) {
    PublicRandom(settings_.order_seed + pass).shuffle(order);
    ToldLots asked = rows.lots(context.permit.pay(ExactDual::kMoves), *settings_.clip);
    for (std::size_t from = 0; from < order.size(); from += lot_, ++t) {
      const std::span lot = std::span(std::as_const(order)).subspan(from, std::min(lot_, order.size() - from));
      std::vector<double> told;
      for (const std::uint32_t i : lot) told.push_back(duals[i]);
      const Released<std::vector<double>> answer =
          context.gaussian.release(asked.moves(point.step(static_cast<double>(lot.size())), lot, told));
      const std::span<const double> moved(answer.value());
      for (std::size_t k = 0; k < lot.size(); ++k) duals[lot[k]] += moved[k];
      run.add(t, moved.subspan(lot.size()));
    }
  }
  return {run.finish(), {}};
}

Description PublishedDual::description() const {
  return {{"name", std::string("dual")},
          {"recipe", std::string("paper")},
          {"batch", static_cast<double>(lot_)},
          {"passes", static_cast<double>(passes_)},
          {"clip", *settings_.clip},
          {"average", name_of(settings_.averaging)}};
}

}  // namespace discreet
