// The numbers that the publications print, each with the place where it stands. Nothing else in this folder holds one.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace discreet::published {

inline constexpr std::string_view kDpcd =
    "Mangold, Bellet, Salmon, Tommasi: Differentially Private Coordinate Descent for Composite ERM, ICML 2022";
inline constexpr std::string_view kDpcdPreprint = "the same, first version (HAL, 2021)";
inline constexpr std::string_view kThesis = "Mangold: thesis, Lille 2023, chapter 5 and appendix D.2 (DP-GCD)";
inline constexpr std::string_view kDpscd =
    "Damaskinos, Mendler-Duenner, Guerraoui, Papandreou, Parnell: Differentially Private Stochastic Coordinate "
    "Descent, "
    "AAAI 2021";
inline constexpr std::string_view kSkgd =
    "DP-SkGD, appendix B: \"We will show the experimental results during the rebuttal\"";

// DP-CD, appendix G, table 2 (relative error, mean of five runs that chose the settings) and table 3 (seconds).
inline constexpr std::array<std::string_view, 5> kPasses{"2", "5", "10", "20", "50"};
struct ByPasses {
  std::string_view problem, method;
  std::array<double, 5> value, spread;

  std::size_t best() const;  // where the star is
};
std::span<const ByPasses> dpcd_table2();
std::span<const ByPasses> dpcd_table3();

// Thesis, table D.4: non-zeros that the optimum has and that it does not have, and the relative error; means of five.
struct Support {
  std::string_view problem, method;
  double correct, incorrect, error;
};
std::span<const Support> dpgcd_table_d4();

// Thesis, table 6.1: bounds on the change of fairness at 99 %, epsilon 1, delta 1/n^2.
inline constexpr std::string_view kFairness = "Mangold: thesis, Lille 2023, chapter 6 and appendix D.3";
struct FairnessBound {
  std::string_view measure;
  double celeba, folktables;
};
std::span<const FairnessBound> fairness_table();

// Thesis, table D.5: the settings that won, which are those of figure 5.4.1.
struct Chosen {
  std::string_view problem, method, passes, clip, step;
};
std::span<const Chosen> dpgcd_table_d5();

}  // namespace discreet::published
