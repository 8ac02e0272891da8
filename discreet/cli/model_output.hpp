// Where a command leaves the model that it made: the file, a page about it, and words for people.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "discreet/cli/command.hpp"
#include "discreet/cli/outputs.hpp"
#include "discreet/io/event_json.hpp"
#include "discreet/model/model.hpp"
#include "discreet/privacy/sensitive.hpp"

namespace discreet {

// What a command says besides: around the text about the model, and in the JSON answer.
struct BesideModel {
  std::string before = {}, after = {};
  Json answer = Json::object();
};

struct ModelOutput {
  std::string out = "model.json";
  std::string report;

  void add_options(CLI::App& app);
  // What can be told before the data is read.
  [[nodiscard]] Result<void> refuse_clash(const Console& console) const;
  [[nodiscard]] Result<void> refuse_overwriting(const std::vector<NamedPath>& read) const;
  [[nodiscard]] Result<void> writable() const;

  [[nodiscard]] Result<void> write(const Released<Model>& released, const Console& console,
                                   const BesideModel& beside = {}) const;

 private:
  [[nodiscard]] Result<void> write_report(const Model& model, const Console& console) const;
};

// The end of the declarations of a command that makes a model: all options of a fit, and where the model goes.
template <class Arguments>
Action making_a_model(CLI::App& app, const std::shared_ptr<Arguments>& arguments,
                      Result<void> (*run)(const Arguments&, const Console&)) {
  add_options(app, arguments->options, {"Problem", "Data", "Privacy", "Ledger", "Solver"});
  arguments->output.add_options(app);
  return [arguments, run](const Console& console) {
    arguments->options.model_file = arguments->output.out;
    return run(*arguments, console);
  };
}

}  // namespace discreet
