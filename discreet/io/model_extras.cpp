#include "discreet/io/model_extras.hpp"

#include <stdexcept>

#include "discreet/model/warnings.hpp"

namespace discreet {

void write_extras(const Model& model, Json& file) {
  if (model.noise)
    file["model"]["noise_deviation"] = {
        {"weights", model.noise->weights}, {"intercept", model.noise->intercept}, {"how", model.noise->how}};
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

}  // namespace discreet
