#include <fmt/format.h>

#include "discreet/accounting/event_text.hpp"
#include "discreet/report/label.hpp"
#include "discreet/report/page.hpp"
#include "discreet/report/words.hpp"

namespace discreet {
namespace {

// Text that is text, whatever it looks like.
std::string plain(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n' || c == '\r') {
      result += ' ';
      continue;
    }
    if (std::string_view("\\`*_[]<>|#~$").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

// A fence longer than any run of backticks in what it holds.
std::string fenced(const std::string& text) {
  std::size_t run = 0, longest = 2;
  for (const char c : text) longest = std::max(longest, run = c == '`' ? run + 1 : 0);
  const std::string fence(longest + 1, '`');
  return fmt::format("{0}sh\n{1}\n{0}\n", fence, text);
}

}  // namespace

std::string markdown_label(const Model& model) {
  const PrivacyLabel& label = model.privacy;
  std::string text = fmt::format("# Privacy label: {}\n\n", plain(title_of(model)));
  for (const Warning& warning : model.warnings)
    text += fmt::format("> **{}:** {}\n\n", plain(heading_of(warning)), plain(sentence(warning.text)));
  text += fmt::format("**{}**\n\n", plain(verdict(label)));
  for (const std::string& caveat : label.all_caveats()) text += fmt::format("> **Not private:** {}\n\n", plain(caveat));
  for (const std::string& notice : label.all_notices()) text += fmt::format("> **Note:** {}\n\n", plain(notice));
  text += "| what | value |\n|---|---|\n";
  const auto line = [&](std::string_view what, std::string_view value) {
    text += fmt::format("| {} | {} |\n", what, plain(value));
  };
  line("epsilon spent", fmt::format("{}", label.spent.value));
  line("epsilon budget", fmt::format("{}", label.budget.epsilon.value));
  if (label.claimed) line("epsilon claimed by the publication", fmt::format("{}", label.claimed->value));
  line("delta", fmt::format("{}", label.budget.delta.value));
  line("mu", label.has_mu() ? fmt::format("{}", label.mu.value) : "none: not every release is Gaussian");
  line("neighbours", name(label.plan.neighbours));
  if (label.rows) line("rows, as is public", fmt::format("{}", *label.rows));
  line("unit", "row");
  line("accountant", label.accountant);
  line("solver", solver_name(model));
  line("noise generator", label.noise);
  line("program", fmt::format("discreet {} ({})", model.origin.version, model.origin.commit));
  text += "\n## How it predicts\n";
  for (const std::string& sentence : prediction_in_words(model)) text += fmt::format("\n{}\n", plain(sentence));
  text +=
      "\n## Releases\n\n| asked of the data | times | numbers each | noise | share of the budget "
      "|\n|---|---:|---:|---|---:|\n";
  for (std::size_t k = 0; k < label.plan.lines.size(); ++k) {
    const PlanLine& event = label.plan.lines[k];
    text += fmt::format("| {} | {} | {} | {} | {:.1f} % |\n", plain(event.what), event.groups, event.numbers,
                        plain(noise_in_words(event.event)), 100 * label.shares[k]);
  }
  text += "\n## Questions of NIST SP 800-226\n";
  for (const Answer& answer : nist_answers(model)) {
    text += fmt::format("\n### {}\n", answer.question);
    for (const std::string& paragraph : answer.paragraphs) text += fmt::format("\n{}\n", plain(paragraph));
  }
  text += "\n## Not protected\n\n";
  for (const std::string& item : not_protected(model)) text += fmt::format("- {}\n", plain(item));
  if (const std::string command = command_line(model.origin); !command.empty())
    text += "\n## How to reproduce\n\n" + fenced(command);
  return text;
}

}  // namespace discreet
