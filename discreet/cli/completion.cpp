#include "discreet/cli/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace discreet {
namespace {

// Readline cuts words at = and at :, so --loss=log is three words and synthetic:cli is another three.
constexpr std::string_view kBefore = R"(# bash completion of discreet; made by `discreet completion bash`
_discreet() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= options= flags= words= files= place=0 at
  if [[ $cur == = ]]; then cur=
  elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    [[ ${COMP_WORDS[at]} != -* ]] && command=${COMP_WORDS[at]} && break
  done
  COMPREPLY=()
)";
constexpr std::string_view kBetween =
    R"(  # Which argument it is: those that are options, or values of options, are not counted.
  for ((at++; at < COMP_CWORD; at++)); do
    case ${COMP_WORDS[at]} in
      =|:) ((at++)) ;;
      -*) [[ " $flags " == *" ${COMP_WORDS[at]} "* || ${COMP_WORDS[at+1]} == = ]] || ((at++)) ;;
      *) ((place++)) ;;
    esac
  done
  if [[ $cur == : || $prev == : ]]; then
    # Behind a colon: the rest of a word that has one, or the path of public:FILE.
    local stem=${COMP_WORDS[COMP_CWORD-1]} typed=
    [[ $prev == : ]] && stem=${COMP_WORDS[COMP_CWORD-2]} typed=$cur
    if [[ $stem == synthetic ]]; then
      COMPREPLY=($(compgen -W "$synthetic" -- "$typed"))
    else
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -f -- "$typed"))
    fi
    return
  fi
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
    return
  fi
)";
constexpr std::string_view kAfter = R"(  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY+=($(compgen -f -- "$cur"))
  fi
  # A number or a file follows a colon.
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *: ]] && compopt -o nospace 2>/dev/null
}
complete -F _discreet discreet
)";

std::string answer(const OptionWords& words) {
  return fmt::format("words='{}'{}", fmt::join(words.words, " "), words.files ? " files=yes" : "");
}

}  // namespace

std::string bash_completion(const CompletionTable& table) {
  std::string names, options, values, places, synthetic;
  for (const CompletedCommand& command : table) {
    names += (names.empty() ? "" : " ") + command.name;
    std::string all, flags;
    for (const CompletedOption& option : command.options)
      for (const std::string& name : option.names) {
        all += " " + name;
        if (!option.takes_value) flags += " " + name;
        if (option.takes_value) values += fmt::format("    {}:{}) {} ;;\n", command.name, name, answer(option.words));
      }
    options += fmt::format("    {}) options='{}' flags='{}' ;;\n", command.name, all.substr(1), flags.substr(1));
    for (std::size_t k = 0; k < command.places.size(); ++k) {
      places += fmt::format("    {}:{}) {} ;;\n", command.name, k, answer(command.places[k].words));
      for (const std::string& word : command.places[k].words.words)
        if (command.name == "fit" && word.starts_with("synthetic:")) synthetic += " " + word.substr(10);
    }
  }
  return std::string(kBefore) + fmt::format("  local synthetic='{}'\n  case $command in\n", synthetic.substr(1)) +
         options + fmt::format("    *) options='--help --version' ;;\n  esac\n") + std::string(kBetween) +
         "  case $command:$prev in\n" + values +
         fmt::format("    :*) words='{}' ;;\n    *)\n      case $command:$place in\n", names) + places +
         "      esac ;;\n  esac\n" + std::string(kAfter);
}

// zsh and fish complete from descriptions.
namespace {

// `text` with a backslash before each of `special`.
std::string escaped(std::string_view text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) != special.npos) result += '\\';
    result += c;
  }
  return result;
}

// Inside single quotes of zsh.
std::string single_quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string zsh_values(const OptionWords& words) {
  std::string listed;
  for (const std::string& word : words.words) listed += (listed.empty() ? "" : " ") + escaped(word, ":\\");
  if (words.files && listed.empty()) return "_files";
  if (words.files) return fmt::format("{{compadd -- {}; _files}}", escaped(listed, "'"));
  return listed.empty() ? " " : fmt::format("({})", listed);
}

std::string zsh_arguments(const CompletedCommand& command) {
  std::string text;
  for (const CompletedOption& option : command.options)
    for (const std::string& name : option.names) {
      std::string spec = fmt::format("*{}{}[{}]", name, option.takes_value && name.starts_with("--") ? "=" : "",
                                     escaped(option.help, ":[]\\"));
      if (option.takes_value)
        spec += fmt::format(":{}:{}", escaped(option.names.back(), ":"), zsh_values(option.words));
      text += fmt::format(" \\\n        {}", single_quoted(spec));
    }
  for (std::size_t k = 0; k < command.places.size(); ++k)
    text += fmt::format(" \\\n        {}", single_quoted(fmt::format("{}:{}:{}", k + 1, command.places[k].names[0],
                                                                     zsh_values(command.places[k].words))));
  return text;
}

}  // namespace

std::string zsh_completion(const CompletionTable& table) {
  std::string commands, cases;
  for (const CompletedCommand& command : table) {
    commands += fmt::format("    {}\n", single_quoted(fmt::format("{}:{}", command.name, escaped(command.help, ":"))));
    cases += fmt::format("    {})\n      _arguments{} ;;\n", command.name, zsh_arguments(command));
  }
  return fmt::format(R"(#compdef discreet
# zsh completion of discreet; made by `discreet completion zsh`
_discreet() {{
  local -a commands
  commands=(
{})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
}}
if [[ $funcstack[1] == _discreet ]]; then
  _discreet "$@"
else
  compdef _discreet discreet
fi
)",
                     commands, cases);
}

std::string fish_completion(const CompletionTable& table) {
  std::string text = "# fish completion of discreet; made by `discreet completion fish`\ncomplete -c discreet -f\n";
  const auto plain = [](std::string_view help) { return "'" + escaped(help, "'\\") + "'"; };
  for (const CompletedCommand& command : table) {
    text +=
        fmt::format("complete -c discreet -n __fish_use_subcommand -a {} -d {}\n", command.name, plain(command.help));
    const std::string when = fmt::format("complete -c discreet -n '__fish_seen_subcommand_from {}'", command.name);
    for (const CompletedOption& place : command.places) {
      if (place.words.files) text += when + " -F\n";
      if (!place.words.words.empty()) text += fmt::format("{} -a '{}'\n", when, fmt::join(place.words.words, " "));
    }
    for (const CompletedOption& option : command.options) {
      std::string line = when;
      for (const std::string& name : option.names)
        line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (option.takes_value) line += option.words.files ? " -r -F" : " -x";
      if (!option.words.words.empty()) line += fmt::format(" -a '{}'", fmt::join(option.words.words, " "));
      text += fmt::format("{} -d {}\n", line, plain(option.help));
    }
  }
  return text;
}

}  // namespace discreet
