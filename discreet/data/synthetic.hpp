// Datasets made up from a seed: for the demo, for tests, and for the publications' own experiments. NAME?key=value&...
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "discreet/base/public_random.hpp"
#include "discreet/base/result.hpp"
#include "discreet/data/dataset.hpp"
#include "discreet/data/ingest.hpp"

namespace discreet {

// Rows are produced one at a time; the last column is the target.
struct SyntheticTable {
  std::vector<std::string> columns;
  std::size_t rows = 0;
  std::function<void(std::span<double> row)> next;
};

[[nodiscard]] Result<SyntheticTable> synthesise(std::string_view spec);
[[nodiscard]] Result<Dataset> synthetic_dataset(std::string_view spec, const IngestRules& rules);

// For the help.
struct SyntheticKind {
  std::string_view name;
  std::string_view help;
};
std::span<const SyntheticKind> synthetic_kinds();

// How the generators below read their settings: each one knows its keys and their defaults.
class SyntheticSettings {
 public:
  static Result<SyntheticSettings> parse(std::string_view text);

  double number(const std::string& key, double fallback, double least, double most);
  std::size_t count(const std::string& key, std::size_t fallback, std::size_t least, std::size_t most);
  std::string word(const std::string& key, const std::string& fallback);

  void reject(std::string problem) { problem_ = std::move(problem); }

  // What was wrong with any of them, or with a key that nobody asked for.
  Result<void> check(std::string_view name) const;

 private:
  std::map<std::string, std::string> given_;
  std::map<std::string, bool> known_;
  std::string problem_;
};

SyntheticTable make_linear(std::string_view kind, SyntheticSettings& settings);
SyntheticTable make_clinic(SyntheticSettings& settings);

}  // namespace discreet
