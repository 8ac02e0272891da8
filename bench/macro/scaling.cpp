// What docs/scaling.md is made of, under mpirun or alone; each prints one number, in microseconds, the least of many
// turns.
//   scaling sum WORDS           a sum of so many words over all processes
//   scaling coordinates N P     a pass over P coordinates, one question each, N rows in all
//   scaling full N P            the same in one question
//   scaling noise P             drawing the noise of P numbers
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "discreet/accounting/accountants.hpp"
#include "discreet/base/public_random.hpp"
#include "discreet/comm/processes.hpp"
#include "discreet/data/ingest.hpp"
#include "discreet/fit/problem.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "discreet/privacy/ledger.hpp"
#include "tests/support/grants.hpp"

using namespace discreet;

namespace {

constexpr double kSeconds = 1;  // of turns
constexpr int kTogether = 12;
constexpr std::uint64_t kGroups = 10'000'000;

double least(const Processes& processes, const std::function<void()>& turn) {
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point then) { return std::chrono::duration<double>(Clock::now() - then).count(); };
  double best = std::numeric_limits<double>::infinity();
  std::int64_t going = 1;
  for (const auto start = Clock::now(); going > 0;) {
    // Several turns at a time: in one of them a process may find that the others have gone ahead of it.
    const auto begin = Clock::now();
    for (int k = 0; k < kTogether; ++k) turn();
    best = std::min(best, since(begin) / kTogether);
    going = processes.first() && since(start) < kSeconds;  // the first of them has the watch
    processes.sum({&going, 1});
  }
  return best * 1e6;
}

Dataset rows_of(const Processes& processes, std::size_t rows, std::size_t columns) {
  IngestRules rules;
  rules.processes = &processes;
  const RowRange own = own_rows(rules, rows);
  PublicRandom chance(processes.rank() + 1);
  DenseBuilder<double> builder(columns);
  std::vector<double> row(columns);
  AlignedVector<double> labels;
  for (std::size_t i = own.first; i < own.last; ++i) {
    for (double& x : row) x = chance.uniform() - 0.5;
    builder.add(row);
    labels.push_back(row[0] > 0 ? 1 : -1);
  }
  return {{},
          rows,
          Sealed<DenseColumns<double>>({std::move(builder).finish(), std::move(labels)}),
          {own.first, rows - own.last},
          &processes};
}

double pass(const Processes& processes, bool full, std::size_t rows, std::size_t columns) {
  const Dataset data = rows_of(processes, rows, columns);
  SeededNoise source(1);
  Gaussian gaussian(source);
  Workers workers(1);
  const auto oracle =
      choose_loss("logistic")
          ->oracle(data.sealed, false, static_cast<double>(rows), {&processes, &workers, nullptr, data.elsewhere});
  oracle->set_frame({std::vector<double>(columns, 1.0), std::vector<double>(columns, 0.0)});
  const GdpAccountant accountant;
  Ledger ledger = GrantsForTests::budget(accountant, {{std::numeric_limits<double>::infinity()}, {1e-6}});
  auto permit = ledger.authorize({Neighbours::zero_out, {{"slopes", GaussianEvent{{1}}, kGroups, columns}}});
  const Clip clip{ClipRule::ball, 1};
  return least(processes, [&] {
    if (full) {
      std::vector<double> moves = gaussian.release(oracle->all_slopes(permit->pay("slopes"), clip)).value();
      for (double& move : moves) move *= -1e-3;
      oracle->move_all(moves);
    } else {
      SlopeGroup slopes = oracle->slopes(permit->pay("slopes"), clip);
      for (std::size_t j = 0; j < columns; ++j) oracle->move({j}, -1e-3 * gaussian.release(slopes.slope({j})).value());
    }
  });
}

double noise(const Processes& processes, std::size_t numbers) {
  SeededNoise source(1);
  NoisePool<draw_discrete_gaussian> pool(source);
  std::int64_t sum = 0;
  return least(processes, [&] {
    for (std::size_t k = 0; k < numbers; ++k) sum += pool.next(30);
    if (sum == 1) std::puts("");
  });
}

}  // namespace

int main(int count, char** words) {
  const auto processes = joined_processes();
  if (!processes || count < 3) return 2;
  const std::string what = words[1];
  const auto number = [&](int k) { return static_cast<std::size_t>(count > k ? std::atof(words[k]) : 0); };
  double microseconds = 0;
  if (what == "sum") {
    std::vector<std::int64_t> parts(number(2), 1);
    microseconds = least(**processes, [&] { (*processes)->sum(parts); });
  } else if (what == "noise") {
    microseconds = noise(**processes, number(2));
  } else {
    microseconds = pass(**processes, what == "full", number(2), number(3));
  }
  if ((*processes)->first()) std::printf("%.3f\n", microseconds);
}
