#include "discreet/cli/console.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace discreet {
namespace {

// What was given is named in an error, and may be anything: it becomes one line that can be read.
std::string one_line(std::string text) {
  constexpr std::size_t kLongest = 3000;
  if (text.size() > kLongest) text = text.substr(0, kLongest) + " ...";
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  return text;
}

}  // namespace

void Console::say(std::string_view text) const {
  if (!json_ && processes_->first()) fmt::print("{}", text);
}

void Console::answer(const Json& json) const {
  // Text from outside may hold anything; what is printed is valid.
  if (!json_ || answered_ || !processes_->first()) return;
  answered_ = true;
  fmt::print("{}\n", json.dump(1, ' ', false, Json::error_handler_t::replace));
}

void Console::note(std::string_view text) const {
  if (processes_->first()) fmt::print(stderr, "discreet: {}\n", text);
}

void Console::warn(std::string_view text) const {
  if (processes_->first()) fmt::print(stderr, "discreet: warning: {}\n", one_line(std::string(text)));
}

int Console::fail(const Error& error) const {
  const int code = static_cast<int>(error.fault);
  if (!processes_->first()) return code;
  const std::string message = one_line(error.message), hint = one_line(error.hint);
  fmt::print(stderr, "discreet: {}{}{}\n", message, hint.empty() ? "" : "; ", hint);
  answer({{"error", {{"code", code}, {"message", message}, {"hint", hint}}}});
  return code;
}

int Console::finish() const {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return 0;
  fmt::print(stderr, "discreet: standard output cannot be written\n");
  return static_cast<int>(Fault::data);
}

}  // namespace discreet
