// Models as JSON: what is written is public, and only a released model can be written.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "discreet/base/result.hpp"
#include "discreet/io/label_json.hpp"
#include "discreet/model/model.hpp"
#include "discreet/privacy/sensitive.hpp"

namespace discreet {

Json to_json(const Released<Model>& model);
Json description_json(const Description& description);
[[nodiscard]] Result<Model> model_from_json(const Json& json, const std::string& name);

// The whole file or nothing: it is written beside its place and then moved there. "-" is standard output. Answers the
// name that a file which was there has now, for a model cannot be made again; empty if there was none.
[[nodiscard]] Result<std::string> write_model(const std::string& path, const Released<Model>& model);
[[nodiscard]] Result<Model> read_model(const std::string& path);

// A class by its name, which is a number where it looks like one.
Json class_name(const std::string& text);

}  // namespace discreet
