#include "discreet/cli/console.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace discreet {

void Console::say(std::string_view text) const {
  if (!json_) fmt::print("{}", text);
}

void Console::answer(const Json& json) const {
  if (json_) fmt::print("{}\n", json.dump(1));
}

void Console::warn(std::string_view text) const { fmt::print(stderr, "discreet: warning: {}\n", text); }

int Console::fail(const Error& error) const {
  const int code = static_cast<int>(error.fault);
  fmt::print(stderr, "discreet: {}{}{}\n", error.message, error.hint.empty() ? "" : "; ", error.hint);
  answer({{"error", {{"code", code}, {"message", error.message}, {"hint", error.hint}}}});
  return code;
}

}  // namespace discreet
