#include "discreet/cli/command.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "discreet/cli/arguments.hpp"
#include "discreet/fit/publications.hpp"

namespace discreet {
namespace {

constexpr Command kCommands[] = {
    {"fit", "train a private model",
     "  discreet fit patients.csv --target readmitted --loss logistic --epsilon 1\n"
     "  discreet fit houses.csv.gz --penalty l1:0.08 --epsilon 1 --delta 1e-9 --out houses.json\n"
     "  discreet fit synthetic:clinic --loss logistic --penalty l2:1/n --epsilon 0.5 --report report.html\n"
     "  discreet fit data.csv --bound age=18,99 --bound income=0,200000 --epsilon 1\n"
     "  mpirun -n 4 discreet fit 'part-*.csv' --loss logistic --epsilon 1     rows spread over four processes",
     setup_fit, false, true},
    {"predict", "apply a model to new rows", "  discreet predict model.json new.csv > predictions.csv", setup_predict},
    {"evaluate", "how good a model is on labelled rows (exact figures: not private)",
     "  discreet evaluate model.json test.csv\n"
     "  discreet evaluate model.json test.csv --json",
     setup_evaluate},
    {"plan", "what a fit would spend and how much noise it would add; touches no data",
     "  discreet plan --rows 20000 --features 13 --loss logistic --epsilon 1\n"
     "  discreet plan --rows 500 --features 10 --epsilon 1 --passes 5",
     setup_plan},
    {"tune", "choose settings on the data, inside the budget, and train with them",
     "  discreet tune patients.csv --loss logistic --epsilon 1\n"
     "  discreet tune houses.csv --epsilon 2 --candidates settings.txt --trials 20\n"
     "  printf 'solver=cd passes=5\\nsolver=moments\\n' | discreet tune houses.csv --epsilon 2 --candidates -",
     setup_tune},
    {"account", "privacy calculator: what a list of events costs",
     "  discreet account events.json\n"
     "  discreet account events.json --epsilon 1          the delta of that epsilon\n"
     "  discreet account model.json --curve curve.csv     epsilon for many deltas\n"
     "  echo '{\"neighbours\": \"add-remove\", \"delta\": 1e-6, \"events\": [{\"type\": \"poisson_gaussian\",\n"
     "    \"sampling\": 0.01, \"noise_multiplier\": 1.1, \"count\": 1000}]}' | discreet account",
     setup_account},
    {"calibrate", "the least noise with which a list of events fits a budget",
     "  discreet calibrate events.json --epsilon 1\n"
     "  discreet calibrate events.json --epsilon 1 --only 2",
     setup_calibrate},
#ifdef DISCREET_RESEARCH
    {"compare", "several solvers and settings side by side (research: shows figures that are not private)",
     "  discreet compare houses.csv --solver cd,block,moments --penalty l1:0.1 --epsilon 0.1,1,10\n"
     "  discreet compare synthetic:regression --solver cd --clip-rule ball,smoothness --passes 5,20 --epsilon 1 "
     "--curve\n"
     "  discreet compare houses.csv --solver cd,sgd --grid --epsilon 1 --csv runs.csv     Ctrl-C, and again to go on\n"
     "  discreet compare houses.csv --epsilon 1 --json --report page.html",
     setup_compare},
    {"reproduce", "rerun a published table or figure and print it beside the published numbers",
     "  discreet reproduce                          what there is\n"
     "  discreet reproduce dpcd-table2 --quick\n"
     "  discreet reproduce skgd-sampling --csv sampling.csv --report sampling.html\n"
     "  discreet reproduce dpcd-table2 --full --data /data/sets --json",
     setup_reproduce},
    {"randomised-response",
     "tell one column row by row, each answer sometimes a lie: private without trusting whoever reads it",
     "  discreet randomised-response patients.csv --column smoker --epsilon 1\n"
     "  discreet randomised-response patients.csv --column region --values north,south,east --epsilon 2 --out told.csv",
     setup_randomised_response},
#endif
    {"fairness", "what a model does to groups, and how far a private one can be from the optimum in that",
     "  discreet fairness model.json patients.csv --group sex\n"
     "  discreet fairness model.json patients.csv --group age --edges 40,65 --measure equalized-odds\n"
     "  discreet fairness model.json patients.csv --group sex --reference optimum.json --report fairness.html\n"
     "  discreet fairness model.json patients.csv --group sex --groups F,M --epsilon 0.5 --ledger budget.db --dataset "
     "patients",
     setup_fairness},
    {"ledger", "budgets that outlive the program: create, show, grant, history, verify",
     "  discreet ledger create budget.db --dataset patients --epsilon 4 --delta 1e-6 --data patients.csv\n"
     "  discreet fit patients.csv --loss logistic --epsilon 1 --ledger budget.db --dataset patients\n"
     "  discreet fit extract.csv --epsilon 1 --ledger budget.db --dataset patients --other-data     another table: "
     "recorded\n"
     "  discreet ledger show budget.db\n"
     "  discreet ledger create budget.db --dataset clinic --epsilon 2 --delta 1e-6 --owner 'Data office'\n"
     "  discreet ledger grant budget.db --dataset patients --epsilon 5 --delta 1e-6     the new total\n"
     "  discreet ledger history budget.db --json\n"
     "  discreet ledger verify budget.db",
     setup_ledger},
    {"audit", "empirical lower bound on epsilon: tries to contradict what a fit claims, on synthetic data",
     "  discreet audit --solver cd --epsilon 1\n"
     "  discreet audit --solver sgd --batch 100 --passes 5 --epsilon 2 --delta 1e-6 --runs 200000\n"
     "  discreet audit --solver newton --loss logistic --smoothness private --clip auto --attacker model\n"
     "  discreet audit --solver block --mode one-run --canaries 2000 --json",
     setup_audit},
    {"convert", "write data as a column file, which may be larger than memory; fit, evaluate and the others read it",
     "  discreet convert patients.csv patients.dcols --target readmitted --bound age=18,99\n"
     "  discreet fit patients.dcols --loss logistic --epsilon 1     what fit makes of patients.csv with these options\n"
     "  zcat huge.csv.gz | discreet convert - huge.dcols --precision float32",
     setup_convert},
    {"generate", "write a synthetic dataset",
     "  discreet generate clinic --out clinic.csv\n"
     "  discreet generate 'regression?n=1000&p=5&noise=0.1' | head",
     setup_generate},
    {"report", "a page about a model for people, or its privacy label for programs and papers",
     "  discreet report model.json\n"
     "  discreet report model.json --format yaml --out label.yaml\n"
     "  discreet report model.json --format markdown --out -",
     setup_report},
    {"completion", "print what makes a shell complete commands, options and their values",
     "  source <(discreet completion bash)\n"
     "  discreet completion zsh > ~/.zsh/_discreet               in a folder of $fpath\n"
     "  discreet completion fish > ~/.config/fish/completions/discreet.fish",
     setup_completion},
    {"manual", "write the manual pages", "  discreet manual --out build/manual", setup_manual, true},
};

struct AddTo {
  CLI::App& app;
  Options& options;
  const OptionRow& row;

  // What this build leaves out is refused with a word, and not shown.
  bool hidden() const { return row.name == "recipe" && !publications(); }

  void operator()(std::string Options::*field) const {
    add_text(app, "--" + std::string(row.name), options.*field, std::string(row.placeholder), help_of(row),
             hidden() ? std::string() : std::string(row.group));
  }
  void operator()(std::vector<std::string> Options::*field) const {
    app.add_option("--" + std::string(row.name), options.*field, help_of(row))
        ->type_name(std::string(row.placeholder))
        ->group(std::string(row.group))
        ->type_size(1)
        ->allow_extra_args(false)
        ->expected(1)
        ->take_all();
  }
  void operator()(bool Options::*field) const {
    const std::string name(row.name), group(row.group);
    app.add_flag("--" + name, options.*field, help_of(row))->group(group)->take_last();
    if (!(options.*field)) return;
    Options* all = &options;
    app.add_flag_callback(
           "--no-" + name, [all, field] { all->*field = false; }, "the opposite")
        ->group(group);
  }
};

}  // namespace

std::span<const Command> all_commands() { return kCommands; }

void add_options(CLI::App& app, Options& options, const std::vector<std::string_view>& groups) {
  for (const OptionRow& row : option_table())
    if (std::find(groups.begin(), groups.end(), row.group) != groups.end())
      std::visit(AddTo{app, options, row}, row.field);
}

std::vector<std::string_view> command_names() {
  std::vector<std::string_view> names;
  for (const Command& command : all_commands())
    if (!command.hidden) names.push_back(command.name);
  return names;
}

bool is_of_research(std::string_view name) {
  return name == "compare" || name == "reproduce" || name == "randomised-response";
}

bool is_command(std::string_view name) {
  return std::any_of(std::begin(kCommands), std::end(kCommands),
                     [&](const Command& command) { return command.name == name; });
}

void declare_commands(CLI::App& app, Action& chosen) {
  app.require_subcommand(1);
  const std::string json = "print one JSON object and nothing else";
  for (const Command& command : all_commands()) {
    CLI::App* sub = app.add_subcommand(std::string(command.name),
                                       fmt::format("{}\n\nExamples:\n{}\n", command.summary, command.examples));
    if (command.hidden) sub->group("");
    sub->add_flag("--json", json)->group("Output");
    const Action does = command.setup(*sub);
    sub->callback([&chosen, does] { chosen = does; });
  }
}

}  // namespace discreet
