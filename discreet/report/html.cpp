#include "discreet/report/html.hpp"

#include <fmt/format.h>

#include <cmath>

#include "discreet/base/version.hpp"
#include "discreet/io/model_file.hpp"
#include "discreet/report/label.hpp"
#include "discreet/report/model_sections.hpp"
#include "discreet/report/page.hpp"
#include "discreet/report/words.hpp"

namespace discreet {
namespace {

std::string card(std::string_view what, const std::string& value, const std::string& small) {
  return fmt::format("<div><dt>{}</dt><dd>{}<small>{}</small></dd></div>", what, escaped(value), escaped(small));
}

std::string opening(const Model& model) {
  const PrivacyLabel& label = model.privacy;
  const bool holds = label.is_private();
  std::string text = verdict(label);
  const std::size_t stop = text.find('.') + 1;
  std::string html = fmt::format("<p class=\"verdict{}\"><strong>{}</strong>{}</p>\n",
                                 !holds           ? " bad"
                                 : is_weak(label) ? " weak"
                                                  : "",
                                 escaped(text.substr(0, stop)), escaped(text.substr(stop)));
  for (const std::string& caveat : label.caveats)
    html += fmt::format("<p class=\"warning\"><strong>Not private:</strong> {}</p>\n", escaped(caveat));
  for (const std::string& notice : label.notices)
    html += fmt::format("<p class=\"note\"><strong>Note:</strong> {}</p>\n", escaped(notice));
  if (holds) html += fmt::format("<p class=\"lead\">{}</p>\n", escaped(strength_in_words(label)));
  html += "<dl class=\"facts\">";
  html += card("Epsilon", std::isinf(label.spent.value) ? "infinite" : fmt::format("{:.4g}", label.spent.value),
               fmt::format("{}; budget {}", holds ? "proved" : "not proved", short_number(label.budget.epsilon.value)));
  if (label.claimed)
    html +=
        card("Claimed epsilon", fmt::format("{:.4g}", label.claimed->value), "by the publication; not what is proved");
  html += card("Delta", fmt::format("{:.3g}", label.budget.delta.value), chance_in_words(label.budget.delta.value));
  if (holds) html += card("Certainty, at most", percent_sure(label.spent.value), "of anybody; 50 % is no idea");
  html += card("Protects", holds ? "one row" : "nothing", std::string(name(label.plan.neighbours)));
  html += card("Learnt", fmt::format("{} weights", model.weights.size()),
               "by " + solver_name(model) + (model.origin.data.empty() ? "" : " from " + model.origin.data));
  return html + "</dl>\n";
}

Section label_section(const Model& model) {
  std::string body =
      "<p>In the order of the questions of NIST SP 800-226, Guidelines for Evaluating Differential Privacy "
      "Guarantees.</p>\n<dl class=\"answers\">\n";
  for (const Answer& answer : nist_answers(model)) {
    body += fmt::format("<dt id=\"q-{}\">{}</dt>\n", answer.id, escaped(answer.question));
    for (const std::string& paragraph : answer.paragraphs) body += fmt::format("<dd>{}</dd>\n", escaped(paragraph));
  }
  return {"label", "Privacy label", body + "</dl>\n"};
}

Section unprotected_section(const Model& model) {
  std::string items;
  for (const std::string& item : not_protected(model)) items += fmt::format("<li>{}</li>\n", escaped(item));
  const std::string first =
      model.privacy.is_private()
          ? "<p>Differential privacy hides one row among the others. It does not hide these:</p>\n"
          : "<p><strong>Nothing is protected by this model.</strong> Even a private one would not hide these:</p>\n";
  return {"unprotected", "What is not protected", first + "<ul>\n" + items + "</ul>\n"};
}

Section reproduce_section(const Model& model) {
  const std::string command = command_line(model.origin);
  std::string body =
      command.empty()
          ? std::string("<p>The model file does not record how it was made.</p>\n")
          : fmt::format(
                "<p>This command trains such a model again. Its noise is drawn afresh, so the weights come out "
                "differently, "
                "by about as much as the noise; and a second run on the same rows is a second release, which costs its "
                "budget once more.</p>\n<pre class=\"command\"><code>{}</code></pre>\n",
                escaped(command));
  body += "<h3>As it was trained</h3>\n<dl class=\"plain\">\n";
  const auto line = [&](std::string_view what, const std::string& value) {
    body += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped(what), escaped(value));
  };
  line("program", fmt::format("discreet {} ({})", model.origin.version, model.origin.commit));
  line("data", model.origin.data.empty() ? "not recorded" : model.origin.data);
  for (const auto& [key, value] : model.solver)
    line("solver: " + key,
         std::holds_alternative<double>(value) ? short_number(std::get<double>(value)) : std::get<std::string>(value));
  for (const Model::Bounds& bounds : model.bounds)
    line("bounds of " + bounds.feature, fmt::format("{} to {}", short_number(bounds.low), short_number(bounds.high)));
  return {"reproduce", "How to reproduce", body + "</dl>\n"};
}

Section figures_section(const Model& model) {
  return {
      "figures", "All figures in full",
      fmt::format(
          "<p>The privacy label with all digits, for other programs (<code>discreet report --format yaml</code>).</p>\n"
          "<details><summary>Privacy label as YAML</summary>\n<pre tabindex=\"0\"><code>{}</code></pre>\n</details>\n",
          escaped(yaml_label(model)))};
}

}  // namespace

std::string html_report(const Model& model) {
  Page page;
  page.title = title_of(model);
  page.opening = opening(model);
  page.sections = {learnt_section(model, page.charts),
                   cost_section(model.privacy, page.charts),
                   epsilon_section(model.privacy, page.charts),
                   label_section(model),
                   unprotected_section(model),
                   reproduce_section(model),
                   figures_section(model)};
  page.data = {{"privacy", privacy_json(model.privacy)}};
  page.closing =
      fmt::format("<p>Made by discreet {} ({}). This page asks the network for nothing.</p>\n", kVersion, kCommit);
  return html_of(page);
}

}  // namespace discreet
