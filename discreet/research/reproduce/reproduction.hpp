// A published table or figure, run again: what was printed, what came out here, and how they relate. Whatever shows
// it says that its figures are not private, what ran it, and which data was missing.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "discreet/research/compare/comparison.hpp"

namespace discreet {

enum class Extent { quick, full };

struct ReproduceRequest {
  std::string name;
  Extent extent = Extent::quick;
  std::string folder = "../shared/data";
  std::string journal;  // a folder that keeps the fits that choose settings, so that a second run goes on; or none
};

using Cell = std::variant<std::monostate, double, std::string>;  // nothing, a number, a word

struct Reproduction {
  std::string name, title, source;  // which publication, which table
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
  std::vector<std::string> findings;       // worked out from the rows
  std::vector<std::string> notes;          // how this differs from the publication
  std::vector<std::string> used, missing;  // data
  std::string seeds;
  std::vector<Json> runs;    // as compare has them, for a page
  std::vector<Json> charts;  // more of it, as report/assets/charts.js draws them
  // Filled in by reproduce().
  Extent extent = Extent::quick;
  double seconds = 0, processor_seconds = 0;
  bool interrupted = false;
};

struct Experiment {
  std::string_view name;
  std::string_view summary;
  Result<Reproduction> (*run)(const ReproduceRequest& request, const Workplace& place);
};
std::span<const Experiment> all_experiments();

[[nodiscard]] Result<Reproduction> reproduce(const ReproduceRequest& request, const Workplace& place);

// A path in the data folder, or a word about the file that is not there.
[[nodiscard]] Result<std::string> data_file(const ReproduceRequest& request, const std::string& name);

Json to_json(const Reproduction& reproduction);
// The same for its page: the table column by column, with the runs as one comparison and the charts.
Json comparison_json(const Reproduction& reproduction);
std::string csv_of(const Reproduction& reproduction);
std::string text_of(const Reproduction& reproduction);

}  // namespace discreet
