#include "discreet/fit/plan_json.hpp"

#include "discreet/io/model_file.hpp"

namespace discreet {

double noise_over_clip(const Blueprint& blueprint, const GaussianEvent& event) {
  const double apart = blueprint.plan.neighbours == Neighbours::replace_one ? 2 : 1;
  return event.multiplier.value * apart / blueprint.problem.normaliser;
}

Json plan_json(const Blueprint& blueprint, std::size_t rows, std::size_t features) {
  Json noise = Json::array();
  for (const PlanLine& line : blueprint.plan.lines)
    if (const auto* gaussian = std::get_if<GaussianEvent>(&line.event))
      noise.push_back({{"what", line.what}, {"relative_to_clip", noise_over_clip(blueprint, *gaussian)}});
  const Prospect& prospect = blueprint.prospect;
  return {{"rows", rows},
          {"features", features},
          {"solver", description_json(description_of(blueprint))},
          {"noise", noise},
          {"expected",
           {{"noise_to_signal", prospect.noise_to_signal},
            {"relative_error", blueprint.problem.chosen.empty() ? Json() : Json(prospect.relative_error)},
            {"worth_it", prospect.worth_it()}}},
          {"privacy", privacy_json(blueprint.label)}};
}

}  // namespace discreet
