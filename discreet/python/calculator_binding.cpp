// account, calibrate and plan: JSON text in, JSON text out, with the fields that the command line prints.
#include <pybind11/stl.h>

#include "discreet/fit/plan_json.hpp"
#include "discreet/fit/unused.hpp"
#include "discreet/io/calculator_json.hpp"
#include "discreet/io/events_file.hpp"
#include "discreet/io/json_text.hpp"
#include "discreet/io/label_json.hpp"
#include "discreet/python/binding.hpp"

namespace py = pybind11;

namespace discreet::python {
namespace {

Result<EventsFile> read(const std::string& events, std::optional<double> delta) {
  auto file = events_from(events, "events", std::nullopt);
  if (!file) return tl::unexpected(file.error());
  if (delta) {
    if (!(*delta >= 0 && *delta < 1)) return wrong(Fault::usage, "delta is a number from 0 to below 1");
    file->delta = Delta{*delta};
  }
  return file;
}

Result<Json> account_answer(const std::string& events, std::optional<double> delta, std::optional<double> epsilon,
                            const std::string& accounting) {
  const auto asked = read(events, delta);
  if (!asked) return tl::unexpected(asked.error());
  if (epsilon) {
    if (!(*epsilon >= 0)) return wrong(Fault::usage, "epsilon is a number of at least 0");
    const auto found = delta_by(accounting, *asked, {*epsilon});
    if (!found) return tl::unexpected(found.error());
    return account_json(*asked, *found);
  }
  if (!asked->delta)
    return wrong(Fault::usage, "delta is needed: the events do not say one",
                 "a common choice is the lesser of 1e-5 and 1/n^2");
  const auto found = account_by(accounting, *asked, *asked->delta);
  if (!found) return tl::unexpected(found.error());
  return account_json(*asked, *asked->delta, *found);
}

Result<Json> calibrate_answer(const std::string& events, double epsilon, std::optional<double> delta,
                              const std::string& accounting) {
  const auto asked = read(events, delta);
  if (!asked) return tl::unexpected(asked.error());
  if (!asked->delta)
    return wrong(Fault::usage, "delta is needed: the events do not say one",
                 "a common choice is the lesser of 1e-5 and 1/n^2");
  if (!(epsilon >= 1e-12 && epsilon <= 1e6)) return wrong(Fault::usage, "epsilon is a number from 1e-12 to 1e6");
  const auto louder = louder_by(accounting, *asked, {{epsilon}, *asked->delta});
  if (!louder) return tl::unexpected(louder.error());
  return calibrate_json(*asked, *louder);
}

// Calls answer(blueprint, features) for a table of which this is public.
template <class F>
auto planned(std::size_t rows, std::vector<std::string> features, bool sparse, const std::string& target,
             const Options& options, std::size_t classes, F&& answer) {
  const PublicFacts facts = unwrap(facts_of(rows, std::move(features), sparse, target, options));
  return answer(unwrap(blueprint_of(options, facts, classes)), facts.features.size());
}

}  // namespace

void bind_calculator(py::module_& module) {
  module.def(
      "account",
      [](const std::string& events, std::optional<double> delta, std::optional<double> epsilon,
         const std::string& accounting) { return unwrap(account_answer(events, delta, epsilon, accounting)).dump(); },
      py::arg("events"), py::arg("delta"), py::arg("epsilon"), py::arg("accounting"));
  module.def(
      "judged",
      [](const std::string& privacy) {
        const Json json = unwrap(parse_json(privacy, "privacy"));
        const PrivacyLabel label = label_from(json);
        return Json{{"private", label.is_private()}, {"caveats", label.all_caveats()}, {"notices", label.all_notices()}}
            .dump();
      },
      py::arg("privacy"), "What a label says of itself, judged by its figures.");
  module.def(
      "calibrate",
      [](const std::string& events, double epsilon, std::optional<double> delta, const std::string& accounting) {
        return unwrap(calibrate_answer(events, epsilon, delta, accounting)).dump();
      },
      py::arg("events"), py::arg("epsilon"), py::arg("delta"), py::arg("accounting"));
  module.def(
      "plan",
      [](std::size_t rows, std::vector<std::string> features, const py::dict& given, bool sparse,
         const std::string& target, std::size_t classes) {
        return planned(rows, std::move(features), sparse, target, options_from(given), classes,
                       [&](const Blueprint& found, std::size_t width) { return plan_json(found, rows, width).dump(); });
      },
      py::arg("rows"), py::arg("features"), py::arg("options"), py::arg("sparse") = false, py::arg("target") = "label",
      py::arg("classes") = 0);
  module.def(
      "unused",
      [](std::size_t rows, std::vector<std::string> features, const py::dict& given, bool sparse,
         const std::string& target, std::size_t classes) {
        const Options options = options_from(given);
        return planned(rows, std::move(features), sparse, target, options, classes,
                       [&](const Blueprint& found, std::size_t) { return words_about_unused(options, found.problem); });
      },
      py::arg("rows"), py::arg("features"), py::arg("options"), py::arg("sparse") = false, py::arg("target") = "label",
      py::arg("classes") = 0, "What is said of options that the fit would not use.");
}

}  // namespace discreet::python
