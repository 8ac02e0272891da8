#include "discreet/io/model_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unordered_set>

#include "discreet/base/version.hpp"
#include "discreet/data/ingest.hpp"
#include "discreet/io/atomic_file.hpp"
#include "discreet/io/json_text.hpp"
#include "discreet/io/label_json.hpp"
#include "discreet/io/output_file.hpp"
#include "discreet/model/warnings.hpp"

namespace discreet {
namespace {

constexpr std::size_t kLargestModel = std::size_t{256} << 20;

std::string class_text(const Json& json) {
  return json.is_string() ? json.get<std::string>() : fmt::format("{}", json.get<double>());
}

// The parts that files of earlier versions do not have: what the noise does to each weight, how to train the model
// again, and what to warn of.
void write_extras(const Model& model, Json& file) {
  if (model.noise) {
    Json& noise = file["model"]["noise_deviation"];
    noise = {{"weights", model.noise->weights}, {"intercept", model.noise->intercept}, {"how", model.noise->how}};
    if (!model.noise->centres.empty()) {
      noise["centres"] = model.noise->centres;
      noise["intercept_at_centres"] = model.noise->intercept_at_centres;
    }
  }
  if (!model.sizes.empty()) file["model"]["sizes"] = model.sizes;
  file["warnings"] = Json::array();
  for (const Warning& warning : model.warnings)
    file["warnings"].push_back({{"kind", warning.kind}, {"text", warning.text}});
  if (!model.origin.data.empty() || !model.origin.arguments.empty())
    file["run"] = {{"command", "fit"}, {"data", model.origin.data}, {"arguments", model.origin.arguments}};
  if (!model.origin.version.empty())
    file["build"] = {{"version", model.origin.version}, {"commit", model.origin.commit}};
}

void read_extras(const Json& file, Model& model) {
  const Json& about = file.at("model");
  if (about.contains("noise_deviation")) {
    const Json& noise = about.at("noise_deviation");
    model.noise = NoiseSpread{noise.at("weights").get<std::vector<double>>(), noise.at("intercept").get<double>(),
                              noise.value("how", std::string("not recorded"))};
    if (noise.contains("centres")) {
      model.noise->centres = noise.at("centres").get<std::vector<double>>();
      model.noise->intercept_at_centres = noise.at("intercept_at_centres").get<double>();
      if (model.noise->centres.size() != model.weights.size() || !(model.noise->intercept_at_centres >= 0))
        throw std::runtime_error("the centres of the noise are not right");
    }
    if (model.noise->weights.size() != model.weights.size())
      throw std::runtime_error("there are not as many noise deviations as weights");
    for (const double deviation : model.noise->weights)
      if (!(deviation >= 0)) throw std::runtime_error("a noise deviation is below 0");
  }
  if (about.contains("sizes")) {
    model.sizes = about.at("sizes").get<std::vector<double>>();
    if (model.sizes.size() != model.weights.size()) throw std::runtime_error("there are not as many sizes as weights");
  }
  if (file.contains("run")) {
    model.origin.data = file.at("run").value("data", std::string());
    model.origin.arguments = file.at("run").value("arguments", std::vector<std::string>());
  }
  if (file.contains("build")) {
    model.origin.version = file.at("build").value("version", std::string());
    model.origin.commit = file.at("build").value("commit", std::string());
  }
  if (file.contains("warnings")) {
    for (const Json& warning : file.at("warnings"))
      model.warnings.push_back({warning.at("kind").get<std::string>(), warning.at("text").get<std::string>()});
  } else {
    const RunFacts facts = facts_in(model);
    leave_out(model, facts);
    model.warnings = warnings_of(model, facts);
  }
}

Model model_from(const Json& json) {
  const Json& about = json.at("model");
  Model model;
  model.loss = about.at("loss").get<std::string>();
  model.penalty = about.at("penalty").get<std::string>();
  if (about.contains("penalty_weights")) model.penalty_weights = about.at("penalty_weights").get<std::vector<double>>();
  model.intercept = read_double(about.at("intercept"));
  for (const Json& weight : about.at("weights")) model.weights.push_back(read_double(weight));
  model.features = about.at("features").get<std::vector<std::string>>();
  model.target = about.value("target", std::string());
  if (model.features.size() != model.weights.size())
    throw std::runtime_error("there are not as many features as weights");
  if (!std::isfinite(model.intercept) ||
      !std::all_of(model.weights.begin(), model.weights.end(), [](double weight) { return std::isfinite(weight); }))
    throw std::runtime_error("a weight is not a finite number");
  if (std::unordered_set<std::string>(model.features.begin(), model.features.end()).size() != model.features.size())
    throw std::runtime_error("two features have the same name");
  if (!model.penalty_weights.empty() && model.penalty_weights.size() != model.weights.size())
    throw std::runtime_error("there are not as many penalty weights as weights");
  for (const double weight : model.penalty_weights)
    if (!(weight >= 0)) throw std::runtime_error("a penalty weight is below 0");
  if (about.contains("classes")) {
    model.task = Task::classification;
    if (about.at("classes").size() != 2) throw std::runtime_error("two classes are expected");
    for (std::size_t k = 0; k < 2; ++k) model.classes[k] = class_text(about.at("classes")[k]);
  }
  if (about.contains("bounds"))
    for (const auto& [feature, ends] : about.at("bounds").items()) {
      model.bounds.push_back({feature, read_double(ends.at(0)), read_double(ends.at(1))});
      if (!(model.bounds.back().low <= model.bounds.back().high))
        throw std::runtime_error("a lower bound is above the upper one");
    }
  if (about.contains("row_norm")) {
    model.row_norm = read_double(about.at("row_norm"));
    if (!(*model.row_norm > 0)) throw std::runtime_error("the largest length of a row is not above 0");
  }
  if (about.contains("standardised")) {
    const Json& units = about.at("standardised");
    model.means = units.at("means").get<std::vector<double>>();
    model.deviations = units.at("deviations").get<std::vector<double>>();
    model.target_mean = units.at("target_mean").get<double>();
    if (model.means.size() != model.weights.size() || model.deviations.size() != model.weights.size())
      throw std::runtime_error("there are not as many units as weights");
  }
  if (about.contains("path"))
    for (const Json& other : about.at("path")) {
      Model::Other one{read_double(other.at("strength")), read_double(other.at("intercept")), {}};
      for (const Json& weight : other.at("weights")) one.weights.push_back(read_double(weight));
      if (one.weights.size() != model.weights.size())
        throw std::runtime_error("a model of the path has not as many weights as there are features");
      model.path.push_back(std::move(one));
    }
  model.privacy = label_from(json.at("privacy"));
  for (const auto& [key, value] : json.at("solver").items()) {
    if (value.is_number())
      model.solver.emplace_back(key, value.get<double>());
    else
      model.solver.emplace_back(key, value.get<std::string>());
  }
  read_extras(json, model);
  return model;
}

}  // namespace

Json description_json(const Description& description) {
  Json json = Json::object();
  for (const auto& [key, value] : description)
    json[key] = std::holds_alternative<double>(value) ? whole_or_number(std::get<double>(value))
                                                      : Json(std::get<std::string>(value));
  return json;
}

Json class_name(const std::string& text) {
  const std::optional<double> value = parse_number(text);
  return value ? whole_or_number(*value) : Json(text);
}

Json numbers(const std::vector<double>& values) {
  Json all = Json::array();
  for (const double value : values) all.push_back(number_or_word(value));
  return all;
}

Json to_json(const Released<Model>& released) {
  const Model& model = released.value();
  Json about{{"loss", model.loss}, {"penalty", model.penalty}, {"intercept", number_or_word(model.intercept)}};
  if (!model.penalty_weights.empty()) about["penalty_weights"] = model.penalty_weights;
  about["weights"] = numbers(model.weights);
  about["features"] = model.features;
  about["target"] = model.target;
  if (!model.bounds.empty()) {
    about["bounds"] = Json::object();
    for (const Model::Bounds& bounds : model.bounds) about["bounds"][bounds.feature] = {bounds.low, bounds.high};
  }
  if (model.row_norm) about["row_norm"] = *model.row_norm;
  if (!model.means.empty())
    about["standardised"] = {
        {"means", model.means}, {"deviations", model.deviations}, {"target_mean", model.target_mean}};
  for (const Model::Other& other : model.path)
    about["path"].push_back({{"strength", number_or_word(other.strength)},
                             {"intercept", number_or_word(other.intercept)},
                             {"weights", numbers(other.weights)}});
  if (model.task == Task::classification)
    about["classes"] = {class_name(model.classes[0]), class_name(model.classes[1])};
  Json file{{"format", "discreet-model"},
            {"version", 1},
            {"model", std::move(about)},
            {"privacy", privacy_json(model.privacy)},
            {"solver", description_json(model.solver)},
            {"build", {{"version", kVersion}, {"commit", kCommit}}}};
  write_extras(model, file);
  return file;
}

Result<Model> model_from_json(const Json& json, const std::string& name) {
  try {
    if (!json.is_object() || json.value("format", "") != "discreet-model")
      return wrong(Fault::data, fmt::format("{}: this is not a discreet model", name),
                   "give a file that discreet fit or tune wrote");
    if (json.at("version") != 1)
      return wrong(Fault::data, fmt::format("{}: the model is of a version that this program does not know", name),
                   "use a newer program");
    return model_from(json);
  } catch (const std::exception& problem) {  // nlohmann's, and ours above: the file, not the program, is wrong
    std::string words = problem.what();
    if (words.starts_with('[')) words.erase(0, words.find("] ") + 2);
    return wrong(Fault::data, fmt::format("{}: the model file is malformed: {}", name, words),
                 "give a file as discreet wrote it");
  }
}

Result<std::string> write_model(const std::string& path, const Released<Model>& model) {
  return write_keeping(path, to_json(model).dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

Result<Model> read_model(const std::string& path) {
  const Result<std::string> text = read_whole(path, kLargestModel);
  if (!text) return tl::unexpected(text.error());
  const Result<Json> json = parse_json(*text, path);
  if (!json) return tl::unexpected(json.error());
  return model_from_json(*json, path);
}

}  // namespace discreet
