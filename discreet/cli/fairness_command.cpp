#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "discreet/cli/command.hpp"
#include "discreet/cli/research.hpp"
#include "discreet/fairness/output.hpp"
#include "discreet/fit/evaluate.hpp"
#include "discreet/fit/purse.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/io/atomic_file.hpp"
#include "discreet/io/load.hpp"
#include "discreet/io/read_groups.hpp"
#include "discreet/report/fairness.hpp"

namespace discreet {
namespace {

struct FairnessArguments {
  std::string model, data, reference;
  std::string group, groups, edges, measure, desirable, target, labels;
  std::string zeta = "0.01", distance, confidence = "0.95";
  std::string bound_epsilon = "1", bound_delta = "auto", rows = "auto";
  std::string report;
  Options options;

  // Exact answers are what is given where nothing is paid.
  bool noisy() const { return !options.epsilon.empty() && options.epsilon != "inf"; }
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

Result<GroupRules> group_rules(const FairnessArguments& arguments, const FairnessSubject& subject) {
  GroupRules rules{arguments.group, listed({arguments.groups}), {}, arguments.noisy()};
  if (!arguments.groups.empty() && !arguments.edges.empty())
    return wrong(Fault::usage, "--groups and --edges exclude each other", "leave one of them out");
  for (const std::string& text : listed({arguments.edges})) {
    const auto edge = read_number("edges", text, -1e300, 1e300);
    if (!edge) return tl::unexpected(edge.error());
    rules.edges.push_back(*edge);
  }
  if (std::adjacent_find(rules.edges.begin(), rules.edges.end(), std::greater_equal()) != rules.edges.end())
    return wrong(Fault::usage, fmt::format("--edges {}: they must rise", arguments.edges));
  // Categories that were declared when the model was trained are public already.
  if (rules.only_public && rules.values.empty() && rules.edges.empty())
    for (const std::string& feature : subject.first().features)
      if (feature.starts_with(arguments.group + "="))
        rules.values.push_back(feature.substr(arguments.group.size() + 1));
  return rules;
}

Result<FairnessQuestion> question_of(const FairnessArguments& arguments, const FairnessSubject& subject) {
  FairnessQuestion question;
  auto notions = notions_named(arguments.measure);
  if (!notions) return tl::unexpected(notions.error());
  question.notions = *std::move(notions);
  if (!arguments.desirable.empty()) {
    const auto same = [&](const std::string& name) {
      return name == arguments.desirable ||
             (parse_number(name) && parse_number(name) == parse_number(arguments.desirable));
    };
    const auto found = std::find_if(subject.classes.begin(), subject.classes.end(), same);
    if (found == subject.classes.end())
      return unknown_name("desirable", arguments.desirable, {subject.classes.begin(), subject.classes.end()});
    question.desirable = static_cast<std::size_t>(found - subject.classes.begin());
  }
  const auto zeta = read_number("zeta", arguments.zeta, 1e-300, 0.5);
  if (!zeta) return tl::unexpected(zeta.error());
  question.distance.zeta = *zeta;
  if (!arguments.distance.empty()) {
    const auto distance = read_number("distance", arguments.distance, 0, 1e300);
    if (!distance) return tl::unexpected(distance.error());
    question.distance.declared = *distance;
  }
  const auto epsilon = read_number("bound-epsilon", arguments.bound_epsilon, 1e-12, 1e6);
  if (!epsilon) return tl::unexpected(epsilon.error());
  question.distance.budget.epsilon = {*epsilon};
  return question;
}

// What depends on how many rows there are.
Result<void> settle_rows(const FairnessArguments& arguments, std::size_t rows, DistanceQuestion& question) {
  question.rows = static_cast<double>(rows);
  if (arguments.rows != "auto") {
    const auto given = read_count("rows", arguments.rows, 1);
    if (!given) return tl::unexpected(given.error());
    question.rows = static_cast<double>(*given);
  }
  question.budget.delta = {std::min(1 / (question.rows * question.rows), 0.1)};
  if (arguments.bound_delta == "auto") return {};
  const auto delta = read_number("bound-delta", arguments.bound_delta, 1e-300, 1 - 1e-9, question.rows);
  if (!delta) return tl::unexpected(delta.error());
  question.budget.delta = {*delta};
  return {};
}

Result<void> write_report(const FairnessArguments& arguments, const Console& console, const std::string& page) {
  if (arguments.report.empty()) return {};
  if (const auto written = write_whole(arguments.report, page); !written) return written;
  if (arguments.report != "-") console.say(fmt::format("\nA page about it is in {}.\n", arguments.report));
  return {};
}

Result<void> run(const FairnessArguments& arguments, const Console& console) {
  if (arguments.report == "-" && console.json())
    return wrong(Fault::usage, "--json and --report - cannot both have standard output", "give the page a file name");
  if (!arguments.noisy() && !(arguments.options.ledger.empty() && arguments.options.dataset.empty()))
    return wrong(Fault::usage, "--ledger pays for a private release, and without --epsilon this is none",
                 "also give --epsilon E, or leave out --ledger and --dataset");
  const auto subject = subject_of(arguments);
  if (!subject) return tl::unexpected(subject.error());
  const auto rules = group_rules(arguments, *subject);
  if (!rules) return tl::unexpected(rules.error());
  auto question = question_of(arguments, *subject);
  if (!question) return tl::unexpected(question.error());
  const auto confidence = read_number("confidence", arguments.confidence, 0.5, 1 - 1e-9);
  if (!confidence) return tl::unexpected(confidence.error());
  if (!arguments.report.empty())
    if (const auto writable = check_writable(arguments.report); !writable) return writable;
  if (const auto purse = purse_for(arguments.options, "fairness", std::nullopt); !purse)
    return tl::unexpected(purse.error());

  IngestRules reading = rules_for(subject->first(), true);
  if (!arguments.target.empty()) reading.target = arguments.target;
  reading.labels = arguments.labels;
  const auto groups = read_groups(arguments.data, *rules);
  if (!groups) return tl::unexpected(groups.error());
  const auto data = load(arguments.data, reading);
  if (!data) return tl::unexpected(data.error());
  if (const auto settled = settle_rows(arguments, data->rows, question->distance); !settled) return settled;

  if (arguments.noisy()) {
    const auto release = release_fairness(*data, *groups, *subject, *question, arguments.options, *confidence);
    if (!release) return tl::unexpected(release.error());
    for (const std::string& caveat : release->label.caveats) console.warn(caveat);
    console.answer(to_json(*release));
    if (arguments.report != "-") console.say(text_of(*release));
    return write_report(arguments, console, fairness_report(*release));
  }
  const auto assessment = assess(*data, *groups, *subject, *question);
  if (!assessment) return tl::unexpected(assessment.error());
  console.answer(to_json(*assessment));
  if (arguments.report != "-") console.say(text_of(*assessment));
  return write_report(arguments, console, fairness_report(*assessment));
}

}  // namespace

Action setup_fairness(CLI::App& app) {
  auto arguments = std::make_shared<FairnessArguments>();
  FairnessArguments& a = *arguments;
  a.options.solver.clear();
  const auto add = [&](const char* name, std::string& field, const std::string& help, const char* type,
                       const char* group) {
    CLI::Option* option = app.add_option(name, field, help);
    option->type_name(type)->group(group)->take_last();
    if (!field.empty()) option->default_str(field);
    return option;
  };
  app.add_option("MODEL", a.model, "a model file that fit wrote, of two classes")->required();
  app.add_option("DATA", a.data, "labelled rows with the model's features and the column of the groups; read twice")
      ->required();
  const char *who = "Groups", *bound = "Bound", *privacy = "Privacy", *output = "Output";
  add("--group", a.group,
      "the column that says which group a row is in; the model may use it or not. Where a table has "
      "columns called COLUMN=VALUE instead, those",
      "COLUMN", who)
      ->required();
  add("--groups", a.groups, "the values that are of interest, public; rows with others are in no group", "A,B,...",
      who);
  add("--edges", a.edges, "cut a column of numbers here: below A, from A to below B, ...", "A,B,...", who);
  std::string notions = "all of them unless said otherwise";
  for (const NamedNotion& notion : kNotions) notions += fmt::format("; {}: {}", notion.name, notion.help);
  add("--measure", a.measure, notions, "NAME", who);
  add("--desirable", a.desirable,
      "the label that equality of opportunity is about; the positive one unless said otherwise", "CLASS", who);
  add("--target", a.target, "the column of the labels, if it is not called as in the model", "COLUMN", who);
  add("--labels", a.labels, "the labels of a .npy file, in another one", "FILE", who);
  add("--reference", a.reference,
      "another model with the same features, as the optimum without privacy (--solver exact): its levels beside the "
      "model's, and the bounds with their measured distance",
      "MODEL", bound);
  add("--distance", a.distance,
      "a bound on the Euclidean distance of the model's weights from another's, known from elsewhere", "D", bound);
  add("--zeta", a.zeta, "the chance that the bound for output perturbation may fail", "Z", bound);
  add("--bound-epsilon", a.bound_epsilon,
      "for a model without noise on its weights: bound what output perturbation at this epsilon would change", "E",
      bound);
  add("--bound-delta", a.bound_delta, "and this delta; 1/n^2 unless said otherwise", "D", bound);
  add("--rows", a.rows, "and so many rows to train on; as many as there are in DATA unless said otherwise", "N", bound);
  add("--epsilon", a.options.epsilon,
      "release counts of group, label and prediction with noise and work everything out from them; without it figures "
      "are exact and not private",
      "E", privacy);
  add("--delta", a.options.delta, "of the budget; 1/n^2 unless said otherwise", "D", privacy);
  add("--neighbours", a.options.neighbours, "replace-one, zero-out or add-remove (needs --delta)", "NAME", privacy);
  add("--confidence", a.confidence, "all intervals hold at once with this probability", "P", privacy);
  add("--noise", a.options.noise, "secure, or seeded:N for experiments, which stamps the release as not private",
      "SOURCE", privacy);
  add("--ledger", a.options.ledger, "spend from the budget of a dataset in this ledger, before the data is touched",
      "FILE", privacy);
  add("--dataset", a.options.dataset, "the dataset's name in the ledger", "NAME", privacy);
  add("--report", a.report, "also write an HTML page; without noise, with the bound as a band over rows and epsilon",
      "FILE", output);
  return [arguments](const Console& console) { return run(*arguments, console); };
}

}  // namespace discreet
