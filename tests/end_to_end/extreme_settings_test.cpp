// Every solver at settings far from the usual ones, with a ledger. Whatever is public and cannot work is refused before
// anything is charged, and what was charged leads to a model: no promise inside the program breaks on the way.
#if __has_include(<sqlite3.h>)
#include <gtest/gtest.h>

#include <functional>
#include <optional>

#include "discreet/base/contract.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/io/ledger_store.hpp"
#include "discreet/solver/all.hpp"
#include "tests/support/make.hpp"
#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

struct Extreme {
  const char* what;
  std::function<void(Options&)> set;
};

const std::vector<Extreme> kBudgets = {
    {"epsilon 1e-6, delta 1e-15", [](Options& o) { o.epsilon = "1e-6", o.delta = "1e-15"; }},
    {"epsilon 1", [](Options& o) { o.epsilon = "1"; }},
    {"epsilon 1e6", [](Options& o) { o.epsilon = "1e6"; }},
};

const std::vector<Extreme> kSettings = {
    {"", [](Options&) {}},
    {"l2:1e-12", [](Options& o) { o.penalty = "l2:1e-12"; }},
    {"l2:1e12", [](Options& o) { o.penalty = "l2:1e12"; }},
    {"l2:1e-300", [](Options& o) { o.penalty = "l2:1e-300"; }},
    {"l2:1e300", [](Options& o) { o.penalty = "l2:1e300"; }},
    {"elastic net", [](Options& o) { o.penalty = "elastic-net:1e-9,0.5"; }},
    {"a tiny box", [](Options& o) { o.penalty = "l1-box:1e-9,-1e-200,1e-200"; }},
    {"ridge 1e-10", [](Options& o) { o.ridge = "1e-10"; }},
    {"ridge 1e200", [](Options& o) { o.ridge = "1e200"; }},
    {"clip 1e-200", [](Options& o) { o.clip = "1e-200"; }},
    {"clip 1e200", [](Options& o) { o.clip = "1e200"; }},
    {"row norm 1e-200", [](Options& o) { o.row_norm = "1e-200"; }},
    {"no intercept", [](Options& o) { o.intercept = false, o.penalty = "l2:1e-9"; }},
    {"zero-out", [](Options& o) { o.neighbours = "zero-out", o.penalty = "l2:0.01"; }},
    {"a normaliser of 1e-6", [](Options& o) { o.normaliser = "1e-6", o.penalty = "l2:0.01"; }},
    {"a normaliser of 1e12", [](Options& o) { o.normaliser = "1e12", o.penalty = "l2:0.01"; }},
    {"1000 passes", [](Options& o) { o.passes = "1000"; }},
};

struct Table {
  const char* what;
  std::size_t rows;
  double bound;
  bool single;
};
constexpr Table kTables[] = {{"few rows", 3, 1, false},
                             {"wide bounds", 40, 1e150, false},
                             {"narrow bounds", 40, 1e-150, false},
                             {"float32", 40, 1, true}};

// Classes that a line divides, a column that never changes, and bounds of every feature.
Dataset table(const Table& kind) {
  testing::Random made = testing::random_rows(kind.rows, 3, 5, true);
  for (std::size_t i = 0; i < kind.rows; ++i) {
    made.labels[i] = made.rows[i][0] > 0 ? 1 : -1;
    for (double& x : made.rows[i]) x = std::clamp(x, -1.0, 1.0) * kind.bound;
    made.rows[i][2] = kind.bound;
  }
  made.labels[0] = 1, made.labels[1] = -1;
  Dataset data = kind.single ? testing::make_dataset<float>(made.rows, made.labels)
                             : testing::make_dataset(made.rows, made.labels);
  data.schema.classes = {"-1", "1"};
  for (auto& bounds : data.schema.bounds) bounds = Interval{-kind.bound, kind.bound};
  return data;
}

class ExtremeSettings : public ::testing::TestWithParam<std::string_view> {};

// What is not Gaussian takes the numeric accountant minutes where there is hardly any noise; pure events also where
// there is hardly any budget.
bool accounted_numerically(std::string_view solver) {
  return solver == StochasticDescent::name || solver == VarianceReduced::name || solver == DualAscent::name ||
         solver == SequentialDual::name || solver == ObjectivePerturbation::name;
}

TEST_P(ExtremeSettings, AreRefusedBeforeTheyAreChargedOrLeadToAModel) {
  std::size_t models = 0, refused = 0;
  for (const Extreme& budget : kBudgets) {
    if (accounted_numerically(GetParam()) && &budget == &kBudgets.back()) continue;
    if (GetParam() == ObjectivePerturbation::name && &budget == &kBudgets.front()) continue;
    const testing::TemporaryFile file("extreme.db", "");
    std::filesystem::remove(file.path());
    const LedgerStore ledger(file.path());
    std::size_t fits = 0;
    for (const Table& kind : kTables) {
      const Dataset data = table(kind);
      for (const Extreme& setting : kSettings) {
        // All of the tables at the usual settings, and all of the settings on the last one.
        if (&kind != std::end(kTables) - 1 && &setting != kSettings.data()) continue;
        Options options;
        options.loss = "logistic";
        options.solver = std::string(GetParam());
        options.penalty = "l2:0.01";
        options.delta = "1e-6";
        options.passes = "3";
        options.threads = "1";
        if (GetParam() == Bayes::name) options.passes = "auto";  // which it chooses by itself
        if (GetParam() == Moments::name) options.loss = "squared";
        if (GetParam().starts_with("dual")) options.intercept = false;
        if (GetParam() == FrankWolfe::name) options.radius = "1", options.penalty = "none";
        budget.set(options);
        setting.set(options);
        options.ledger = file.path();
        // One for each fit: what is not Gaussian takes long to add up.
        options.dataset = fmt::format("fit {}", ++fits);
        ASSERT_TRUE(ledger
                        .create(options.dataset, {Total::Kind::approximate, 1e7, {0.01}},
                                options.neighbours == "zero-out" ? Neighbours::zero_out : Neighbours::replace_one, "")
                        .has_value());
        const std::string which = fmt::format("{}, {}, {}, {}", GetParam(), budget.what, setting.what, kind.what);
        const auto charges = [&] { return ledger.account(options.dataset)->spending.charges; };
        const auto before = charges();
        try {
          const auto model = fit(data, options);
          const auto paid = charges() - before;
          if (model) {
            EXPECT_EQ(paid, 1U) << which;
            ++models;
          } else {
            // What diverged is told from released numbers, and was paid for.
            EXPECT_NE(model.error().fault, Fault::internal) << which;
            EXPECT_EQ(paid, model.error().spent ? 1U : 0U) << which << ": " << model.error().message;
            ++refused;
          }
        } catch (const std::exception& broken) {
          ADD_FAILURE() << which << ": " << broken.what();
        }
      }
    }
  }
  EXPECT_GT(models, 0U) << "some settings are possible";
  std::printf("%s: %zu models, %zu refused\n", std::string(GetParam()).c_str(), models, refused);
}

// All but the one that is not private.
std::vector<std::string_view> private_solvers() {
  std::vector<std::string_view> names = AllSolvers::names();
  std::erase(names, ExactSolver::name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(EverySolver, ExtremeSettings, ::testing::ValuesIn(private_solvers()), [](const auto& param) {
  std::string name;
  for (const char letter : param.param)
    if (std::isalnum(static_cast<unsigned char>(letter))) name += letter;
  return name;
});

}  // namespace
}  // namespace discreet
#endif
