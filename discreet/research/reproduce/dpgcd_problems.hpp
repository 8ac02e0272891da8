// The problems of the DP-GCD experiments, with penalties found from what the tables print.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "discreet/research/compare/study.hpp"
#include "discreet/research/reproduce/reproduction.hpp"

namespace discreet {

struct DpgcdProblem {
  std::string_view name;
  std::string_view file;  // or a synthetic name
  std::string_view loss;
  bool standardised;
  std::string_view features;  // declared width of sparse files
  // What settles the penalty: the printed error of the zero model, or the printed number of non-zeros; or it is given.
  std::optional<double> zero_error;
  std::optional<double> nonzeros;
  std::string_view penalty;

  bool sparse_optimum() const { return penalty.empty(); }
};
std::span<const DpgcdProblem> dpgcd_problems();
// Whether any file is there: a folder without one is another folder, and that is better said than run around.
[[nodiscard]] Result<void> dpgcd_data_is_there(const ReproduceRequest& request);

// The study with its penalty; none, and a word in `missing`, if the data is one of those that are not available.
[[nodiscard]] Result<std::optional<Study>> open_dpgcd(const DpgcdProblem& problem, const ReproduceRequest& request,
                                                      Reproduction& reproduction);

}  // namespace discreet
