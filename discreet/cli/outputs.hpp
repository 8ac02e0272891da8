// No command writes over what it reads, over a file that is of another kind, or two things to one place: by the file
// itself, however its name is spelt.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/cli/console.hpp"
#include "discreet/fit/options.hpp"
#include "discreet/io/output_file.hpp"

namespace discreet {

struct NamedPath {
  std::string_view as;  // the option or the argument that names it
  std::string path;     // empty where it was not given; a pattern stands for all files that it fits
};

struct Output {
  std::string_view as;
  std::string path;
  OutputKind kind;
};

// Whether something that is written there stays there: devices and pipes keep nothing that could be lost.
bool is_place(const std::string& path);

// Asked before anything is read or paid for.
[[nodiscard]] Result<void> refuse_overwriting(const std::vector<NamedPath>& read, const std::vector<Output>& written);

// Says where a file that stood in the way of an output is now; nothing if there was none.
void say_kept(const std::string& path, const std::string& kept, const Console& console);

// The data, and the files that options of a fit name.
std::vector<NamedPath> read_by_fit(const std::vector<std::string>& data, const Options& options);

}  // namespace discreet
