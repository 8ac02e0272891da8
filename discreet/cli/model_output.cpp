#include "discreet/cli/model_output.hpp"

#include <fmt/format.h>

#include "discreet/cli/arguments.hpp"
#include "discreet/cli/text.hpp"
#include "discreet/io/atomic_file.hpp"
#include "discreet/io/model_file.hpp"
#include "discreet/report/html.hpp"

namespace discreet {

void ModelOutput::add_options(CLI::App& app) {
  add_text(app, "--out", out, "FILE",
           "where the model goes, - for standard output; a model that is there is kept as model.1.json, and so on",
           "Output");
  add_text(app, "--report", report, "FILE", "also write an HTML page about the model", "Output");
}

Result<void> ModelOutput::refuse_clash(const Console& console) const {
  if (report == "-" && (console.json() || out == "-"))
    return wrong(Fault::usage, "--report - cannot share standard output with the model", "give the report a file name");
  return {};
}

Result<void> ModelOutput::refuse_overwriting(const std::vector<NamedPath>& read) const {
  return discreet::refuse_overwriting(
      read, {{"--out", out, OutputKind::model()}, {"--report", report, OutputKind::page("a model")}});
}

Result<void> ModelOutput::writable() const {
  for (const std::string& path : {out, report})
    if (!path.empty())
      if (const auto fine = check_writable(path); !fine) return fine;
  return {};
}

// The model is there by now, and an error says so: it has been paid for.
Result<void> ModelOutput::write_report(const Model& model, const Console& console) const {
  if (report.empty()) return {};
  const auto kept = write_keeping(report, html_report(model));
  if (kept) {
    say_kept(report, *kept, console);
    return {};
  }
  const std::string place = out == "-" ? "on standard output" : "in " + out;
  return wrong(kept.error().fault,
               fmt::format("--report: {}; the model is written and is {}", kept.error().message, place),
               fmt::format("discreet report {} --out FILE writes the page", out == "-" ? "MODEL" : out));
}

Result<void> ModelOutput::write(const Released<Model>& released, const Console& console,
                                const BesideModel& beside) const {
  const Model& model = released.value();
  if (!(console.json() && out == "-")) {
    const auto kept = write_model(out, released);
    if (!kept)
      return wrong(kept.error().fault, kept.error().message,
                   "make room or choose another --out; what this fit cost stays spent");
    say_kept(out, *kept, console);
  }
  Json answer = to_json(released);
  answer.update(beside.answer);
  if (const auto reported = write_report(model, console); !reported) {
    if (out == "-") console.answer(answer);  // the only copy of the model
    return reported;
  }
  for (const std::string& warning : warnings_about(model)) console.warn(warning);
  console.answer(answer);
  if (out == "-") return {};
  console.say(beside.before + model_text(model) + beside.after);
  console.say(fmt::format("\nThe model is in {}{}.\n", out,
                          report.empty() ? std::string() : fmt::format(", a page about it in {}", report)));
  return {};
}

}  // namespace discreet
