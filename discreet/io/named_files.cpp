#include <fmt/format.h>
#include <glob.h>

#include <algorithm>
#include <filesystem>

#include "discreet/io/shares.hpp"

namespace discreet {

Result<std::vector<std::string>> named_files(const std::string& name) {
  if (name.find_first_of("*?[") == name.npos || std::filesystem::exists(name)) return std::vector{name};
  glob_t found{};
  const int code = ::glob(name.c_str(), 0, nullptr, &found);
  std::vector<std::string> files;
  for (std::size_t k = 0; code == 0 && k < found.gl_pathc; ++k) files.emplace_back(found.gl_pathv[k]);
  globfree(&found);
  if (files.empty()) return wrong(Fault::data, fmt::format("{}: no file has such a name", name), "check the path");
  std::sort(files.begin(), files.end());
  return files;
}

std::optional<TextKind> text_kind(std::string_view ending) {
  if (ending == ".csv") return TextKind{','};
  if (ending == ".tsv") return TextKind{'\t'};
  if (ending == ".svm" || ending == ".libsvm") return TextKind{std::nullopt};
  return std::nullopt;
}

}  // namespace discreet
