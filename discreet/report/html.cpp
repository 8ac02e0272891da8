#include "discreet/report/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
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

std::string certainty_in_short(const PrivacyLabel& label) {
  const bool known = std::isfinite(label.mu.value) && !label.trials;
  const double chance = known ? chance_of_more(label.mu, label.spent) : label.budget.delta.value;
  return chance > 0 ? fmt::format("of anybody, but for {}{}; 50 % is no idea", known ? "" : "a failure of probability ",
                                  chance_in_words(chance))
                    : std::string("of anybody; 50 % is no idea");
}

std::string hidden_in_short(Neighbours relation) {
  switch (relation) {
    case Neighbours::replace_one:
      return "everything in it";
    case Neighbours::zero_out:
      return "what it contributes";
    case Neighbours::add_remove:
      return "whether it is there";
  }
  return {};
}

// What somebody has to know who reads nothing else.
std::string in_three_lines(const PrivacyLabel& label) {
  const bool holds = label.is_private();
  return fmt::format(
      "<dl class=\"plain brief\">\n<dt>Protected</dt><dd>{}</dd>\n<dt>How strongly</dt><dd>{}</dd>\n"
      "<dt>Not protected</dt><dd>{} <a href=\"#unprotected\">What is not protected</a></dd>\n</dl>\n",
      holds ? fmt::format("{}{}. {}", static_cast<char>(std::toupper(protected_by(label.plan.neighbours)[0])),
                          protected_by(label.plan.neighbours).substr(1), kRow)
            : std::string("Nothing."),
      holds ? escaped(strength_in_words(label)) : std::string("Not at all."),
      holds ? "What holds for people in general, people with several rows, and more:" : "Everything in the data.");
}

std::string weights_that_count(const Model& model) {
  const auto zeros = std::count(model.weights.begin(), model.weights.end(), 0.0);
  const std::size_t all = model.weights.size();
  if (zeros == 0) return fmt::format("{} weight{}", all, all == 1 ? "" : "s");
  return fmt::format("{} of {} weights", all - static_cast<std::size_t>(zeros), all);
}

std::string opening(const Model& model) {
  const PrivacyLabel& label = model.privacy;
  const bool holds = label.is_private();
  std::string text = verdict(label);
  const std::size_t stop = text.find('.') + 1;
  std::string html;
  for (const Warning& warning : model.warnings)
    html += fmt::format("<p class=\"note\"><strong>{}:</strong> {}</p>\n", escaped(heading_of(warning)),
                        escaped(sentence(warning.text)));
  html += fmt::format("<p class=\"verdict{}\"><strong>{}</strong>{}</p>\n",
                      !holds           ? " bad"
                      : is_weak(label) ? " weak"
                                       : "",
                      escaped(text.substr(0, stop)), escaped(text.substr(stop)));
  for (const std::string& caveat : label.all_caveats())
    html += fmt::format("<p class=\"warning\"><strong>Not private:</strong> {}</p>\n", escaped(caveat));
  for (const std::string& notice : label.all_notices())
    html += fmt::format("<p class=\"note\"><strong>Note:</strong> {}</p>\n", escaped(notice));
  html += in_three_lines(label);
  html += "<dl class=\"facts\">";
  html += card("Epsilon", std::isinf(label.spent.value) ? "infinite" : fmt::format("{:.4g}", label.spent.value),
               fmt::format("{}; {} was asked for", holds ? "proved" : "not proved",
                           fmt::format("{:.4g}", label.budget.epsilon.value)));
  if (label.claimed)
    html +=
        card("Claimed epsilon", fmt::format("{:.4g}", label.claimed->value), "by the publication; not what is proved");
  html += card("Delta", fmt::format("{:.3g}", label.budget.delta.value), chance_in_words(label.budget.delta.value));
  if (holds) html += card("Certainty, at most", percent_sure(label.spent.value), certainty_in_short(label));
  html +=
      card("Protects", holds ? "one row" : "nothing", holds ? hidden_in_short(label.plan.neighbours) : "no guarantee");
  html += card("Learnt", learnt_nothing(model) ? "nothing" : weights_that_count(model),
               "by " + solver_name(model) + (model.origin.data.empty() ? "" : " from " + model.origin.data));
  return html + "</dl>\n";
}

Section label_section(const Model& model) {
  std::string body =
      "<p>In the order of the questions of NIST SP 800-226, Guidelines for Evaluating Differential Privacy "
      "Guarantees.</p>\n";
  for (const Answer& answer : nist_answers(model)) {
    body += fmt::format("<h3 id=\"q-{}\">{}</h3>\n", answer.id, escaped(answer.question));
    for (const std::string& paragraph : answer.paragraphs) body += fmt::format("<p>{}</p>\n", escaped(paragraph));
  }
  return {"label", "Privacy label", body};
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

constexpr std::size_t kMostBounds = 100;

// A bound of one column is declared by its name; a file may have declared any of them.
std::string where_bounds_come_from(const Model& model, const std::string& feature) {
  for (const PublicFact& fact : model.privacy.facts)
    if (fact.what == "bounds") {
      if (fact.source.starts_with(feature + "=")) return "declared";
      if (fact.source.find('=') == fact.source.npos) return "declared or found with noise";
    }
  return model.privacy.is_private() ? "found with noise" : "not declared";
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
    line("solver: " + key, std::holds_alternative<double>(value) ? fmt::format("{:.4g}", std::get<double>(value))
                                                                 : std::get<std::string>(value));
  for (std::size_t k = 0; k < std::min(kMostBounds, model.bounds.size()); ++k) {
    const Model::Bounds& bounds = model.bounds[k];
    line("bounds of " + bounds.feature,
         fmt::format("{:.4g} to {:.4g}, {}", bounds.low, bounds.high, where_bounds_come_from(model, bounds.feature)));
  }
  if (model.bounds.size() > kMostBounds)
    line("more bounds", fmt::format("{}, in the model file", model.bounds.size() - kMostBounds));
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
  page.subject = "a model";
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
