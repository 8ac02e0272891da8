#include <fmt/format.h>
#include <fmt/ranges.h>

#include "discreet/cli/completion.hpp"

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

}  // namespace discreet
