#include "discreet/cli/console.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace discreet {

void Console::say(std::string_view text) const {
  if (!json_) fmt::print("{}", text);
}

void Console::answer(const Json& json) const {
  // Text from outside may hold anything; what is printed is valid.
  if (!json_ || answered_) return;
  answered_ = true;
  fmt::print("{}\n", json.dump(1, ' ', false, Json::error_handler_t::replace));
}

void Console::warn(std::string_view text) const { fmt::print(stderr, "discreet: warning: {}\n", text); }

int Console::fail(const Error& error) const {
  const int code = static_cast<int>(error.fault);
  fmt::print(stderr, "discreet: {}{}{}\n", error.message, error.hint.empty() ? "" : "; ", error.hint);
  answer({{"error", {{"code", code}, {"message", error.message}, {"hint", error.hint}}}});
  return code;
}

int Console::finish() const {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return 0;
  fmt::print(stderr, "discreet: standard output cannot be written\n");
  return static_cast<int>(Fault::data);
}

}  // namespace discreet
