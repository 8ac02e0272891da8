// Small datasets, permits and oracles for tests.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "discreet/accounting/calibrate.hpp"
#include "discreet/base/public_random.hpp"
#include "discreet/base/workers.hpp"
#include "discreet/comm/communicator.hpp"
#include "discreet/data/dataset.hpp"
#include "discreet/fit/problem.hpp"
#include "discreet/privacy/ledger.hpp"
#include "tests/support/grants.hpp"

namespace discreet::testing {

using Rows = std::vector<std::vector<double>>;

template <class T = double>
Dataset make_dataset(const Rows& rows, const std::vector<double>& labels) {
  DenseBuilder<T> builder(rows.at(0).size());
  for (const auto& row : rows) builder.add(row);
  Schema schema;
  for (std::size_t j = 0; j < rows[0].size(); ++j) schema.features.push_back("x" + std::to_string(j + 1));
  schema.bounds.resize(rows[0].size());
  schema.target = "y";
  AlignedVector<T> converted;
  for (const double label : labels) converted.push_back(static_cast<T>(label));
  return {std::move(schema), rows.size(),
          Sensitive<Labelled<DenseColumns<T>>>({std::move(builder).finish(), std::move(converted)})};
}

// The same rows, stored sparsely.
template <class T = double>
Dataset make_sparse_dataset(const Rows& rows, const std::vector<double>& labels,
                            std::size_t block_values = SparseBuilder<T>::kBlockValues) {
  SparseBuilder<T> builder(block_values);
  for (const auto& row : rows) {
    std::vector<SparseEntry> entries;
    for (std::size_t j = 0; j < row.size(); ++j) entries.push_back({static_cast<std::uint32_t>(j), row[j]});
    builder.add(entries);
  }
  Dataset data = make_dataset<T>(rows, labels);
  AlignedVector<T> converted(labels.begin(), labels.end());
  data.sealed = Sealed<SparseColumns<T>>({std::move(builder).finish(rows.at(0).size()), std::move(converted)});
  return data;
}

// A permit for `groups` groups of `numbers` numbers under the line `what`, whatever they cost.
inline Permit make_permit(const std::string& what, Event event, std::uint64_t groups, std::uint64_t numbers = 1,
                          Neighbours neighbours = Neighbours::replace_one) {
  static const GdpAccountant accountant;
  Ledger ledger = GrantsForTests::budget(accountant, {Epsilon{std::numeric_limits<double>::infinity()}, Delta{1e-6}});
  return *ledger.authorize({neighbours, {{what, event, groups, numbers}}});
}
// The same for Gaussian noise; a multiplier of 0 asks for exact answers.
inline Permit make_permit(const std::string& what, double multiplier, std::uint64_t groups, std::uint64_t numbers = 1,
                          Neighbours neighbours = Neighbours::replace_one) {
  const Event event = multiplier == 0 ? Event(NonPrivateEvent{}) : Event(GaussianEvent{{multiplier}});
  return make_permit(what, event, groups, numbers, neighbours);
}

// The machinery of one thread.
struct Bench {
  SingleProcess alone;
  Workers workers;
  std::unique_ptr<NoiseSource> chance;  // of batches
  Lots lots{*chance};
  Machinery machinery{&alone, &workers, &lots};
  explicit Bench(std::size_t threads = 1, std::unique_ptr<NoiseSource> source = std::make_unique<SecureRandom>())
      : workers(threads), chance(std::move(source)) {}

  std::unique_ptr<DualOracle> oracle(const Dataset& data, const std::string& loss, bool intercept = false) {
    return choose_loss(loss)->oracle(data.sealed, intercept, static_cast<double>(data.rows), machinery);
  }
};

struct Random {
  Rows rows;
  std::vector<double> labels;
};
inline Random random_rows(std::size_t n, std::size_t p, std::uint64_t seed, bool classes) {
  PublicRandom random(seed);
  Random made;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> row(p);
    double sum = 0.3 * random.normal();
    for (std::size_t j = 0; j < p; ++j) sum += row[j] = random.normal();
    made.rows.push_back(row);
    made.labels.push_back(classes ? (sum > 0 ? 1 : -1) : sum);
  }
  return made;
}

// Rows in which most values are zero, and some columns have none at all.
inline Random mostly_zeros(std::size_t n, std::size_t p, double density, std::uint64_t seed, bool classes) {
  Random made = random_rows(n, p, seed, classes);
  PublicRandom random(seed + 1);
  for (auto& row : made.rows)
    for (std::size_t j = 0; j < p; ++j)
      if (j % 7 == 3 || random.uniform() > density) row[j] = 0;
  return made;
}

// A file that declares the same smoothness for every feature.
inline std::string declared_frame(const std::vector<std::string>& features) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("discreet_frame_" + std::to_string(getpid()) + ".csv")).string();
  std::ofstream out(path);
  out << "feature,smoothness\n";
  for (const std::string& feature : features) out << feature << ",1\n";
  return path;
}

inline Frame flat_frame(std::size_t coordinates, double smoothness = 1) {
  return {std::vector<double>(coordinates, smoothness), std::vector<double>(coordinates, 0.0)};
}

}  // namespace discreet::testing
