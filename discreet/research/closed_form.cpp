#include "discreet/research/closed_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "discreet/accounting/accountants.hpp"
#include "discreet/base/contract.hpp"
#include "discreet/research/moments_noise.hpp"
#include "discreet/research/published_answer.hpp"

namespace discreet {
namespace {

using Answer = Outline::Answer;

// The part of the budget that lines of one kind have together, and what their shares add up to.
struct Part {
  double epsilon = 0;
  double delta = 0;
  double shares = 0;
  Plan claimed;       // its lines as the publication sees them
  double factor = 1;  // by which their noise is larger than the closed form's

  double log_delta() const { return -std::log(delta); }
  bool empty() const { return claimed.lines.empty(); }
};

// The multiplier of a Gaussian line; the epsilon of a pure one.
double multiplier(const Part& part, const Outline::Line& line) {
  return std::sqrt(3 * part.log_delta() * static_cast<double>(line.groups) * part.shares / line.share) / part.epsilon;
}
double pure_epsilon_of(const Part& part, const Outline::Line& line) {
  return part.epsilon * std::sqrt(line.share / (part.shares * static_cast<double>(line.groups) * 8 * part.log_delta()));
}

double claims_of(const Outline::Line& line) { return line.published ? line.published->claims : 0; }
bool is_lots(const Outline::Line& line) {
  return line.published && line.published->kind == PublishedAnswer::Kind::lots;
}

// A line for which the publication claims `epsilon` a group, as it is. proof: docs/proofs/closed_form.md
PlanLine as_it_is(const Outline::Line& line, double epsilon) {
  if (line.answer == Answer::laplace) return {line.what, LaplaceEvent{{1 / epsilon}}, line.groups, line.numbers};
  if (line.published) switch (line.published->kind) {
      case PublishedAnswer::Kind::choice:
        return {line.what, PureEvent{{2 * epsilon}}, line.groups, 0};
      case PublishedAnswer::Kind::slopes:
        return {line.what, LaplaceEvent{{1 / epsilon}}, line.groups * line.numbers, 1};
      case PublishedAnswer::Kind::means:
        return {line.what, LaplaceEvent{{2 / epsilon}}, line.groups, line.numbers};
      case PublishedAnswer::Kind::lots:
        break;
    }
  return {line.what, PureEvent{{epsilon}}, line.groups, line.numbers};
}

tl::unexpected<Error> beyond(Budget budget, double proved) {
  // 6 (1 - sqrt(2/3)): where the conversion that the form rests on becomes larger than the form.
  const double most = 6 * (1 - std::sqrt(2.0 / 3)) * -std::log(budget.delta.value);
  return wrong(
      Fault::usage,
      fmt::format("the closed forms of the publications do not hold at epsilon {:.6g} and delta {:.3g}: with that "
                  "noise epsilon {:.6g} is what can be proved",
                  budget.epsilon.value, budget.delta.value, proved),
      fmt::format("for Gaussian noise they hold up to epsilon {:.4g} at this delta; use --accounting tight", most));
}

}  // namespace

Mu closed_form_mu(Budget budget) { return {budget.epsilon.value / std::sqrt(-3 * std::log(budget.delta.value))}; }

namespace {

// Lots that cover all rows once in each group. The publication computes its noise as if each were drawn afresh and kept
// secret; told lots cost one Gaussian release a group. proof: docs/proofs/closed_form.md
Result<PublishedPlan> published_lots(Budget budget, Neighbours neighbours, const Outline::Line& line) {
  const double rows = static_cast<double>(line.batches.rows), size = static_cast<double>(line.batches.size);
  const auto lots = static_cast<std::uint64_t>(std::ceil(rows / size));
  const Result<NoiseMultiplier> claimed = moments_noise(budget, std::min(1.0, size / rows), line.groups * lots);
  if (!claimed) return tl::unexpected(claimed.error());
  const double apart = neighbours == Neighbours::replace_one ? 2 : 1;
  const GaussianEvent event{{claimed->value / apart}};
  return PublishedPlan{{neighbours, {{line.what, event, line.groups, line.numbers}}}, budget.epsilon};
}

}  // namespace

Result<PublishedPlan> closed_form(Budget budget, const Outline& outline, PublishedNoise noise) {
  require(std::isfinite(budget.epsilon.value), "a closed form is for a finite epsilon");
  if (outline.lines.size() == 1 && is_lots(outline.lines[0]))
    return published_lots(budget, outline.neighbours, outline.lines[0]);
  for (const Outline::Line& line : outline.lines)
    if (line.answer == Answer::poisson_batch || line.answer == Answer::fixed_batch ||
        line.answer == Answer::approximate)
      return wrong(
          Fault::usage,
          fmt::format("the publications have no closed form for what --solver would ask for as '{}'", line.what),
          "use --accounting tight or rdp");
  Part gaussian, pure;
  double left = 1;
  for (const Outline::Line& line : outline.lines) {
    require(line.share > 0 && line.groups > 0, "every line of an outline is asked at least once and gets a share");
    left -= claims_of(line);
    if (claims_of(line) == 0) (line.answer == Answer::gaussian ? gaussian : pure).shares += line.share;
  }
  const double roots = std::sqrt(gaussian.shares) + std::sqrt(pure.shares);
  const bool mixed = gaussian.shares > 0 && pure.shares > 0;
  for (Part* part : {&gaussian, &pure}) {
    part->epsilon = left * budget.epsilon.value * std::sqrt(part->shares) / roots;
    part->delta = mixed ? budget.delta.value / 2 : budget.delta.value;
    part->claimed.neighbours = outline.neighbours;
  }

  for (const Outline::Line& line : outline.lines) {
    if (claims_of(line) > 0) continue;
    if (line.answer == Answer::gaussian)
      gaussian.claimed.lines.push_back(
          {line.what, GaussianEvent{{multiplier(gaussian, line)}}, line.groups, line.numbers});
    else
      pure.claimed.lines.push_back({line.what, PureEvent{{pure_epsilon_of(pure, line)}}, line.groups, 0});
  }
  const PaperAccountant accountant;
  double proved = (1 - left) * budget.epsilon.value;
  bool holds = true;
  for (Part* part : {&gaussian, &pure}) {
    if (part->empty()) continue;
    if (noise == PublishedNoise::composed) {
      const auto found = calibrate(accountant, {{part->epsilon}, {part->delta}}, part->claimed);
      if (!found) return tl::unexpected(found.error());
      part->factor = found->factor;
      continue;
    }
    const double epsilon = accountant.epsilon(part->claimed, {part->delta}).value;
    holds = holds && epsilon <= part->epsilon;
    proved += epsilon;
  }
  if (!holds) return beyond(budget, proved);

  PublishedPlan result{{outline.neighbours, {}}, budget.epsilon};
  for (const Outline::Line& line : outline.lines) {
    if (claims_of(line) > 0)
      result.plan.lines.push_back(as_it_is(line, claims_of(line) * budget.epsilon.value));
    else if (line.answer == Answer::gaussian)
      result.plan.lines.push_back(
          {line.what, GaussianEvent{{multiplier(gaussian, line) * gaussian.factor}}, line.groups, line.numbers});
    else
      result.plan.lines.push_back(as_it_is(line, pure_epsilon_of(pure, line) / pure.factor));
  }
  return result;
}

}  // namespace discreet
