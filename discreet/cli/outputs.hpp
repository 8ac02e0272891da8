// No command writes over what it reads, or two things to one place: by the file itself, however its name is spelt.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/fit/options.hpp"

namespace discreet {

struct NamedPath {
  std::string_view as;  // the option or the argument that names it
  std::string path;     // empty where it was not given; a pattern stands for all files that it fits
};

// Whether something that is written there stays there: devices and pipes keep nothing that could be lost.
bool is_place(const std::string& path);

// Asked before anything is read or paid for.
[[nodiscard]] Result<void> refuse_overwriting(const std::vector<NamedPath>& read,
                                              const std::vector<NamedPath>& written);

// The data, and the files that options of a fit name.
std::vector<NamedPath> read_by_fit(const std::vector<std::string>& data, const Options& options);

}  // namespace discreet
