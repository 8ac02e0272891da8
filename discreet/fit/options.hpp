// Everything a user can choose, as text: the command line, a configuration file and Python all fill this in, and one
// table describes it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace discreet {

struct Options {
  // the problem
  std::string loss = "squared";
  std::string penalty = "none";
  std::string penalty_weights;
  std::vector<std::string> unpenalised;
  bool intercept = true;
  // the data
  std::string target;
  std::string positive;
  std::string classes;
  std::vector<std::string> categorical;
  std::vector<std::string> bound;
  std::string bounds;
  std::vector<std::string> drop;
  std::string features;
  std::string labels;
  std::string precision = "float64";
  std::string standardise = "none";
  std::string row_norm;
  // the budget
  std::string epsilon;
  std::string delta = "auto";
  std::string neighbours = "replace-one";
  std::string normaliser;
  std::string accounting = "tight";
  std::string noise = "secure";
  bool strict = false;
  // a budget that outlives the program
  bool other_data = false;
  std::string ledger;
  std::string dataset;
  std::string model_file;  // where the model will go: no option, but the ledger's history tells it
  // the solver
  std::string solver = "auto";
  std::string passes = "auto", step = "auto";
  std::string clip = "auto", clip_rule = "auto";
  std::string smoothness = "private";
  std::string rule = "gs-s";
  std::string order = "auto";
  std::string order_seed = "1";
  std::string average = "none";
  std::string start;
  bool start_is_public = false;
  std::string budget_weights = "uniform";
  std::string recipe = "sound";
  std::string block = "full";
  std::string momentum = "auto";
  std::string sketch = "plain";
  std::string schedule = "constant";
  std::string batch = "auto", sampling = "poisson", step_schedule = "auto";
  std::string ridge = "auto";
  std::string metric = "full";
  std::string path = "none";
  std::string radius;
  std::string shard = "rows";
  std::string threads = "all";
};

// One row of the table.
struct OptionRow {
  std::string_view name;         // without the dashes
  std::string_view placeholder;  // what stands for the value in the help; empty for a switch
  std::string_view help;
  std::string_view group;  // a heading in the help
  std::variant<std::string Options::*, std::vector<std::string> Options::*, bool Options::*> field;
  std::string_view solvers = {};  // that use it; the others have no use for it or refuse it. Empty for all
};

std::span<const OptionRow> option_table();
std::string help_of(const OptionRow& row);

// Options that are not as they are by default and that this solver does not use.
std::vector<const OptionRow*> unused_by(std::string_view solver, const Options& options);

// The options that are not as they are by default, as they would be typed.
std::vector<std::string> as_arguments(const Options& options);

}  // namespace discreet
