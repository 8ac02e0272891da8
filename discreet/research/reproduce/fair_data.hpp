// The data of the fairness experiments of the thesis, prepared as its section 6.6 has it: rows in memory, standardised
// or scaled, cut to a length, nine tenths to train on and one to measure on; the sensitive column is not a feature.
#pragma once

#include <string>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/fairness/assessment.hpp"
#include "discreet/research/reproduce/reproduction.hpp"

namespace discreet {

struct FairRows {
  std::size_t features = 0;
  std::vector<double> values;  // row after row
  std::vector<double> labels;  // -1 and +1
  std::vector<std::uint32_t> groups;

  std::size_t rows() const { return labels.size(); }
};

struct FairData {
  std::string name, sensitive;
  std::vector<std::string> groups;
  double norm = 0;  // no row is longer
  FairRows train, test;
};

// Adult (label income, sensitive sex) in place of folktables, standardised and cut to norm 3; and celebA (label
// Smiling, sensitive Male), scaled to norm 6, from celeba.csv or list_attr_celeba.csv, also .gz, if the folder has it.
// What was used and what is missing is noted.
[[nodiscard]] Result<std::vector<FairData>> fair_datasets(const ReproduceRequest& request, Reproduction& r);

// The optimum of the mean logistic loss plus lambda/2 |w|^2 over the first rows, by plain Newton steps: the exact
// solver of this program takes minutes where lambda is 1/n^2 and columns depend on one another.
std::vector<double> fair_optimum(const FairData& data, std::size_t rows, double lambda);

// The test rows as a model sees them; and another, where there is one.
std::vector<JudgedRow> judged(const FairRows& rows, const std::vector<double>& weights,
                              const std::vector<double>& other = {});

}  // namespace discreet
