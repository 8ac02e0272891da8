#include "discreet/accounting/composition.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "discreet/privacy/accountant.hpp"

namespace discreet {

std::span<const Direction> directions(const Plan& plan) {
  static constexpr Direction kBoth[] = {Direction::remove, Direction::add};
  // A replaced row leaves its batch as its other version does: the pair is symmetric.
  const bool told_apart = plan.neighbours != Neighbours::replace_one &&
                          std::any_of(plan.lines.begin(), plan.lines.end(), [](const PlanLine& line) {
                            return line.groups > 0 && std::holds_alternative<PoissonGaussianEvent>(line.event);
                          });
  return std::span(kBoth).first(told_apart ? 2 : 1);
}

std::optional<Composition> Composition::of(const Plan& plan, Direction direction) {
  Composition composition;
  std::map<Event, double> counts;  // the same events are one part
  Plan gaussian{plan.neighbours, {}};
  for (const PlanLine& line : plan.lines) {
    if (line.groups == 0) continue;
    if (std::holds_alternative<GaussianEvent>(line.event))
      gaussian.lines.push_back(line);
    else
      counts[line.event] += static_cast<double>(line.groups);
  }
  if (!gaussian.lines.empty()) counts[GaussianEvent{{1 / composed_mu(gaussian).value}}] = 1;
  for (const auto& [event, count] : counts) {
    std::shared_ptr<const LossLaw> law = loss_law(event, plan.neighbours, direction);
    if (!law) return std::nullopt;
    composition.parts_.push_back({std::move(law), count});
  }
  return composition;
}

double Composition::log_moment(double s) const {
  double sum = 0;
  for (const Part& part : parts_) sum += part.count * part.law->log_moment(s);
  return sum;
}

double Composition::renyi_log_moment(double s) const {
  double sum = 0;
  for (const Part& part : parts_) sum += part.count * part.law->renyi_log_moment(s);
  return sum;
}

double Composition::fill(double c, double h, std::span<std::complex<double>> out) const {
  std::fill(out.begin(), out.end(), std::complex<double>(0));
  std::vector<std::complex<double>> part_of(out.size());
  double error = 0;
  for (const Part& part : parts_) {
    error += part.count * part.law->fill(c, h, part_of);
    for (std::size_t k = 0; k < out.size(); ++k) out[k] += part.count * part_of[k];
  }
  return error;
}

double Composition::log_decay(double c, double from) const {
  double sum = 0;
  for (const Part& part : parts_) {
    const double decay = part.law->decay(c, from);
    sum += decay > 0 ? part.count * std::log(decay) : -std::numeric_limits<double>::infinity();
  }
  return sum;
}

double Composition::work(double c, double h, double terms) const {
  double sum = 0;
  for (const Part& part : parts_) sum += part.law->work(c, h, terms);
  return sum;
}

}  // namespace discreet
