#include <fmt/format.h>

#include <memory>

#include "discreet/cli/arguments.hpp"
#include "discreet/cli/command.hpp"
#include "discreet/cli/interrupt.hpp"
#include "discreet/cli/outputs.hpp"
#include "discreet/cli/workplace.hpp"
#include "discreet/fairness/output.hpp"
#include "discreet/fairness/request.hpp"
#include "discreet/fit/evaluate.hpp"
#include "discreet/io/atomic_file.hpp"
#include "discreet/io/load.hpp"
#include "discreet/report/fairness.hpp"

namespace discreet {
namespace {

struct FairnessArguments {
  std::string model, data, reference, target, labels, report;
  std::vector<std::string> groups;
  FairnessRequest request;
};

Result<std::vector<Model>> models_of(const std::string& path) {
  std::vector<Model> models;
  if (path.empty()) return models;
  auto model = read_model(path);
  if (!model) return tl::unexpected(model.error());
  if (const auto known = check_names(*model); !known) return tl::unexpected(known.error());
  models.push_back(*std::move(model));
  return models;
}

Result<FairnessSubject> subject_of(const FairnessArguments& arguments) {
  auto models = models_of(arguments.model), reference = models_of(arguments.reference);
  if (!models) return tl::unexpected(models.error());
  if (!reference) return tl::unexpected(reference.error());
  return fairness_subject(*std::move(models), *std::move(reference));
}

// A page about counts that a budget has paid for does not get lost.
Result<void> write_report(const FairnessArguments& arguments, const Console& console, const std::string& page) {
  if (arguments.report.empty()) return {};
  const auto kept = write_keeping(arguments.report, page);
  if (!kept) return tl::unexpected(kept.error());
  say_kept(arguments.report, *kept, console);
  if (arguments.report != "-") console.say(fmt::format("\nA page about it is in {}.\n", arguments.report));
  return {};
}

Result<void> run(const FairnessArguments& arguments, const Console& console) {
  FairnessRequest request = arguments.request;
  request.groups = listed(arguments.groups);
  request.options.model_file = arguments.model;
  if (arguments.report == "-" && console.json())
    return wrong(Fault::usage, "--json and --report - cannot both have standard output", "give the page a file name");
  if (const auto apart = refuse_overwriting({{"MODEL", arguments.model},
                                             {"DATA", arguments.data},
                                             {"--reference", arguments.reference},
                                             {"--labels", arguments.labels},
                                             {"--ledger", arguments.request.options.ledger}},
                                            {{"--report", arguments.report, OutputKind::page("fairness")}});
      !apart)
    return apart;
  SpendingRun spending(request.options, "release", console);
  const auto subject = subject_of(arguments);
  if (!subject) return tl::unexpected(subject.error());
  if (const auto fine = check(request, *subject); !fine) return fine;
  const auto rules = group_rules(request, *subject);
  if (!rules) return tl::unexpected(rules.error());
  if (!arguments.report.empty())
    if (const auto writable = check_writable(arguments.report); !writable) return writable;

  IngestRules reading = rules_for(subject->first(), true);
  if (!arguments.target.empty()) {
    if (const auto fine = check_target(subject->first(), arguments.target); !fine) return fine;
    reading.target = arguments.target;
  }
  reading.labels = arguments.labels;
  const auto groups = read_groups(arguments.data, *rules);
  if (!groups) return tl::unexpected(groups.error());
  const auto data = load(arguments.data, reading);
  if (!data) return tl::unexpected(data.error());
  const auto found = answer(request, *subject, *data, *groups);
  if (!found) return tl::unexpected(found.error());
  spending.has_result();
  if (const auto* release = std::get_if<FairnessRelease>(&*found)) {
    for (const std::string& caveat : release->label.all_caveats()) console.warn(caveat);
    for (const std::string& notice : release->label.all_notices()) console.warn(notice);
  }
  return std::visit(
      [&](const auto& shown) -> Result<void> {
        if (arguments.report != "-") console.say(text_of(shown));
        const auto written = write_report(arguments, console, fairness_report(shown));
        // What was bought is told all the same: it stays spent.
        if (written || std::holds_alternative<FairnessRelease>(*found)) console.answer(to_json(shown));
        return written;
      },
      *found);
}

}  // namespace

Action setup_fairness(CLI::App& app) {
  auto arguments = std::make_shared<FairnessArguments>();
  FairnessArguments& a = *arguments;
  FairnessRequest& r = a.request;
  r.options.solver.clear();
  const auto add = [&](const char* name, std::string& field, const std::string& help, const char* type,
                       const char* group) { return add_text(app, name, field, type, help, group); };
  app.add_option("MODEL", a.model, "a model file that fit wrote, of two classes")->required();
  app.add_option("DATA", a.data, "labelled rows with the model's features and the column of the groups; read twice")
      ->required();
  const char *who = "Groups", *bound = "Bound", *privacy = "Privacy", *output = "Output";
  add("--group", r.group,
      "the column that says which group a row is in; the model may use it or not. Where a table has "
      "columns called COLUMN=VALUE instead, those",
      "COLUMN", who)
      ->required();
  app.add_option("--groups", a.groups, "the values that are of interest, public; rows with others are in no group")
      ->type_name("A,B,...")
      ->group(who)
      ->type_size(1)
      ->allow_extra_args(false)
      ->expected(1)
      ->take_all();
  add("--edges", r.edges, "cut a column of numbers here: below A, from A to below B, ...", "A,B,...", who);
  std::string notions = "all of them unless said otherwise";
  for (const NamedNotion& notion : kNotions) notions += fmt::format("; {}: {}", notion.name, notion.help);
  add("--measure", r.measure, notions, "NAME", who);
  add("--desirable", r.desirable,
      "the label that equality of opportunity is about; the positive one unless said otherwise", "CLASS", who);
  add("--target", a.target, "the column of the labels, if it is not called as in the model", "COLUMN", who);
  add("--labels", a.labels, "the labels of a .npy file, in another one", "FILE", who);
  add("--reference", a.reference,
      "another model with the same features, as the optimum without privacy (--solver exact): its levels beside the "
      "model's, and the bounds with their measured distance",
      "MODEL", bound);
  add("--distance", r.distance,
      "a bound on the Euclidean distance of the model's weights from another's, known from elsewhere", "D", bound);
  add("--zeta", r.zeta, "the chance that the bound for output perturbation may fail", "Z", bound);
  add("--bound-epsilon", r.bound_epsilon,
      "for a model without noise on its weights: bound what output perturbation at this epsilon would change", "E",
      bound);
  add("--bound-delta", r.bound_delta, "and this delta; the lesser of 1e-5 and 1/n^2 unless said otherwise", "D", bound);
  add("--rows", r.rows, "and so many rows to train on; as many as there are in DATA unless said otherwise", "N", bound);
  add("--epsilon", r.options.epsilon,
      "release counts of group, label and prediction with noise and work everything out from them; without it figures "
      "are exact and not private",
      "E", privacy);
  add("--delta", r.options.delta, "of the budget; the lesser of 1e-5 and 1/n^2 unless said otherwise", "D", privacy);
  add("--neighbours", r.options.neighbours, "replace-one, zero-out or add-remove (needs --delta)", "NAME", privacy);
  add("--confidence", r.confidence, "all intervals hold at once with this probability", "P", privacy);
  add("--noise", r.options.noise, "secure, or seeded:N for experiments, which stamps the release as not private",
      "SOURCE", privacy);
  add("--ledger", r.options.ledger, "spend from the budget of a dataset in this ledger, before the data is touched",
      "FILE", privacy);
  add("--dataset", r.options.dataset, "the dataset's name in the ledger", "NAME", privacy);
  app.add_flag("--other-data", r.options.other_data,
               "charge the dataset although the table's public facts are not those that ledger create --data noted")
      ->group(privacy);
  add("--report", a.report, "also write an HTML page; without noise, with the bound as a band over rows and epsilon",
      "FILE", output);
  return [arguments](const Console& console) { return run(*arguments, console); };
}

}  // namespace discreet
