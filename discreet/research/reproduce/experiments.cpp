#include "discreet/research/reproduce/experiments.hpp"

namespace discreet {
namespace {

constexpr Experiment kExperiments[] = {
    {"dpcd-table2", "DP-CD, table 2: relative error of tuned DP-CD and DP-SGD on five problems", run_dpcd_table2},
    {"dpcd-table3", "DP-CD, table 3: their seconds", run_dpcd_table3},
    {"dpcd-figure2", "DP-CD, first version, figure 2: dimension and conditioning", run_dpcd_figure2},
    {"dpgcd-table-d4", "DP-GCD, table D.4: non-zeros found and relative error", run_dpgcd_table_d4},
    {"dpgcd-figure-5.4.1", "DP-GCD, figure 5.4.1: relative error by passes", run_dpgcd_figure_5_4_1},
    {"dpscd-figure1", "DP-SCD, figure 1: accuracy against epsilon of dual coordinate descent and DP-SGD",
     run_dpscd_figure1},
    {"skgd-sampling", "DP-SkGD: samplings of coordinates; announced, never shown", run_skgd_sampling},
    {"fairness-table", "fairness, table 6.1: bounds on what privacy does to groups", run_fairness_table},
    {"fairness-figure", "fairness, figure 6.6.1: the bounds and 100 private models over rows and epsilon",
     run_fairness_figure},
};

}  // namespace

std::span<const Experiment> all_experiments() { return kExperiments; }

}  // namespace discreet
