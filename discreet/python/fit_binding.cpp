#include <pybind11/stl.h>

#include "discreet/data/arrays.hpp"
#include "discreet/fit/softmax.hpp"
#include "discreet/io/model_file.hpp"
#include "discreet/python/binding.hpp"
#include "discreet/python/callback.hpp"

namespace py = pybind11;

namespace discreet::python {
namespace {

template <class T>
ArrayView<T> view_of(const py::array& array) {
  const auto step = [&](py::ssize_t axis) { return array.strides(axis) / static_cast<py::ssize_t>(sizeof(T)); };
  return {static_cast<const T*>(array.data()), static_cast<std::size_t>(array.shape(0)),
          static_cast<std::size_t>(array.shape(1)), step(0), step(1)};
}

using Labels = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Indices = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;

std::span<const double> span_of(const Labels& labels) {
  return {labels.data(), static_cast<std::size_t>(labels.size())};
}

bool is_single(const py::array& array) { return py::isinstance<py::array_t<float>>(array); }

// What is fitted and how it is called.
struct Asked {
  Options options;
  std::string called;
  std::vector<std::string> classes;  // at once; none for two classes or numbers
};

Result<std::vector<std::string>> texts(const Dataset& data, const Asked& asked, Progress& progress) {
  std::vector<std::string> models;
  if (asked.classes.empty()) {
    const auto found = fit(data, asked.options, progress);
    if (!found) return tl::unexpected(found.error());
    models.push_back(to_json(*found).dump(1) + "\n");
    return models;
  }
  const auto found = fit_softmax(data, asked.options, asked.classes, progress);
  if (!found) return tl::unexpected(found.error());
  for (const Released<Model>& model : *found) models.push_back(to_json(model).dump(1) + "\n");
  return models;
}

// Runs while the caller's arrays, which the dataset may point into, are held by the caller.
template <class Seal>
std::vector<std::string> fitted(const Seal& seal, const Asked& asked, const py::object& progress) {
  Callback callback(progress);
  return unwrap([&]() -> Result<std::vector<std::string>> {
    const py::gil_scoped_release unlocked;
    auto data = seal();
    if (!data) return tl::unexpected(data.error());
    data->schema.source = asked.called;
    return texts(*data, asked, callback);
  }());
}

// Several classes are told apart by their numbers, which nothing may change on the way.
IngestRules rules_for(const Asked& asked, const ArrayNames& names) {
  IngestRules rules = unwrap(ingest_rules(asked.options));
  if (rules.task == Task::classification && asked.classes.empty() && !names.classes)
    raise({Fault::usage, "the two classes have no names", "give classes=(negative, positive), and labels -1 and +1"});
  if (asked.classes.empty()) return rules;
  if (rules.standardise || rules.bounds.contains(names.target))
    raise({Fault::usage, "several classes at once take no --standardise and no bounds of the target",
           "leave them out, or fit one class against the rest"});
  rules.task = Task::regression;
  return rules;
}

std::vector<std::string> fit_array(const py::array& x, const Labels& y, const py::dict& given, const ArrayNames& names,
                                   const std::string& called, const py::object& progress,
                                   std::vector<std::string> classes) {
  const Asked asked{options_from(given), called, std::move(classes)};
  const IngestRules rules = rules_for(asked, names);
  if (x.ndim() != 2 || y.ndim() != 1 || x.shape(0) != y.shape(0))
    raise({Fault::data, "rows and labels are a table and a column of the same length", ""});
  if (is_single(x))
    return fitted([&, view = view_of<float>(x)] { return seal_array(view, span_of(y), names, rules); }, asked,
                  progress);
  if (!py::isinstance<py::array_t<double>>(x)) raise({Fault::data, "an array of float32 or float64 is expected", ""});
  return fitted([&, view = view_of<double>(x)] { return seal_array(view, span_of(y), names, rules); }, asked, progress);
}

std::vector<std::string> fit_sparse(const py::array& values, const Indices& indices, const Indices& starts,
                                    std::size_t columns, const Labels& y, const py::dict& given,
                                    const ArrayNames& names, const std::string& called, const py::object& progress,
                                    std::vector<std::string> classes) {
  const Asked asked{options_from(given), called, std::move(classes)};
  const IngestRules rules = rules_for(asked, names);
  if (starts.size() != y.size() + 1 || values.size() != indices.size())
    raise({Fault::data, "rows and labels are of the same length", ""});
  const auto with = [&]<class T>(const T* first) {
    const CompressedRows<T> rows{{first, static_cast<std::size_t>(values.size())},
                                 {indices.data(), static_cast<std::size_t>(indices.size())},
                                 {starts.data(), static_cast<std::size_t>(starts.size())},
                                 columns};
    return fitted([&] { return seal_rows(rows, span_of(y), names, rules); }, asked, progress);
  };
  if (is_single(values)) return with(static_cast<const float*>(values.data()));
  if (!py::isinstance<py::array_t<double>>(values))
    raise({Fault::data, "values of float32 or float64 are expected", ""});
  return with(static_cast<const double*>(values.data()));
}

}  // namespace

void bind_fit(py::module_& module) {
  py::class_<ArrayNames>(module, "Names")
      .def(py::init([](std::vector<std::string> features, std::string target, py::object classes) {
             ArrayNames names{std::move(features), std::move(target), std::nullopt};
             if (!classes.is_none()) names.classes = classes.cast<std::array<std::string, 2>>();
             return names;
           }),
           py::arg("features"), py::arg("target"), py::arg("classes") = py::none());
  module.def("fit_array", fit_array, py::arg("x"), py::arg("y"), py::arg("options"), py::arg("names"),
             py::arg("source") = "", py::arg("progress") = py::none(), py::arg("classes") = std::vector<std::string>(),
             "The model files, as text, that the options give for a dense array: one, or with classes one for each.");
  module.def("fit_sparse", fit_sparse, py::arg("values"), py::arg("indices"), py::arg("starts"), py::arg("columns"),
             py::arg("y"), py::arg("options"), py::arg("names"), py::arg("source") = "",
             py::arg("progress") = py::none(), py::arg("classes") = std::vector<std::string>(),
             "The same for compressed rows.");
  module.def(
      "is_borrowed",
      [](const py::array& x, const py::dict& given) {
        const IngestRules rules = unwrap(ingest_rules(options_from(given)));
        return is_single(x) ? is_borrowed(view_of<float>(x), rules) : is_borrowed(view_of<double>(x), rules);
      },
      "Whether a fit would use the array's memory where it is.");
  module.def("option_names", [] {
    std::vector<std::string> names;
    for (const OptionRow& row : option_table()) names.emplace_back(row.name);
    return names;
  });
}

}  // namespace discreet::python
