// Everything that can be reproduced; the list is in experiments.cpp.
#pragma once

#include "discreet/research/reproduce/reproduction.hpp"

namespace discreet {

Result<Reproduction> run_dpcd_table2(const ReproduceRequest& request, const Workplace& place);
Result<Reproduction> run_dpcd_table3(const ReproduceRequest& request, const Workplace& place);
Result<Reproduction> run_dpcd_figure2(const ReproduceRequest& request, const Workplace& place);
Result<Reproduction> run_dpgcd_table_d4(const ReproduceRequest& request, const Workplace& place);
Result<Reproduction> run_dpgcd_figure_5_4_1(const ReproduceRequest& request, const Workplace& place);
Result<Reproduction> run_dpscd_figure1(const ReproduceRequest& request, const Workplace& place);
Result<Reproduction> run_skgd_sampling(const ReproduceRequest& request, const Workplace& place);
Result<Reproduction> run_fairness_table(const ReproduceRequest& request, const Workplace& place);
Result<Reproduction> run_fairness_figure(const ReproduceRequest& request, const Workplace& place);

}  // namespace discreet
