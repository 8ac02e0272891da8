#include "discreet/python/binding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace py = pybind11;

namespace discreet::python {
namespace {

// 1.0 is typed 1, and 0.1 is typed 0.1: the shortest text that means the same number.
std::string typed(const py::handle& value) {
  if (py::isinstance<py::str>(value)) return value.cast<std::string>();
  if (py::isinstance<py::bool_>(value)) throw py::type_error("an option that takes a value was given True or False");
  if (PyIndex_Check(value.ptr())) return py::str(py::int_(py::reinterpret_borrow<py::object>(value)));
  const double number = value.cast<double>();
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  return fmt::format("{}", number);
}

std::vector<std::string> several(const py::handle& value) {
  if (py::isinstance<py::str>(value)) return {value.cast<std::string>()};
  std::vector<std::string> all;
  for (const py::handle& one : py::iter(value)) all.push_back(typed(one));
  return all;
}

}  // namespace

void raise(const Error& error) {
  static constexpr const char* kNames[] = {
      "InternalError", "InternalError", "OptionError", "BudgetRefused", "PrivacyPreconditionError", "DataError"};
  const py::object kind = py::module_::import("discreet.errors").attr(kNames[static_cast<std::size_t>(error.fault)]);
  const std::string text = error.hint.empty() ? error.message : fmt::format("{}; {}", error.message, error.hint);
  PyErr_SetString(kind.ptr(), text.c_str());
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
      raise({Fault::usage, fmt::format("there is no option '{}'", name),
             "the options are those of `discreet fit --help`"});
    if (value.is_none()) continue;
    if (const auto* text = std::get_if<std::string Options::*>(&row->field))
      options.** text = typed(value);
    else if (const auto* list = std::get_if<std::vector<std::string> Options::*>(&row->field))
      options.** list = several(value);
    else
      options.*std::get<bool Options::*>(row->field) = py::bool_(py::reinterpret_borrow<py::object>(value));
  }
  return options;
}

}  // namespace discreet::python
