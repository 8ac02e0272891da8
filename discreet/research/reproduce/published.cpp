#include "discreet/research/reproduce/published.hpp"

#include <algorithm>

namespace discreet::published {
namespace {

constexpr ByPasses kTable2[] = {
    {"Electricity imbalanced", "DP-CD", {.1458, .0842, .0436, .0147, .0020}, {6e-4, 1e-3, 2e-3, 2e-3, 1e-3}},
    {"Electricity imbalanced", "DP-SGD", {.2047, .1804, .1766, .1644, .1484}, {2e-2, 2e-2, 2e-2, 2e-2, 1e-2}},
    {"Electricity balanced", "DP-CD", {.0186, .0023, .0013, .0013, .0019}, {4e-4, 4e-4, 6e-4, 4e-4, 8e-4}},
    {"Electricity balanced", "DP-SGD", {.0391, .0189, .0123, .0106, .0040}, {1e-2, 5e-3, 4e-3, 3e-3, 2e-3}},
    {"California imbalanced", "DP-CD", {.1708, .1232, .0598, .0287, .0124}, {7e-3, 1e-2, 1e-2, 5e-3, 7e-3}},
    {"California imbalanced", "DP-SGD", {.2799, .1863, .1476, .1094, .1068}, {9e-2, 2e-2, 2e-2, 2e-2, 2e-2}},
    {"California balanced", "DP-CD", {.0007, .0011, .0012, .0010, .0017}, {3e-4, 6e-4, 5e-4, 1e-4, 1e-3}},
    {"California balanced", "DP-SGD", {.0351, .0226, .0125, .0087, .0042}, {2e-2, 8e-3, 3e-3, 2e-3, 1e-3}},
    {"Sparse LASSO", "DP-CD", {.2498, .4702, .5982, .7160, .7551}, {4e-2, 9e-2, 4e-2, 2e-2, 0}},
    {"Sparse LASSO", "DP-SGD", {.7551, .7551, .7551, .7551, .7551}, {0, 3e-9, 0, 0, 0}},
};

constexpr ByPasses kTable3[] = {
    {"Electricity imbalanced", "DP-CD", {.0128, .0274, .0500, .0980, .2457}, {1e-3, 1e-3, 1e-3, 7e-4, 2e-3}},
    {"Electricity imbalanced", "DP-SGD", {.0663, .1722, .3321, .6729, 1.8588}, {2e-3, 1e-2, 1e-2, 1e-2, 2e-1}},
    {"Electricity balanced", "DP-CD", {.0121, .0281, .0529, .1062, .2577}, {7e-4, 3e-3, 2e-3, 6e-3, 2e-3}},
    {"Electricity balanced", "DP-SGD", {.0686, .1768, .3578, .6787, 1.6766}, {4e-3, 1e-2, 2e-2, 2e-2, 2e-2}},
    {"California imbalanced", "DP-CD", {.0029, .0065, .0130, .0258, .0647}, {9e-5, 8e-5, 1e-4, 1e-4, 2e-4}},
    {"California imbalanced", "DP-SGD", {.0269, .0665, .1318, .2628, .6476}, {1e-3, 1e-3, 2e-3, 3e-3, 8e-3}},
    {"California balanced", "DP-CD", {.0031, .0065, .0132, .0262, .0649}, {2e-4, 2e-4, 1e-4, 2e-4, 3e-4}},
    {"California balanced", "DP-SGD", {.0261, .0641, .1295, .2592, .6469}, {7e-4, 5e-4, 2e-3, 4e-3, 7e-3}},
    {"Sparse LASSO", "DP-CD", {.0244, .0760, .1614, .3213, .6598}, {6e-4, 6e-4, 4e-3, 5e-4, 1e-2}},
    {"Sparse LASSO", "DP-SGD", {.0718, .1788, .3654, .7292, 1.8110}, {3e-3, 4e-3, 7e-3, 2e-2, 3e-2}},
};

constexpr Support kTableD4[] = {
    {"square", "DP-CD", 0, 0, .75},       {"square", "DP-SGD", 0, 3, .75},      {"square", "DP-GCD", 2, 0, .35},
    {"california", "DP-CD", 3, 2, .0024}, {"california", "DP-SGD", 3, 5, .020}, {"california", "DP-GCD", 2, 0, .00056},
    {"dorothea", "DP-CD", 1, 1, .77},     {"dorothea", "DP-SGD", 0, 0, .78},    {"dorothea", "DP-GCD", 1, 0, .64},
    {"madelon", "DP-CD", 0, 0, .0085},    {"madelon", "DP-SGD", 0, 0, .012},    {"madelon", "DP-GCD", 1, 0, .0015},
};

constexpr Chosen kTableD5[] = {
    {"california", "DP-CD", "5", "20.2", "1"},       {"california", "DP-SGD", "20", "12.6", "2.15e-5"},
    {"california", "DP-GCD", "4", "51.8", "1"},      {"square", "DP-CD", "0.01", "9100", "10"},
    {"square", "DP-SGD", "0.01", "4.94", "1e-4"},    {"square", "DP-GCD", "2", "14600", "2.15"},
    {"mtp", "DP-CD", "3", "20.2", "0.0215"},         {"mtp", "DP-SGD", "20", "12.6", "2.15e-5"},
    {"mtp", "DP-GCD", "7", "20.2", "0.464"},         {"madelon", "DP-CD", "0.1", "7.91", "2.15"},
    {"madelon", "DP-SGD", "10", "0.00687", "1"},     {"madelon", "DP-GCD", "1", "7.91", "2.15"},
    {"log1", "DP-CD", "10", "0.184", "1"},           {"log1", "DP-SGD", "20", "0.184", "4.64e-4"},
    {"log1", "DP-GCD", "10", "3.09", "2.15"},        {"log2", "DP-CD", "1", "0.754", "2.15"},
    {"log2", "DP-SGD", "20", "0.184", "4.64e-4"},    {"log2", "DP-GCD", "20", "1.93", "0.464"},
    {"madelon l2", "DP-CD", "10", "1.21", "0.1"},    {"madelon l2", "DP-SGD", "20", "0.184", "1e-4"},
    {"madelon l2", "DP-GCD", "10", "7.91", "1"},     {"dorothea", "DP-CD", "3", "0.045", "4.64"},
    {"dorothea", "DP-SGD", "0.001", "1e-4", "1e-6"}, {"dorothea", "DP-GCD", "2", "12.6", "2.15"},
};

constexpr FairnessBound kTable61[] = {{"equality-of-opportunity", .1044, .0017},
                                      {"equalized-odds", .0975, .0026},
                                      {"demographic-parity", .0975, .0026},
                                      {"accuracy-parity", .0975, .0026},
                                      {"accuracy", .0487, .0013}};

}  // namespace

std::size_t ByPasses::best() const {
  return static_cast<std::size_t>(std::min_element(value.begin(), value.end()) - value.begin());
}

std::span<const ByPasses> dpcd_table2() { return kTable2; }
std::span<const ByPasses> dpcd_table3() { return kTable3; }
std::span<const Support> dpgcd_table_d4() { return kTableD4; }
std::span<const Chosen> dpgcd_table_d5() { return kTableD5; }
std::span<const FairnessBound> fairness_table() { return kTable61; }

}  // namespace discreet::published
