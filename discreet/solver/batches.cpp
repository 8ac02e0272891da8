#include "discreet/solver/batches.hpp"

#include <algorithm>
#include <cmath>

#include "discreet/solver/unhindered.hpp"

namespace discreet {
namespace {

// What is chosen when the user leaves it to us: docs/solvers/sgd.md says by which measurements.
constexpr double kMostRegressionPasses = 10, kMostClassificationPasses = 20;

// Of a row's squared norm over its mean.
constexpr double kRowSpread = 4;

}  // namespace

BatchRule::BatchRule(const SolverSettings& settings, const SurveyFacts& facts, UsualBatch usual)
    : fixed_(settings.fixed_batches),
      everyone_(facts.exact()),
      regression_(facts.regression),
      normaliser_(facts.normaliser),
      size_(std::clamp(settings.batch.value_or(std::max(usual.least, usual.share * facts.normaliser)), 1.0,
                       facts.normaliser)),
      rows_(facts.rows) {
  if (fixed_) size_ = std::min(std::round(size_), static_cast<double>(rows_));
  if (everyone_) size_ = normaliser_;
}

std::size_t BatchRule::passes(const SolverSettings& settings, const Groundwork& groundwork, double step) const {
  if (settings.passes) return *settings.passes;
  const double most = regression_ ? kMostRegressionPasses : kMostClassificationPasses;
  return everyone_ ? Unhindered::kMostPasses : groundwork.worthwhile_passes(std::min(step, 1.0), most);
}

std::size_t BatchRule::steps(std::size_t passes) const {
  return static_cast<std::size_t>(std::max(1.0, std::round(static_cast<double>(passes) * normaliser_ / size_)));
}

Outline::Line BatchRule::line(std::string_view what, std::size_t groups, std::size_t numbers, double share) const {
  Outline::Line line{std::string(what), groups, numbers, share};
  line.answer = fixed_ ? Outline::Answer::fixed_batch : Outline::Answer::poisson_batch;
  line.batches = {size_ / normaliser_, rows_, static_cast<std::uint64_t>(size_)};
  return line;
}

double BatchRule::crowding(std::size_t coordinates) const {
  return everyone_ ? 0 : kRowSpread * static_cast<double>(coordinates) / size_;
}

void BatchRule::describe(Description& text) const {
  text.emplace_back("sampling", std::string(everyone_ ? "all rows" : fixed_ ? "fixed" : "poisson"));
  if (!everyone_) text.emplace_back("batch", size_);
}

}  // namespace discreet
