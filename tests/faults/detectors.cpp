// This file is long because all detectors of the catalogue are one list.
#include "tests/faults/detectors.hpp"

#include <algorithm>
#include <array>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <cstring>
#include <iterator>
#include <new>
#include <set>

#include "discreet/accounting/accountants.hpp"
#include "discreet/audit/pairs.hpp"
#include "discreet/data/borrowed_columns.hpp"
#include "discreet/data/label_reader.hpp"
#include "discreet/fit/delta.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/io/event_json.hpp"
#include "discreet/io/model_file.hpp"
#include "discreet/mechanism/trials.hpp"
#include "discreet/model/privacy_label.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "discreet/privacy/noise_pool.hpp"
#include "tests/support/grants.hpp"
#include "tests/support/make.hpp"
#include "tests/support/rounded_minima.hpp"
#include "tests/support/temporary_file.hpp"

namespace discreet::testing {
namespace {

// ---- noise: answers about rows of zeros are nothing else, in units of what was paid for

constexpr std::size_t kNumbers = 4;

std::vector<std::vector<double>> pure_noise(std::uint64_t runs) {
  SecureRandom source;
  Gaussian gaussian(source);
  Bench bench;
  const Dataset data = make_dataset(Rows(5, std::vector<double>(kNumbers, 0.0)), std::vector<double>(5, 0.0));
  const auto oracle = bench.oracle(data, "squared");
  oracle->set_frame(flat_frame(kNumbers));
  constexpr double kMultiplier = 3;
  Permit permit = make_permit("slopes", kMultiplier, runs, kNumbers);
  std::vector<std::vector<double>> answers(runs);
  for (auto& answer : answers) {
    answer = gaussian.release(oracle->all_slopes(permit.pay("slopes"), {ClipRule::ball, 1})).value();
    for (double& number : answer) number /= kMultiplier * 2 / 5;
  }
  return answers;
}

bool off_variance(double sum_of_squares, double degrees, double miss) {
  const boost::math::chi_squared law(degrees);
  return sum_of_squares < boost::math::quantile(law, miss / 2) ||
         sum_of_squares > boost::math::quantile(boost::math::complement(law, miss / 2));
}

bool noise_is_too_small_or_large(std::uint64_t runs, double miss) {
  double squares = 0;
  for (const auto& answer : pure_noise(runs)) squares += answer[0] * answer[0];
  return off_variance(squares, static_cast<double>(runs), miss);
}

bool noise_is_off_centre(std::uint64_t runs, double miss) {
  double sum = 0;
  for (const auto& answer : pure_noise(runs)) sum += answer[0];
  return std::abs(sum) / std::sqrt(static_cast<double>(runs)) >
         boost::math::quantile(boost::math::complement(boost::math::normal(), miss / 2));
}

// The difference of two independent numbers has twice the variance of one.
bool noise_is_shared(std::uint64_t runs, double miss) {
  double squares = 0;
  for (const auto& answer : pure_noise(runs)) squares += std::pow(answer[0] - answer[1], 2) / 2;
  return off_variance(squares, static_cast<double>(runs), miss);
}

// ---- memory and labels

// Whether a number that was handed out is still in the pool, or any number after the pool is gone.
bool noise_stays_in_memory(std::uint64_t, double) {
  constexpr int kWide = 40;  // two numbers out of 2^40 are hardly ever the same, and none is zero
  using Pool = NoisePool<draw_discrete_gaussian>;
  alignas(Pool) std::array<unsigned char, sizeof(Pool)> memory{};
  const auto holds = [&](std::int64_t number) {
    std::array<unsigned char, sizeof(number)> bytes;
    std::memcpy(bytes.data(), &number, sizeof(number));
    return std::search(memory.begin(), memory.end(), bytes.begin(), bytes.end()) != memory.end();
  };
  SecureRandom source;
  Pool* pool = new (memory.data()) Pool(source);
  const std::int64_t used = pool->next(kWide);
  const bool used_is_there = holds(used);
  std::array<unsigned char, sizeof(Pool)> alive = memory;
  pool->~Pool();
  asm volatile("" : "+m"(memory));  // to the language what is left of an object is undetermined
  // What was drawn ahead is most of the pool.
  std::size_t same = 0;
  for (std::size_t k = 0; k < memory.size(); ++k) same += memory[k] != 0 && memory[k] == alive[k];
  return used_is_there || same > 100;
}

bool private_beside_a_caveat(std::uint64_t, double) {
  PrivacyLabel label;
  label.spent = label.budget.epsilon = {1.0};
  label.budget.delta = {1e-6};
  label.caveats = {"seeded noise: not private"};
  PrivacyLabel in_name;
  in_name.spent = in_name.budget.epsilon = {1e6};
  return label.is_private() || in_name.is_private();
}

// ---- rounding: minima of neighbours come out no further apart than the noise hides. Chance has no part in it.

bool minima_are_too_far_apart(std::uint64_t, double) {
  constexpr double kRoom = 56.5;
  return RoundedMinima{Neighbours::zero_out, kRoom}.farthest(1) > kRoom;
}

// A gradient that no step makes small.
bool a_minimum_is_not_found(std::uint64_t, double) {
  struct Restless final : FakeOracle {
    Restless() : FakeOracle(1, 1, nullptr, 1e-9) {}
    Sensitive<Eigen::VectorXd> gradient() override {
      return Sensitive<Eigen::VectorXd>(Eigen::VectorXd::Constant(1, 0.5 + 0.1 * std::sin(1.7 * ++asked)));
    }
    Sensitive<Eigen::MatrixXd> curvature(std::span<const Coordinate>) override {
      return Sensitive<Eigen::MatrixXd>(Eigen::MatrixXd::Zero(1, 1));
    }
    double asked = 0;
  } oracle;
  const WeightedPenalty penalty{AnyPenalty(None{}), std::vector<double>(1, 1.0)};
  SeededNoise source(7);
  Perturbation perturbation(source);
  Permit permit = make_permit("minimum", 5, 1, 1);
  try {
    (void)perturbation.output(permit.pay("minimum"), oracle, {penalty, {1.0}, 1.0, 1.0});
  } catch (const ContractViolation&) {
    return true;
  }
  return false;
}

// ---- before payment

bool noise_without_a_grid_is_paid_for(std::uint64_t, double) {
  const GdpAccountant accountant;
  Ledger ledger = GrantsForTests::budget(accountant, {Epsilon{std::numeric_limits<double>::infinity()}, Delta{1e-6}});
  return ledger.authorize({Neighbours::replace_one, {{"a", LaplaceEvent{{0}}, 1, 1}}}).has_value();
}

// The same noise over what one row contributes, and over how far two rows are apart.
bool a_multiplier_is_misread(std::uint64_t, double) {
  const auto noise_of = [](const char* relative) {
    const nlohmann::ordered_json json{{"type", "gaussian"}, {"noise_multiplier", 4}, {"relative_to", relative}};
    return std::get<GaussianEvent>(event_from_json(json, Neighbours::replace_one)).multiplier.value;
  };
  return noise_of("sensitivity") != 2 * noise_of("row");
}

bool a_start_is_not_declared(std::uint64_t, double) {
  Options exact;
  exact.solver = "exact";
  const Dataset data = make_dataset({{1, 0}, {0, 1}, {1, 1}}, {1, 2, 3});
  const auto model = fit(data, exact);
  const TemporaryFile file(".json", to_json(*model).dump());
  Options options;
  options.epsilon = "1";
  options.delta = "1e-6";
  options.solver = "cd";
  options.start = file.path();
  return draw(options, public_facts(data)).has_value();
}

// ---- chance

// Two keys of 256 bits are never the same. Among k sources with keys of b bits, two agree with probability
// 1 - exp(-k^2 / 2^(b+1)): beyond doubt from 200 sources on for a byte.
bool generators_repeat(std::uint64_t runs, double) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
  for (std::uint64_t k = 0; k < runs; ++k) {
    SecureRandom source;
    const std::uint64_t first = source.next64();
    if (!seen.emplace(first, source.next64()).second) return true;
  }
  return false;
}

// Whether a row is in one batch says nothing about the next one. In a shuffle it does: of four batches that make up
// all rows, a row is in exactly one.
bool batches_know_of_each_other(std::uint64_t runs, double miss) {
  constexpr double kChance = 0.25;
  SecureRandom source;
  Lots lots(source);
  std::uint64_t in_one = 0;
  for (std::uint64_t run = 0; run < runs; ++run) {
    int times = 0;
    for (int k = 0; k < 4; ++k) {
      Permit permit = make_permit("lots", 0, 1);
      const Batch batch = exactly(permit.pay("lots"), lots.poisson(8, kChance));
      times += !batch.empty() && batch.front() == 0;
    }
    in_one += times == 1;
  }
  const double expected = 4 * kChance * std::pow(1 - kChance, 3);
  const Tally seen{runs, in_one};
  return least_chance(seen, miss / 2) > expected || most_chance(seen, miss / 2) < expected;
}

// ---- what is published without noise

// Two tables that differ in one label have the same classes, whatever the number of runs.
bool a_row_names_the_classes(std::uint64_t, double) {
  IngestRules rules;
  rules.task = Task::classification;
  const auto classes = [&](const char* last) {
    LabelReader reader(rules);
    AlignedVector<double> labels;
    for (const char* label : {"-1", "-1", last}) labels.push_back(reader.read(label).value_or(0));
    Schema schema;
    return reader.finish(labels, schema) ? schema.classes : std::array<std::string, 2>();
  };
  return classes("-1") != classes("1") || classes("-1") != classes("0");
}

// ---- audits

Options audited(const std::string& solver) {
  Options options;
  options.solver = solver;
  // Between a mu and one that is a release more, this epsilon needs the fewest runs: seven deviations are left at 6400.
  options.epsilon = "12";
  options.delta = "1e-5";
  options.intercept = false;
  options.clip = "1";
  options.passes = "2";
  options.smoothness = kFlatFrame;
  return options;
}

bool audit_contradicts(const Options& options, const char* canary, std::uint64_t runs, double miss) {
  const auto rehearsal = Rehearsal::make(options, 40, 2);
  Silent silent;
  const auto found = audit_pairs(*rehearsal, *canaries_named(canary), {runs, miss, Attacker::releases, 0}, silent);
  return contradicts(found->at(0), *rehearsal);
}

bool audit_of_cd(std::uint64_t runs, double miss) { return audit_contradicts(audited("cd"), "opposite", runs, miss); }
bool audit_of_moments(std::uint64_t runs, double miss) {
  return audit_contradicts(audited("moments"), "turned", runs, miss);
}

// The first release of a plan against the price of its line alone, by a threshold half-way between what the two
// neighbours lead to on average in runs that are not counted.
bool first_release_shows_too_much(std::uint64_t runs, double miss) {
  Options options = audited("cd");
  options.recipe = "paper";
  options.smoothness = "private";
  options.bound = {"x1=-1,3", "x2=-1,3"};
  const auto rehearsal = Rehearsal::make(options, 40, 2);
  const auto data = neighbours(*canaries_named("size")->at(0), rehearsal->stage());
  Plan first{rehearsal->blueprint().plan.neighbours, {rehearsal->blueprint().plan.lines.at(0)}};
  const Epsilon price = TightAccountant().epsilon(first, {0});
  SecureRandom source;
  double means[2] = {};
  const auto seen = [&](bool here) {
    return rehearsal->run(here ? data->here : data->there, source, Attacker::releases)
        .at(3);  // after two weights and an intercept
  };
  for (std::uint64_t run = 0; run < runs; ++run)
    for (const bool here : {false, true}) means[here] += seen(here) / static_cast<double>(runs);
  const bool up = means[1] > means[0];
  Tally tallies[2] = {{runs, 0}, {runs, 0}};
  for (std::uint64_t run = 0; run < runs; ++run)
    for (const bool here : {false, true}) tallies[here].hits += (seen(here) > 0.5 * (means[0] + means[1])) == up;
  return contrast(tallies[1], tallies[0], miss).breaks({price, {0}});
}

// ---- public rules, which no chance decides

bool default_delta_is_large(std::uint64_t, double) {
  for (const double rows : {1.0, 3.0, 100.0})
    if (usual_delta(rows).value > 1e-5) return true;
  return false;
}

// ---- time: in borrowed memory, which may hold anything. Multiplied by a large weight such a value would be 0.01 but
// for the rule.
bool subnormal_values_count(std::uint64_t, double) {
  const std::vector<double> values(16, 1e-310);
  Dataset data = make_dataset(Rows(values.size(), {0.0}), std::vector<double>(values.size(), 0.0));
  data.sealed = Sealed<DenseColumns<double>>(
      {columns_over(values.data(), values.size(), 1, values.size()), AlignedVector<double>(values.size(), 0.0)});
  Bench bench;
  const auto oracle = bench.oracle(data, "squared");
  oracle->set_frame({{1}, {0}});
  oracle->restart(std::vector<double>{1e308});
  Permit permit = make_permit("margins", 0, 1);
  return exactly(permit.pay("margins"), oracle->margins())[0] != 0;
}

// ---- trials

// Twenty trials on average and no more than twenty: every other number is drawn again.
bool trials_are_free(std::uint64_t, double) { return std::isfinite(epsilon_of({{}, 0.01, 20, 20}, {1e-6}).value); }

constexpr Detector kDetectors[] = {
    {"numbers of trials that are drawn again cost delta", trials_are_free},
    {"the default delta is small for few rows", default_delta_is_large},
    {"noise has the variance that was paid for", noise_is_too_small_or_large},
    {"noise has mean zero", noise_is_off_centre},
    {"numbers of one answer have noise of their own", noise_is_shared},
    {"no two generators agree", generators_repeat},
    {"noise that was used is wiped", noise_stays_in_memory},
    {"a label with a caveat is not private", private_beside_a_caveat},
    {"batches do not know of each other", batches_know_of_each_other},
    {"no row names the classes", a_row_names_the_classes},
    {"values below the normal range are zero", subnormal_values_count, 100},
    {"a bought scale shows no more than its own price", first_release_shows_too_much},
    {"minima of neighbours are no further apart than the noise hides", minima_are_too_far_apart, 100},
    {"a minimum is always found", a_minimum_is_not_found, 100},
    {"noise without a grid is refused", noise_without_a_grid_is_paid_for, 100},
    {"a multiplier is what the event says it is", a_multiplier_is_misread, 100},
    {"a start that is not private is declared", a_start_is_not_declared, 100},
    {"audit of cd", audit_of_cd},
    {"audit of moments", audit_of_moments, 1600},  // a fit takes ten times as long
};

}  // namespace

std::span<const Detector> detectors() { return kDetectors; }

double miss_of_each() { return kMissOfAll / static_cast<double>(std::size(kSizes) * std::size(kDetectors)); }

}  // namespace discreet::testing
