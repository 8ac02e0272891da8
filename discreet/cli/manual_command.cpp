// The manual pages, written from what the parser knows.
#include <fmt/format.h>

#include <memory>

#include "discreet/base/version.hpp"
#include "discreet/cli/command.hpp"
#include "discreet/cli/option_words.hpp"
#include "discreet/io/atomic_file.hpp"

namespace discreet {
namespace {

struct ManualArguments {
  std::string out = ".";
  std::string date;
};

constexpr std::string_view kExitStatus =
    ".SH EXIT STATUS\n"
    ".TP\n.B 0\ndone\n"
    ".TP\n.B 1\ninternal failure: a defect of the program, or too little memory\n"
    ".TP\n.B 2\nwrong usage: a command, an option or its value\n"
    ".TP\n.B 3\nthe privacy budget does not cover what was asked for\n"
    ".TP\n.B 4\na precondition of privacy is not met: something data\\-dependent is neither declared nor paid for\n"
    ".TP\n.B 5\nunreadable or malformed data, model, events or ledger\n"
    ".PP\nAn error is one line on standard error that names what was given, what is allowed and what to do; with\n"
    ".B \\-\\-json\nalso an object on standard output.\n";

// Text as roff shows it: nothing is a command, and what is copied from the page can be typed.
std::string roff(std::string_view text) {
  std::string escaped;
  bool begins_line = true;
  for (const char c : text) {
    if (begins_line && (c == '.' || c == '\'')) escaped += "\\&";
    begins_line = c == '\n';
    switch (c) {
      case '\\':
        escaped += "\\e";
        break;
      case '-':
        escaped += "\\-";
        break;
      case '^':
        escaped += "\\(ha";
        break;
      case '~':
        escaped += "\\(ti";
        break;
      case '\'':
        escaped += "\\(aq";
        break;
      case '`':
        escaped += "\\(ga";
        break;
      case '"':
        escaped += "\\(dq";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

// A paragraph for each line.
std::string paragraphs(std::string_view text) {
  std::string joined;
  for (const char c : roff(text)) joined += c == '\n' ? std::string("\n.br\n") : std::string(1, c);
  return joined;
}

std::string heading(std::string_view page, const ManualArguments& arguments) {
  std::string upper;
  for (const char c : page) upper += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return fmt::format(".TH \"{}\" 1 \"{}\" \"discreet {}\" \"User Commands\"\n", roff(upper), arguments.date, kVersion);
}

std::string examples(std::string_view text) { return fmt::format(".SH EXAMPLES\n.nf\n{}\n.fi\n", roff(text)); }

std::string described(const CLI::Option& option) {
  std::string names;
  for (const std::string& name : spellings(option))
    names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", roff(name));
  if (names.empty())
    names = fmt::format("\\fI{}\\fR", roff(option.get_name()));
  else if (takes_value(option))
    names += fmt::format(" \\fI{}\\fR", roff(option.get_type_name()));
  std::string text = option.get_description();
  const std::string usual = option.get_default_str();
  if (!usual.empty()) text += fmt::format(" [default: {}]", usual);
  return fmt::format(".TP\n{}\n{}\n", names, paragraphs(text));
}

std::string options_of(const CLI::App& app) {
  std::string text = ".SH OPTIONS\n";
  std::vector<std::string> groups;
  for (const CLI::Option* option : app.get_options())
    if (std::find(groups.begin(), groups.end(), option->get_group()) == groups.end())
      groups.push_back(option->get_group());
  for (const std::string& group : groups) {
    if (group.empty()) continue;
    const bool arguments = group == "Options";  // the parser's name for those in no group
    if (!arguments) text += fmt::format(".SS {}\n", roff(group));
    for (const CLI::Option* option : app.get_options())
      if (option->get_group() == group) text += described(*option);
    if (arguments)
      text +=
          ".TP\n\\fB\\-\\-config\\fR \\fIFILE\\fR\nread options from a file of lines key = value (TOML); the command "
          "line wins\n";
  }
  return text;
}

std::string synopsis(const Command& command, const CLI::App& app) {
  std::string text = fmt::format(".SH SYNOPSIS\n.B discreet {}\n", roff(command.name));
  for (const CLI::Option* option : app.get_options()) {
    const bool placed = option->get_positional();
    const std::string name =
        placed ? fmt::format("\\fI{}\\fR", roff(option->get_name()))
               : fmt::format("\\fB{}\\fR \\fI{}\\fR", roff(option->get_name()), roff(option->get_type_name()));
    if (option->get_required())
      text += name + "\n";
    else if (placed)
      text += fmt::format("[{}]\n", name);
  }
  return text + "[\\fIOPTION\\fR]...\n";
}

std::string see_also(std::string_view self) {
  std::string text = ".SH SEE ALSO\n";
  std::string before;
  const auto add = [&](const std::string& page) {
    if (page == self) return;
    text += fmt::format("{}.BR {} (1)", before, roff(page));
    before = ",\n";
  };
  add("discreet");
  for (const std::string_view name : command_names()) add(fmt::format("discreet-{}", name));
  return text + "\n";
}

std::string page_of(const Command& command, const CLI::App& app, const ManualArguments& arguments) {
  const std::string page = fmt::format("discreet-{}", command.name);
  return heading(page, arguments) + fmt::format(".SH NAME\n{} \\- {}\n", roff(page), roff(command.summary)) +
         synopsis(command, app) + examples(command.examples) + options_of(app) + std::string(kExitStatus) +
         see_also(page);
}

std::string first_page(const ManualArguments& arguments) {
  std::string text = heading("discreet", arguments) +
                     ".SH NAME\ndiscreet \\- linear models under differential privacy\n"
                     ".SH SYNOPSIS\n.B discreet\n\\fICOMMAND\\fR\n[\\fIARGUMENT\\fR]...\n.br\n.B discreet\n"
                     "\\fICOMMAND\\fR\n.B \\-\\-help\n.br\n.B discreet \\-\\-version\n"
                     ".SH DESCRIPTION\nTrains lasso, ridge, elastic net, logistic and other linear models on sensitive "
                     "data under differential privacy. Every model says in its file what it cost in privacy, and the "
                     "budget of a dataset can be kept in a ledger.\n.SH COMMANDS\n";
  for (const Command& command : all_commands())
    if (!command.hidden)
      text += fmt::format(".TP\n.BR discreet\\-{} (1)\n{}\n", roff(command.name), roff(command.summary));
  return text + examples("  discreet fit synthetic:clinic --loss logistic --epsilon 1\n  discreet fit --help") +
         std::string(kExitStatus) + see_also("discreet");
}

Result<void> run(const ManualArguments& arguments, const Console& console) {
  CLI::App app;
  Action unused;
  declare_commands(app, unused);
  const auto write = [&](const std::string& page, const std::string& text) {
    return write_whole(fmt::format("{}/{}.1", arguments.out, page), text);
  };
  std::size_t pages = 1;
  for (const Command& command : all_commands()) {
    if (command.hidden) continue;
    const CLI::App& sub = *app.get_subcommand(std::string(command.name));
    if (const auto written = write(fmt::format("discreet-{}", command.name), page_of(command, sub, arguments));
        !written)
      return written;
    ++pages;
  }
  console.answer({{"pages", pages}, {"out", arguments.out}});
  return write("discreet", first_page(arguments));
}

}  // namespace

Action setup_manual(CLI::App& app) {
  auto arguments = std::make_shared<ManualArguments>();
  app.add_option("--out", arguments->out, "the folder for the pages")->type_name("DIR");
  app.add_option("--date", arguments->date, "at the foot of the pages")->type_name("DATE");
  return [arguments](const Console& console) { return run(*arguments, console); };
}

}  // namespace discreet
