#include "discreet/research/reproduce/reproduction.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>

#include "discreet/base/version.hpp"
#include "discreet/io/model_file.hpp"
#include "discreet/research/reproduce/machine.hpp"

namespace discreet {
namespace {

std::string shown(const Cell& cell) {
  if (const double* number = std::get_if<double>(&cell)) return fmt::format("{:.3g}", *number);
  if (const std::string* word = std::get_if<std::string>(&cell)) return *word;
  return "-";
}

std::string csv_cell(const Cell& cell) {
  if (const double* number = std::get_if<double>(&cell)) return fmt::format("{}", *number);
  const std::string* word = std::get_if<std::string>(&cell);
  if (!word) return "";
  return word->find_first_of(",\"") == word->npos ? *word : fmt::format("\"{}\"", *word);
}

Json json_cell(const Cell& cell) {
  if (const double* number = std::get_if<double>(&cell)) return number_or_word(*number);
  if (const std::string* word = std::get_if<std::string>(&cell)) return *word;
  return {};
}

std::string_view name_of(Extent extent) { return extent == Extent::quick ? "quick" : "full"; }

// Files by their names: where they lie is nobody's business who reads the figures.
std::vector<std::string> names_of(const std::vector<std::string>& used) {
  std::vector<std::string> names;
  for (const std::string& path : used)
    names.push_back(path.starts_with("synthetic:") ? path : std::filesystem::path(path).filename().string());
  return names;
}

// What is said above the table, line by line.
std::vector<std::string> heading(const Reproduction& r) {
  std::vector<std::string> lines{fmt::format("{}: {}", r.name, r.title), fmt::format("source: {}", r.source),
                                 std::string(kResearchOutput)};
  lines.push_back(fmt::format("discreet {} ({}), {}, {} cores", kVersion, kCommit, cpu_model(), cores()));
  lines.push_back(fmt::format("extent: {}, {:.0f} s ({:.0f} s of processor time); seeds: {}", name_of(r.extent),
                              r.seconds, r.processor_seconds, r.seeds));
  lines.push_back(fmt::format("data: {}", fmt::join(names_of(r.used), "; ")));
  for (const std::string& missing : r.missing) lines.push_back("missing: " + missing);
  if (r.interrupted) lines.emplace_back("interrupted: what is below is what was done until then");
  return lines;
}

}  // namespace

Result<std::string> data_file(const ReproduceRequest& request, const std::string& name) {
  std::string path = request.folder + "/" + name;
  if (access(path.c_str(), R_OK) == 0) return path;
  return wrong(Fault::data, fmt::format("{}: the data is not there, and {} needs it", path, request.name),
               "say where it is with --data DIR");
}

Result<Reproduction> reproduce(const ReproduceRequest& request, const Workplace& place) {
  const auto experiments = all_experiments();
  const auto found =
      std::find_if(experiments.begin(), experiments.end(), [&](const Experiment& e) { return e.name == request.name; });
  if (found == experiments.end()) {
    std::vector<std::string_view> names;
    for (const Experiment& experiment : experiments) names.push_back(experiment.name);
    return wrong(Fault::usage, fmt::format("there is nothing called '{}' to reproduce", request.name),
                 fmt::format("there are: {}", fmt::join(names, ", ")));
  }
  if (!request.journal.empty()) {
    std::error_code trouble;
    std::filesystem::create_directories(request.journal, trouble);
    if (trouble)
      return wrong(Fault::data, fmt::format("--journal {}: {}", request.journal, trouble.message()),
                   "name a folder that can be written to");
  }
  const auto start = std::chrono::steady_clock::now();
  auto reproduction = found->run(request, place);
  if (!reproduction) return reproduction;
  if (!request.journal.empty())
    reproduction->notes.emplace_back("fits that the journal had were not run again: the times are those of the rest");
  reproduction->name = request.name;
  reproduction->extent = request.extent;
  reproduction->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  reproduction->processor_seconds = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  reproduction->interrupted = place.stopped();
  return reproduction;
}

Json to_json(const Reproduction& r) {
  Json rows = Json::array();
  for (const std::vector<Cell>& row : r.rows) {
    Json line = Json::object();
    for (std::size_t k = 0; k < row.size(); ++k) line[r.columns[k]] = json_cell(row[k]);
    rows.push_back(std::move(line));
  }
  return {{"name", r.name},
          {"title", r.title},
          {"source", r.source},
          {"extent", name_of(r.extent)},
          {"seconds", r.seconds},
          {"processor_seconds", r.processor_seconds},
          {"seeds", r.seeds},
          {"data", names_of(r.used)},
          {"missing", r.missing},
          {"rows", std::move(rows)},
          {"findings", r.findings},
          {"notes", r.notes},
          {"interrupted", r.interrupted},
          {"machine", {{"cpu", cpu_model()}, {"cores", cores()}}},
          {"build", {{"version", kVersion}, {"commit", kCommit}}},
          {"caveats", {kResearchOutput}}};
}

Json comparison_json(const Reproduction& r) {
  Json json = to_json(r), rows = Json::array();
  json.erase("rows");
  for (const std::vector<Cell>& row : r.rows) {
    Json cells = Json::array();
    for (const Cell& cell : row) cells.push_back(json_cell(cell));
    cells.get_ref<Json::array_t&>().resize(r.columns.size());
    rows.push_back(std::move(cells));
  }
  json["table"] = {{"columns", r.columns}, {"rows", std::move(rows)}};
  json["runs"] = r.runs;
  json["charts"] = r.charts;
  return json;
}

std::string csv_of(const Reproduction& r) {
  std::string text = "# discreet-reproduce 1\n";
  for (const std::string& line : heading(r)) text += fmt::format("# {}\n", line);
  text += fmt::format("{}\n", fmt::join(r.columns, ","));
  for (const std::vector<Cell>& row : r.rows) {
    std::vector<std::string> cells;
    std::transform(row.begin(), row.end(), std::back_inserter(cells), csv_cell);
    text += fmt::format("{}\n", fmt::join(cells, ","));
  }
  return text;
}

std::string text_of(const Reproduction& r) {
  std::string text;
  for (const std::string& line : heading(r)) text += line + "\n";
  std::vector<std::size_t> widths;
  for (std::size_t k = 0; k < r.columns.size(); ++k) {
    widths.push_back(r.columns[k].size());
    for (const auto& row : r.rows) widths[k] = std::max(widths[k], shown(row[k]).size());
  }
  text += "\n";
  for (std::size_t k = 0; k < r.columns.size(); ++k) text += fmt::format("{:<{}}  ", r.columns[k], widths[k]);
  text += "\n";
  for (const auto& row : r.rows) {
    for (std::size_t k = 0; k < row.size(); ++k) text += fmt::format("{:<{}}  ", shown(row[k]), widths[k]);
    text += "\n";
  }
  text += "\n";
  for (const std::string& finding : r.findings) text += finding + "\n";
  for (const std::string& note : r.notes) text += "note: " + note + "\n";
  return text;
}

}  // namespace discreet
