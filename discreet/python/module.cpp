// The module discreet._core. What it offers is plain (arrays, dicts, text); the estimators are Python.
#include "discreet/base/version.hpp"
#include "discreet/fit/evaluate.hpp"
#include "discreet/fit/publications.hpp"
#include "discreet/io/atomic_file.hpp"
#include "discreet/io/json_text.hpp"
#include "discreet/io/model_file.hpp"
#include "discreet/io/output_file.hpp"
#include "discreet/loss/softmax.hpp"
#include "discreet/python/binding.hpp"
#include "discreet/report/html.hpp"
#include "discreet/report/label.hpp"

namespace py = pybind11;

namespace discreet::python {
namespace {

Model model_of(const std::string& text) {
  Model model = unwrap(model_from_json(unwrap(parse_json(text, "model")), "model"));
  // The scores of one class among several, which only the package puts together.
  if (model.loss != Softmax::name) unwrap(check_names(model));
  return model;
}

}  // namespace

void bind_models(py::module_& module) {
  module.def("report", [](const std::string& model) { return html_report(model_of(model)); });
  // Files as the command line writes them: only over what is of the same kind, and a model that was there is kept; its
  // new name is returned.
  module.def("write_model", [](const std::string& path, const std::string& text) {
    unwrap(check_replaceable("path", path, OutputKind::model()));
    return unwrap(write_keeping(path, text));
  });
  module.def("write_page", [](const std::string& path, const std::string& page) {
    unwrap(check_replaceable("path", path, OutputKind::page("a model")));
    unwrap(write_whole(path, page));
  });
  module.def("check", [](const std::string& model) { model_of(model); });
  module.def("label", [](const std::string& model, const std::string& format) {
    if (format != "yaml" && format != "markdown")
      raise({Fault::usage, "the format of a label is yaml or markdown", ""});
    return format == "yaml" ? yaml_label(model_of(model)) : markdown_label(model_of(model));
  });
}

}  // namespace discreet::python

PYBIND11_MODULE(_core, module) {
  discreet::use_research();
  module.attr("__version__") = discreet::kVersion;
  module.attr("commit") = discreet::kCommit;
  discreet::python::bind_fit(module);
  discreet::python::bind_calculator(module);
  discreet::python::bind_ledger(module);
  discreet::python::bind_models(module);
  discreet::python::bind_fairness(module);
}
