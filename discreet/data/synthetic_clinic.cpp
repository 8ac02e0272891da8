// The demo's dataset. Nobody's data: every row is drawn from the formulas below.
#include <algorithm>
#include <cmath>
#include <memory>

#include "discreet/data/synthetic.hpp"

namespace discreet {
namespace {

double log_normal(PublicRandom& random, double median, double spread) {
  return median * std::exp(spread * random.normal());
}

double rounded(double value, double to) { return std::round(value / to) * to; }

// Small counts: the number of arrivals before the sum of exponential waits passes 1.
double arrivals(PublicRandom& random, double rate) {
  double count = 0;
  for (double waited = -std::log(1 - random.uniform()) / rate; waited < 1;
       waited += -std::log(1 - random.uniform()) / rate)
    ++count;
  return count;
}

}  // namespace

SyntheticTable make_clinic(SyntheticSettings& settings) {
  SyntheticTable table;
  table.rows = settings.count("n", 20'000, 1, std::size_t{1} << 40);
  auto random = std::make_shared<PublicRandom>(settings.count("seed", 1, 0, std::size_t{1} << 40));
  table.columns = {"age",
                   "female",
                   "deprived_area",
                   "length_of_stay_days",
                   "prior_admissions",
                   "emergency",
                   "systolic_pressure",
                   "haemoglobin",
                   "creatinine",
                   "sodium",
                   "c_reactive_protein",
                   "household_income",
                   "distance_km",
                   "readmitted"};
  table.next = [random](std::span<double> row) {
    PublicRandom& r = *random;
    const double age = std::clamp(rounded(62 + 17 * r.normal(), 1), 18.0, 99.0);
    const double female = r.uniform() < 0.52;
    const double deprived = r.uniform() < 0.3;
    const double prior = arrivals(r, 0.4 + 0.012 * age + 0.3 * deprived);
    const double emergency = r.uniform() < 0.35 + 0.1 * deprived;
    const double stay = std::max(1.0, rounded(log_normal(r, 3.5 + 0.03 * age, 0.7), 1));
    const double pressure = rounded(118 + 0.25 * age + 17 * r.normal(), 1);
    const double haemoglobin = rounded(14.3 - 1.2 * female - 0.015 * age + 1.6 * r.normal(), 0.1);
    const double creatinine = rounded(log_normal(r, 68 - 12 * female + 0.3 * age, 0.35), 1);
    const double sodium = rounded(139 + 3.5 * r.normal(), 1);
    const double protein = rounded(log_normal(r, 9 + 12 * emergency, 1.1), 0.1);
    const double income = rounded(log_normal(r, deprived != 0 ? 19'000 : 33'000, 0.5), 100);
    const double distance = rounded(log_normal(r, 9, 0.8), 0.1);
    const double risk = -2.35 + 0.022 * (age - 62) + 0.42 * prior + 0.55 * emergency + 0.05 * std::min(stay, 30.0) +
                        0.9 * std::log(creatinine / 80) - 0.16 * (haemoglobin - 13) + 0.004 * std::min(protein, 150.0) -
                        0.05 * (sodium - 139) + 0.35 * deprived - 0.1 * female;
    const double readmitted = r.uniform() < 1 / (1 + std::exp(-risk));
    const double values[] = {age,         female,     deprived, stay,    prior,  emergency, pressure,
                             haemoglobin, creatinine, sodium,   protein, income, distance,  readmitted};
    std::copy(std::begin(values), std::end(values), row.begin());
  };
  return table;
}

}  // namespace discreet
