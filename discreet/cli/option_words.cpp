#include "discreet/cli/option_words.hpp"

#include <algorithm>

#include "discreet/accounting/accountants.hpp"
#include "discreet/audit/canary.hpp"
#include "discreet/base/split.hpp"
#include "discreet/cli/command.hpp"
#include "discreet/data/synthetic.hpp"
#include "discreet/fairness/measures.hpp"
#include "discreet/loss/all.hpp"
#include "discreet/penalty/all.hpp"
#include "discreet/solver/all.hpp"
#include "discreet/solver/order.hpp"

namespace discreet {
namespace {

using Words = std::vector<std::string>;

// The names of a list; with a colon where a number must follow.
template <class List>
Words names_in(Words words = {}) {
  List::each([&]<class T>(std::type_identity<T>) {
    bool needs_number = false;
    if constexpr (requires { T::parameters; })
      needs_number = !T::parameters.empty() && !T::parameters[0].otherwise.has_value();
    words.push_back(std::string(T::name) + (needs_number ? ":" : ""));
  });
  return words;
}

template <class Range>
Words named(const Range& things, const std::string& before = {}) {
  Words words;
  for (const auto& thing : things) words.push_back(before + std::string(thing.name));
  return words;
}

Words orders() {
  Words words = names_in<AllOrders>({"auto"});
  std::replace(words.begin(), words.end(), std::string("weighted"), std::string("weighted:"));
  return words;
}

Words canaries() {
  Words words = named(all_canaries());
  words.insert(words.begin(), {"worst", "all"});
  return words;
}

Words words_of_names(const std::vector<std::string_view>& names) { return {names.begin(), names.end()}; }

struct Entry {
  std::string_view commands;  // those whose option it is; empty for all
  std::string_view option;
  Words words;
};

// Options that take a word out of a list. A test holds each list against what the program says when it is given
// another.
const std::vector<Entry>& entries() {
  static const std::vector<Entry> all{
      {"", "--loss", names_in<EveryLoss>()},
      {"", "--penalty", names_in<AllPenalties>()},
      {"", "--solver", names_in<AllSolvers>({"auto"})},
      {"", "--order", orders()},
      {"", "--precision", {"float64", "float32"}},
      {"", "--standardise", {"none", "from-data"}},
      {"", "--neighbours", {"replace-one", "zero-out", "add-remove"}},
      {"account calibrate", "--accounting", words_of_names(accountant_names())},
      {"", "--accounting", {"tight", "rdp", "zcdp", "paper"}},
      {"", "--noise", {"secure", "seeded:"}},
      {"", "--clip-rule", {"auto", "ball", "smoothness", "uniform"}},
      {"audit", "--smoothness", {"flat", "private", "public:"}},
      {"", "--smoothness", {"private", "public:", "from-data"}},
      {"", "--rule", {"gs-s", "gs-r", "gs-q"}},
      {"", "--average", {"none", "tail:", "periodic:"}},
      {"", "--budget-weights", {"uniform", "smoothness"}},
      {"", "--block", {"full", "size:", "nice:", "partition:", "importance"}},
      {"", "--momentum", {"auto", "none", "nesterov", "nesterov:"}},
      {"", "--sketch", {"plain", "unbiased"}},
      {"", "--schedule", {"constant", "growing:"}},
      {"", "--sampling", {"poisson", "fixed"}},
      {"", "--step-schedule", {"auto", "constant", "decreasing"}},
      {"", "--metric", {"full", "diagonal"}},
      {"", "--passes", {"auto", "theory"}},
      {"", "--threads", {"all"}},
      {"audit", "--mode", {"pairs", "one-run"}},
      {"audit", "--canary", canaries()},
      {"audit", "--attacker", {"releases", "model"}},
      {"fairness", "--measure", named(kNotions)},
      {"report", "--format", {"html", "yaml", "markdown"}},
#ifdef DISCREET_RESEARCH
      {"", "--recipe", {"sound", "paper"}},
      {"compare", "--grid", {"published", "thin"}},
      {"reproduce", "NAME", experiment_names()},
#endif
      {"ledger", "ACTION", {"create", "show", "grant", "history", "verify"}},
      {"generate", "NAME", named(synthetic_kinds())},
      {"completion", "SHELL", {"bash", "zsh", "fish"}},
      {"", "DATA", named(synthetic_kinds(), "synthetic:")},
  };
  return all;
}

bool lists(std::string_view commands, std::string_view command) {
  const std::vector<std::string_view> all = split(commands, ' ');
  return commands.empty() || std::find(all.begin(), all.end(), command) != all.end();
}

}  // namespace

std::vector<std::string> spellings(const CLI::Option& option) {
  std::vector<std::string> all;
  for (const std::string& name : option.get_snames()) all.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) all.push_back("--" + name);
  return all;
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

OptionWords words_of(std::string_view command, const CLI::Option& option) {
  OptionWords found;
  const std::string name = option.get_name();
  for (const Entry& entry : entries())
    if (entry.option == name && lists(entry.commands, command)) {
      found.words = entry.words;
      break;
    }
  const std::string kind = option.get_type_name();
  for (const std::string_view path : {"FILE", "DIR", "MODEL"}) found.files = found.files || kind == path;
  for (const std::string_view place : {"DATA", "MODEL", "FILE", "EVENTS"}) found.files = found.files || name == place;
  found.files = found.files || name == "--budget-weights";
  return found;
}

}  // namespace discreet
