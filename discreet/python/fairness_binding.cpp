// Fairness of rows in memory: models and options as text, JSON text out, as the command line prints it.
#include <pybind11/stl.h>

#include <map>

#include "discreet/data/arrays.hpp"
#include "discreet/fairness/output.hpp"
#include "discreet/fairness/request.hpp"
#include "discreet/fit/evaluate.hpp"
#include "discreet/io/json_text.hpp"
#include "discreet/loss/softmax.hpp"
#include "discreet/python/binding.hpp"

namespace py = pybind11;

namespace discreet::python {
namespace {

using Table = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Texts = std::vector<std::string>;

std::vector<Model> models_of(const Texts& texts) {
  std::vector<Model> models;
  for (const std::string& text : texts) {
    models.push_back(unwrap(model_from_json(unwrap(parse_json(text, "model")), "model")));
    Model named = models.back();
    if (named.loss == Softmax::name) named.loss = "logistic";  // only its scores are asked for
    unwrap(check_names(named));
  }
  return models;
}

FairnessRequest request_of(const std::map<std::string, std::string>& given, const Texts& values) {
  FairnessRequest request;
  request.groups = values;
  request.options.solver.clear();
  const std::map<std::string, std::string*> fields{{"group", &request.group},
                                                   {"edges", &request.edges},
                                                   {"measure", &request.measure},
                                                   {"desirable", &request.desirable},
                                                   {"zeta", &request.zeta},
                                                   {"distance", &request.distance},
                                                   {"confidence", &request.confidence},
                                                   {"bound_epsilon", &request.bound_epsilon},
                                                   {"bound_delta", &request.bound_delta},
                                                   {"rows", &request.rows},
                                                   {"epsilon", &request.options.epsilon},
                                                   {"delta", &request.options.delta},
                                                   {"neighbours", &request.options.neighbours},
                                                   {"noise", &request.options.noise},
                                                   {"ledger", &request.options.ledger},
                                                   {"dataset", &request.options.dataset}};
  for (const auto& [name, value] : given) {
    if (name == "other_data") {
      if (value != "0" && value != "1") raise({Fault::usage, "other_data is True or False", ""});
      request.options.other_data = value == "1";
      continue;
    }
    const auto field = fields.find(name);
    if (field == fields.end()) raise({Fault::usage, "there is no option '" + name + "' of fairness", ""});
    *field->second = value;
  }
  return request;
}

// Columns are the model's features in its order; labels are -1 and +1, or the number of the class.
std::string fairness(const Texts& models, const Texts& reference, const Table& x, const Table& y, const Texts& groups,
                     const std::map<std::string, std::string>& given, const Texts& values) {
  const FairnessSubject subject = unwrap(fairness_subject(models_of(models), models_of(reference)));
  const FairnessRequest request = request_of(given, values);
  unwrap(check(request, subject));
  const GroupColumn column = unwrap(group_column(groups, unwrap(group_rules(request, subject))));
  IngestRules rules = rules_for(subject.first(), true);
  ArrayNames names{std::exchange(rules.features, {}), subject.first().target, std::nullopt};
  if (subject.classes.size() == 2)
    names.classes = std::array{subject.classes[0], subject.classes[1]};
  else
    rules.task = Task::regression, rules.classes.reset();
  if (x.ndim() != 2 || static_cast<std::size_t>(x.shape(1)) != names.features.size() || x.shape(0) != y.size() ||
      static_cast<std::size_t>(y.size()) != groups.size())
    raise({Fault::data, "rows, labels and groups are of the same length, and there is a column for each feature", ""});
  const auto n = static_cast<std::size_t>(x.shape(0)), p = static_cast<std::size_t>(x.shape(1));
  const Dataset data = unwrap(
      seal_array(ArrayView<double>{x.data(), n, p, static_cast<std::ptrdiff_t>(p), 1}, {y.data(), n}, names, rules));
  const FairnessAnswer found = unwrap(answer(request, subject, data, column));
  return std::visit([](const auto& shown) { return to_json(shown).dump(); }, found);
}

}  // namespace

void bind_fairness(py::module_& module) {
  module.def("fairness", fairness, py::arg("models"), py::arg("reference"), py::arg("x"), py::arg("y"),
             py::arg("groups"), py::arg("options"), py::arg("values"));
}

}  // namespace discreet::python
