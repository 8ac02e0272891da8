// predict and evaluate: what is done with a model that exists.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "discreet/cli/command.hpp"
#include "discreet/cli/outputs.hpp"
#include "discreet/fit/evaluate.hpp"
#include "discreet/io/atomic_file.hpp"
#include "discreet/io/load.hpp"
#include "discreet/io/model_file.hpp"

namespace discreet {
namespace {

constexpr std::string_view kNotPrivate = "exact figures computed from the data: not private";

struct UseArguments {
  std::string model;
  std::string data;
  std::string target;
  std::string labels;
  std::string out;
};

Result<Model> read_checked(const std::string& path) {
  auto model = read_model(path);
  if (!model) return model;
  if (const auto known = check_names(*model); !known) return tl::unexpected(known.error());
  return model;
}

Result<std::pair<Model, Dataset>> load_both(const UseArguments& arguments, bool labelled) {
  auto model = read_checked(arguments.model);
  if (!model) return tl::unexpected(model.error());
  IngestRules rules = rules_for(*model, labelled);
  if (!arguments.target.empty()) {
    if (const auto fine = check_target(*model, arguments.target); !fine) return tl::unexpected(fine.error());
    rules.target = arguments.target;
  }
  rules.labels = arguments.labels;
  auto data = load(arguments.data, rules);
  if (!data) return tl::unexpected(data.error());
  return std::pair(*std::move(model), *std::move(data));
}

std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\n") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

Result<void> predict(const UseArguments& arguments, const Console& console) {
  if (arguments.out == "-" && console.json())
    return wrong(Fault::usage, "--json and --out - cannot both have standard output", "leave out one of them");
  if (const auto apart = refuse_overwriting(
          {{"MODEL", arguments.model}, {"DATA", arguments.data}},
          {{"--out", arguments.out,
            OutputKind::beginning("a list of predictions",
                                  {"prediction\n", "prediction,probability\n", "prediction,score\n"})}});
      !apart)
    return apart;
  const auto both = load_both(arguments, false);
  if (!both) return tl::unexpected(both.error());
  const auto& [model, data] = *both;
  const auto predicted = predictions(model, data);
  if (!predicted) return tl::unexpected(predicted.error());
  const bool classes = model.task == Task::classification;
  const std::string scale = predicted->means ? "probability" : "score";
  std::string text = classes ? fmt::format("prediction,{}\n", scale) : "prediction\n";
  Json guesses = Json::array(), scores = Json::array();
  for (std::size_t i = 0; i < predicted->values.size(); ++i) {
    const double value = predicted->values[i];
    if (!classes) {
      text += fmt::format("{}\n", value);
      guesses.push_back(number_or_word(value));
      continue;
    }
    const std::string& label = model.classes[predicted->margins[i] > 0];
    text += fmt::format("{},{}\n", csv_text(label), value);
    guesses.push_back(class_name(label));
    scores.push_back(number_or_word(value));
  }
  // The file first: an answer could not be taken back.
  if (!arguments.out.empty() || !console.json())
    if (const auto written = write_whole(arguments.out.empty() ? "-" : arguments.out, text); !written) return written;
  Json answer{{"predictions", std::move(guesses)}};
  if (classes) answer[scale] = std::move(scores);
  console.answer(answer);
  return {};
}

Result<void> evaluate_on(const UseArguments& arguments, const Console& console) {
  const auto both = load_both(arguments, true);
  if (!both) return tl::unexpected(both.error());
  const auto metrics = evaluate(both->first, both->second);
  if (!metrics) return tl::unexpected(metrics.error());
  Json figures = Json::object();
  std::size_t widest = 0;
  for (const Metric& metric : *metrics) widest = std::max(widest, metric.name.size());
  for (const Metric& metric : *metrics) {
    figures[metric.name] = whole_or_number(metric.value);
    console.say(fmt::format("{:<{}} {:.6g}\n", metric.name, widest, metric.value));
  }
  console.say(fmt::format("({})\n", kNotPrivate));
  console.answer({{"metrics", figures}, {"private", false}, {"caveats", {kNotPrivate}}});
  return {};
}

std::shared_ptr<UseArguments> common(CLI::App& app, bool labelled) {
  auto arguments = std::make_shared<UseArguments>();
  app.add_option("MODEL", arguments->model, "a model file that fit wrote")->required();
  app.add_option("DATA", arguments->data, "rows with the model's features as columns; others are ignored")->required();
  if (labelled) {
    app.add_option("--target", arguments->target, "the column of the labels, if it is not called as in the model")
        ->type_name("COLUMN");
    app.add_option("--labels", arguments->labels, "the labels of a .npy file, in another one")->type_name("FILE");
  }
  return arguments;
}

}  // namespace

Action setup_predict(CLI::App& app) {
  auto arguments = common(app, false);
  app.add_option("--out", arguments->out, "where the predictions go; standard output unless said otherwise")
      ->type_name("FILE");
  return [arguments](const Console& console) { return predict(*arguments, console); };
}

Action setup_evaluate(CLI::App& app) {
  auto arguments = common(app, true);
  return [arguments](const Console& console) { return evaluate_on(*arguments, console); };
}

}  // namespace discreet
