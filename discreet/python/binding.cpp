#include "discreet/python/binding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/fit/softmax.hpp"
#include "discreet/fit/spec.hpp"

namespace py = pybind11;

namespace discreet::python {
namespace {

// 1.0 is typed 1, and 0.1 is typed 0.1: the shortest text that means the same number.
std::string typed(std::string_view option, const py::handle& value) {
  if (py::isinstance<py::str>(value)) return value.cast<std::string>();
  if (PyIndex_Check(value.ptr()) && !py::isinstance<py::bool_>(value))
    return py::str(py::int_(py::reinterpret_borrow<py::object>(value)));
  const double number = py::isinstance<py::bool_>(value) ? -1 : PyFloat_AsDouble(value.ptr());
  if (py::isinstance<py::bool_>(value) || PyErr_Occurred()) {
    PyErr_Clear();
    raise({Fault::usage,
           fmt::format("--{}: a number or its text is expected, not {}", option, Py_TYPE(value.ptr())->tp_name), ""});
  }
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  return fmt::format("{}", number);
}

std::vector<std::string> several(std::string_view option, const py::handle& value) {
  if (!py::isinstance<py::sequence>(value) || py::isinstance<py::str>(value)) return {typed(option, value)};
  std::vector<std::string> all;
  for (const py::handle& one : py::iter(value)) all.push_back(typed(option, one));
  return all;
}

}  // namespace

void raise(const Error& error) {
  static constexpr const char* kNames[] = {
      "InternalError", "InternalError", "OptionError", "BudgetRefused", "PrivacyPreconditionError", "DataError"};
  const py::object kind = py::module_::import("discreet.errors").attr(kNames[static_cast<std::size_t>(error.fault)]);
  const std::string text = error.hint.empty() ? error.message : fmt::format("{}; {}", error.message, error.hint);
  const py::object raised = kind(py::module_::import("discreet._words").attr("pythonic")(text));
  if (error.spent) raised.attr("spent") = true;
  PyErr_SetObject(kind.ptr(), raised.ptr());
  throw py::error_already_set();
}

Options options_from(const py::dict& given) {
  Options options;
  for (const auto& [key, value] : given) {
    std::string name = key.cast<std::string>();
    std::replace(name.begin(), name.end(), '_', '-');
    const auto rows = option_table();
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const OptionRow& r) { return r.name == name; });
    if (row == rows.end())
      raise({Fault::usage, fmt::format("there is no option '{}'", name), "discreet._core.option_names() lists them"});
    if (value.is_none()) continue;
    if (const auto* text = std::get_if<std::string Options::*>(&row->field))
      options.** text = typed(name, value);
    else if (const auto* list = std::get_if<std::vector<std::string> Options::*>(&row->field))
      options.** list = several(name, value);
    else
      options.*std::get<bool Options::*>(row->field) = py::bool_(py::reinterpret_borrow<py::object>(value));
  }
  return options;
}

Result<PublicFacts> facts_of(std::size_t rows, std::vector<std::string> features, bool sparse,
                             const std::string& target, const Options& options) {
  const auto rules = ingest_rules(options);
  if (!rules) return tl::unexpected(rules.error());
  std::erase_if(features, [&](const std::string& feature) { return rules->dropped.contains(feature); });
  PublicFacts facts{rows, std::move(features), {}, {}, false, sparse, false, 1, {}};
  const auto declared = [&](const std::string& column) {
    const auto bounds = rules->bounds.find(column);
    return bounds == rules->bounds.end() ? std::nullopt : std::optional(bounds->second);
  };
  for (const std::string& feature : facts.features) facts.bounds.push_back(declared(feature));
  const auto of_target = bounds_of_target(*rules, target);
  if (!of_target) return tl::unexpected(of_target.error());
  facts.target_bounds = *of_target;
  return facts;
}

Result<Blueprint> blueprint_of(const Options& options, const PublicFacts& facts, std::size_t classes) {
  return classes > 0 ? draw_softmax(options, facts, classes) : draw(options, facts);
}

}  // namespace discreet::python
