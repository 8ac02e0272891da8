// Rows spread over processes give the model of one process, to the last byte; a sum that is not communicated does not.
#include "discreet/fit/processes.hpp"

#include <gtest/gtest.h>

#include "discreet/base/public_random.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/fit/train.hpp"
#include "discreet/io/load.hpp"
#include "discreet/io/model_file.hpp"
#include "tests/support/company.hpp"
#include "tests/support/temporary_file.hpp"

namespace discreet {
namespace {

using testing::Company;
using testing::TemporaryFile;

Options options_for(const std::string& solver) {
  Options options;
  options.epsilon = "2";
  options.delta = "1e-6";
  options.noise = "seeded:5";
  options.solver = solver;
  options.threads = "1";
  if (solver != "moments") options.loss = "logistic";
  if (solver == "moments") options.features = "12";
  if (solver == "frank-wolfe") options.radius = "3";
  return options;
}

std::string fitted(const std::string& path, const Options& options, const Communicator* processes) {
  auto rules = ingest_rules(options);
  if (!rules) return rules.error().message;
  rules->processes = processes;
  const auto data = load(path, *rules);
  if (!data) return data.error().message;
  const auto model = fit(*data, options);
  return model ? to_json(*model).dump() : model.error().message;
}

// Twelve columns of different sizes, two classes.
TemporaryFile table(bool sparse) {
  PublicRandom random(3);
  std::string text;
  for (int j = 0; !sparse && j < 12; ++j) text += "c" + std::to_string(j) + ",";
  if (!sparse) text += "y\n";
  for (int i = 0; i < 900; ++i) {
    std::string row;
    double sum = 0;
    for (int j = 0; j < 12; ++j) {
      const double x = (random.uniform() - 0.4) * (j + 1);
      if (sparse && random.uniform() < 0.6) continue;
      sum += j % 3 == 0 ? x : 0;
      row += sparse ? " " + std::to_string(j + 1) + ":" + std::to_string(x) : std::to_string(x) + ",";
    }
    const std::string label = sum > 0.3 ? "1" : "-1";
    text += sparse ? label + row + "\n" : row + label + "\n";
  }
  return TemporaryFile(sparse ? ".svm" : ".csv", text);
}

class Spread : public ::testing::TestWithParam<std::string> {};

TEST_P(Spread, FitsAreThoseOfOneProcess) {
  for (const bool sparse : {false, true}) {
    const TemporaryFile file = table(sparse);
    Options options = options_for(GetParam());
    options.features = "12";
    const std::string one = fitted(file.path(), options, nullptr);
    ASSERT_EQ(one[0], '{') << one;
    for (const std::size_t ranks : {2, 3, 5})
      Company::run(ranks, [&](const Communicator& processes) {
        EXPECT_EQ(fitted(file.path(), options, &processes), one) << ranks << " processes, sparse " << sparse;
      });
  }
}

// The test above can fail: sums that stay at home make another model. The very last one only compares notes.
TEST_P(Spread, FitsNeedTheirSums) {
  const TemporaryFile file = table(false);
  const Options options = options_for(GetParam());
  const std::string one = fitted(file.path(), options, nullptr);
  std::size_t sums = 0;
  std::mutex counting;
  const auto counted = [&](std::size_t number) {
    const std::lock_guard lock(counting);
    sums = std::max(sums, number);
    return false;
  };
  Company::run(
      2, [&](const Communicator& processes) { fitted(file.path(), options, &processes); }, counted);
  std::size_t same = 0;
  Company::run(
      2,
      [&](const Communicator& processes) {
        const bool equal = fitted(file.path(), options, &processes) == one;
        const std::lock_guard lock(counting);
        same += equal;
      },
      [sums](std::size_t number) { return number + 6 > sums && number < sums; });
  EXPECT_EQ(same, 0U) << "of " << sums << " sums some were not missed";
}

INSTANTIATE_TEST_SUITE_P(Solvers, Spread,
                         ::testing::Values("cd", "block", "greedy", "moments", "newton", "sgd", "svrg", "frank-wolfe"),
                         [](const auto& solver) {
                           std::string name = solver.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Spreading, IsRefusedWhereMoreThanSumsIsNeeded) {
  const PublicFacts facts{1000, {"a", "b"}, {}, {}, false, false, false, 4, {}};
  for (const std::string solver : {"dual", "dual-sequential", "dual-primal", "output", "objective", "exact"}) {
    Options options = options_for(solver);
    options.penalty = "l2:0.1";
    options.intercept = false;
    if (solver == "exact") options.epsilon = "";
    const auto problem = settle(options, facts);
    ASSERT_FALSE(problem) << solver;
    EXPECT_EQ(problem.error().fault, Fault::usage) << problem.error().message;
    EXPECT_NE(problem.error().message.find("--solver " + solver + " runs in one process"), std::string::npos)
        << problem.error().message;
    EXPECT_NE(problem.error().hint.find("newton"), std::string::npos) << "it names those that can";
  }
  Options exact = options_for("cd");
  exact.epsilon = "inf";
  EXPECT_FALSE(settle(exact, facts));
  Options from_data = options_for("cd");
  from_data.smoothness = "from-data";
  EXPECT_FALSE(settle(from_data, facts));
  Options columns = options_for("cd");
  columns.shard = "columns";
  EXPECT_FALSE(settle(columns, facts));
  EXPECT_TRUE(settle(options_for("cd"), facts));
}

TEST(Spreading, LeavesTheNoiseSecretAndTheSame) {
  const Problem problem;
  std::vector<std::uint64_t> drawn(3), again(3);
  for (auto* words : {&drawn, &again})
    Company::run(3, [&](const Communicator& processes) {
      (*words)[processes.rank()] = noise_for(problem, processes)->next64();
    });
  EXPECT_EQ(drawn[0], drawn[1]);
  EXPECT_EQ(drawn[0], drawn[2]);
  EXPECT_NE(drawn[0], again[0]) << "2^-64 by chance";
}

}  // namespace
}  // namespace discreet
