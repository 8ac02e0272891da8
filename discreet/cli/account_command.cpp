// account and calibrate: the privacy calculator.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "discreet/accounting/accountants.hpp"
#include "discreet/accounting/event_text.hpp"
#include "discreet/base/split.hpp"
#include "discreet/cli/command.hpp"
#include "discreet/cli/outputs.hpp"
#include "discreet/fit/spec.hpp"
#include "discreet/io/atomic_file.hpp"
#include "discreet/io/calculator_json.hpp"
#include "discreet/io/events_file.hpp"

namespace discreet {
namespace {

struct AccountArguments {
  std::string events = "-";
  std::string epsilon, delta, neighbours, curve, only;
  std::string accounting = "tight";
};

Result<EventsFile> read_file(const AccountArguments& arguments) {
  std::optional<Neighbours> relation;
  for (const Neighbours each : {Neighbours::replace_one, Neighbours::zero_out, Neighbours::add_remove})
    if (arguments.neighbours == name(each)) relation = each;
  if (!arguments.neighbours.empty() && !relation)
    return unknown_name("neighbours", arguments.neighbours, {"replace-one", "zero-out", "add-remove"});
  return read_events(arguments.events, relation);
}

// With a delta in it.
Result<EventsFile> read_question(const AccountArguments& arguments) {
  auto file = read_file(arguments);
  if (!file) return tl::unexpected(file.error());
  if (!arguments.delta.empty()) {
    const auto delta = read_number("delta", arguments.delta, 0, 1 - 1e-9);
    if (!delta) return tl::unexpected(delta.error());
    file->delta = Delta{*delta};
  }
  if (!file->delta)
    return wrong(Fault::usage, "--delta is needed: the events do not say one",
                 "a common choice is the lesser of 1e-5 and 1/n^2 for n rows");
  return file;
}

std::string what_it_means(double epsilon, double delta) {
  if (std::isinf(epsilon)) return "No guarantee: nothing is promised about any row.\n";
  return fmt::format(
      "Take somebody who finds two versions of one row equally likely. All answers together are worth no more than "
      "being told which one was used with probability {:.3g}, and being at most {:.3g} % sure otherwise.\n",
      delta, 100 / (1 + std::exp(-epsilon)));
}

// What the model that the events are of says about itself, and the numbers in plain words where they hold.
std::string closing_text(const EventsFile& events, double epsilon, double delta) {
  std::string text;
  for (const std::string& caveat : events.caveats) text += fmt::format("NOT PRIVATE: {}\n", caveat);
  for (const std::string& notice : events.notices) text += fmt::format("NOTE: {}\n", notice);
  if (!events.caveats.empty())
    return text + "The numbers above are those of the events alone: the model is not private.\n";
  return text + what_it_means(epsilon, delta);
}

// The list of events as a table.
std::string events_text(const Plan& plan, const std::optional<TrialPlan>& trials = {}) {
  std::size_t widest = 0;
  for (const PlanLine& line : plan.lines) widest = std::max(widest, line.what.size());
  std::string text = fmt::format("{} neighbours\n", name(plan.neighbours));
  for (const PlanLine& line : plan.lines)
    text += fmt::format("  {:<{}} {:>12} x {:<22} {}\n", line.what, widest, line.groups, type_name(line.event),
                        noise_in_words(line.event));
  if (trials)
    text +=
        fmt::format("in the best of a secret number of trials, {:.6g} on average, with what was asked before them\n",
                    trials->trials);
  return text;
}

std::string_view in_words(std::string_view accountant) {
  for (const AccountantKind& kind : accountant_kinds())
    if (kind.name == accountant) return kind.words;
  return {};
}

Result<void> write_curve(const EventsFile& events, const std::string& path) {
  std::string text = "epsilon,delta\n";
  for (int quarter = 2; quarter <= 60; ++quarter) {
    const Delta delta{std::pow(10, -0.25 * quarter)};
    const Epsilon epsilon = tight_epsilon(events, delta);
    if (std::isfinite(epsilon.value)) text += fmt::format("{:.10g},{:.10g}\n", epsilon.value, delta.value);
  }
  return write_whole(path, text);
}

Result<void> answer_epsilon(const AccountArguments& arguments, const EventsFile& events, const Console& console) {
  const Delta delta = *events.delta;
  const auto found = account_by(arguments.accounting, events, delta);
  if (!found) return tl::unexpected(found.error());
  console.say(events_text(events.plan, events.trials));
  console.say(fmt::format("\nepsilon {:.8g} at delta {:.6g} ({} accounting)\n\n", found->epsilon.value, delta.value,
                          found->accountant));
  for (const auto& [accountant, epsilon] : found->by)
    console.say(fmt::format("  {:<8} {:>14.8g}   {}\n", accountant, epsilon.value, in_words(accountant)));
  console.say("\n" + closing_text(events, found->epsilon.value, delta.value));
  console.answer(account_json(events, delta, *found));
  return {};
}

Result<void> answer_delta(const AccountArguments& arguments, const EventsFile& events, const Console& console) {
  const auto epsilon = read_number("epsilon", arguments.epsilon, 0, 1e6);
  if (!epsilon) return tl::unexpected(epsilon.error());
  const auto found = delta_by(arguments.accounting, events, {*epsilon});
  if (!found) return tl::unexpected(found.error());
  console.say(events_text(events.plan, events.trials));
  console.say(fmt::format("\ndelta {:.8g} at epsilon {:.6g} ({} accounting)\n\n", found->delta.value, *epsilon,
                          found->accountant));
  console.say(closing_text(events, *epsilon, found->delta.value));
  console.answer(account_json(events, *found));
  return {};
}

Result<void> run_account(const AccountArguments& arguments, const Console& console) {
  if (!arguments.epsilon.empty() && !arguments.delta.empty())
    return wrong(Fault::usage, "--epsilon asks for delta and --delta for epsilon: both are given",
                 "give one of them and read off the other");
  if (arguments.curve == "-" && console.json())
    return wrong(Fault::usage, "--json and --curve - cannot both have standard output", "give the curve a file name");
  if (const auto apart =
          refuse_overwriting({{"EVENTS", arguments.events}},
                             {{"--curve", arguments.curve, OutputKind::beginning("a curve", {"epsilon,delta\n"})}});
      !apart)
    return apart;
  const auto events = arguments.epsilon.empty() ? read_question(arguments) : read_file(arguments);
  if (!events) return tl::unexpected(events.error());
  if (!arguments.curve.empty())
    if (const auto drawn = write_curve(*events, arguments.curve); !drawn) return drawn;
  return arguments.epsilon.empty() ? answer_epsilon(arguments, *events, console)
                                   : answer_delta(arguments, *events, console);
}

// Which events get more noise: numbers counted from one, or all.
Result<std::vector<bool>> read_only(const std::string& text, std::size_t events) {
  std::vector<bool> scaled;
  if (text.empty()) return scaled;
  scaled.resize(events, false);
  for (const std::string_view part : split(text, ',')) {
    const auto number = read_count("only", part, 1);
    if (!number) return tl::unexpected(number.error());
    if (*number > events)
      return wrong(Fault::usage, fmt::format("--only {}: there are {} events", *number, events),
                   "they are counted from 1");
    scaled[*number - 1] = true;
  }
  return scaled;
}

Result<void> run_calibrate(const AccountArguments& arguments, const Console& console) {
  if (arguments.epsilon.empty())
    return wrong(Fault::usage, "--epsilon is needed: what the events may cost together",
                 "1 is a common choice, 0.1 is strong, 10 is weak");
  const auto epsilon = read_number("epsilon", arguments.epsilon, 1e-12, 1e6);
  if (!epsilon) return tl::unexpected(epsilon.error());
  const auto question = read_question(arguments);
  if (!question) return tl::unexpected(question.error());
  const auto scaled = read_only(arguments.only, question->plan.lines.size());
  if (!scaled) return tl::unexpected(scaled.error());
  const Delta delta = *question->delta;
  const auto louder = louder_by(arguments.accounting, *question, {{*epsilon}, delta}, *scaled);
  if (!louder) return tl::unexpected(louder.error());
  const Calibrated& found = louder->found;
  console.say(fmt::format("All noise times {:.8g} costs epsilon {:.8g} of {:.6g} at delta {:.6g} ({} accounting)\n\n",
                          found.factor, found.epsilon.value, *epsilon, delta.value, louder->accountant));
  console.say(events_text(louder->plan) + "\n" + closing_text(*question, found.epsilon.value, delta.value));
  console.answer(calibrate_json(*question, *louder));
  return {};
}

std::shared_ptr<AccountArguments> common(CLI::App& app) {
  auto arguments = std::make_shared<AccountArguments>();
  app.add_option("EVENTS", arguments->events,
                 "a JSON file with the events, or a model file; - or nothing for standard input. A noise_multiplier is "
                 "relative to what relative_to says: row (what one row contributes) or sensitivity");
  app.add_option("--delta", arguments->delta, "instead of the one in the file")->type_name("DELTA");
  app.add_option("--neighbours", arguments->neighbours, "if the file does not say: replace-one, zero-out, add-remove")
      ->type_name("RELATION");
  app.add_option("--accounting", arguments->accounting, fmt::format("one of {}", fmt::join(accountant_names(), ", ")))
      ->type_name("NAME")
      ->default_str("tight");
  return arguments;
}

}  // namespace

Action setup_account(CLI::App& app) {
  auto arguments = common(app);
  app.add_option("--epsilon", arguments->epsilon, "answer the delta of this epsilon")->type_name("EPSILON");
  app.add_option("--curve", arguments->curve, "write epsilon for many deltas, as CSV")->type_name("FILE");
  return [arguments](const Console& console) { return run_account(*arguments, console); };
}

Action setup_calibrate(CLI::App& app) {
  auto arguments = common(app);
  app.add_option("--epsilon", arguments->epsilon, "what the events may cost together")->type_name("EPSILON");
  app.add_option("--only", arguments->only, "change the noise of these events only, counted from 1")
      ->type_name("K,K,...");
  return [arguments](const Console& console) { return run_calibrate(*arguments, console); };
}

}  // namespace discreet
