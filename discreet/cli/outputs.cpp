#include "discreet/cli/outputs.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "discreet/io/shares.hpp"

namespace discreet {
namespace {

namespace fs = std::filesystem;

bool same_file(const std::string& one, const std::string& other) {
  std::error_code unknown;
  if (fs::equivalent(one, other, unknown)) return true;
  // Of a file that is not there yet: what its name leads to.
  const auto place = [&](const std::string& path) { return fs::weakly_canonical(fs::absolute(path), unknown); };
  return place(one) == place(other) && !unknown;
}

}  // namespace

bool is_place(const std::string& path) {
  std::error_code unknown;
  if (path.empty() || path == "-" || path.starts_with("synthetic:")) return false;
  return !fs::exists(path, unknown) || fs::is_regular_file(path, unknown);
}

Result<void> refuse_overwriting(const std::vector<NamedPath>& read, const std::vector<Output>& written) {
  for (std::size_t k = 0; k < written.size(); ++k) {
    const auto& [as, path, kind] = written[k];
    if (!is_place(path)) continue;
    for (const NamedPath& source : read) {
      if (!is_place(source.path)) continue;
      const auto files = named_files(source.path);
      if (!files) continue;  // whoever reads them will say so
      for (const std::string& file : *files)
        if (same_file(file, path))
          return wrong(Fault::usage, fmt::format("{} {}: the same file is read as {}", as, path, source.as),
                       "choose another name for what is written, or the other file would be lost");
    }
    for (std::size_t other = 0; other < k; ++other)
      if (is_place(written[other].path) && same_file(written[other].path, path))
        return wrong(Fault::usage, fmt::format("{} and {}: both are {}", written[other].as, as, path),
                     "give each a name of its own");
    if (const auto fine = check_replaceable(as, path, kind); !fine) return fine;
  }
  return {};
}

void say_kept(const std::string& path, const std::string& kept, const Console& console) {
  if (!kept.empty()) console.note(fmt::format("{} was there already and is kept as {}", path, kept));
}

std::vector<NamedPath> read_by_fit(const std::vector<std::string>& data, const Options& options) {
  std::vector<NamedPath> all;
  for (const std::string& path : data) all.push_back({"DATA", path});
  all.push_back({"--labels", options.labels});
  all.push_back({"--bounds", options.bounds});
  all.push_back({"--penalty-weights", options.penalty_weights});
  all.push_back({"--ledger", options.ledger});
  return all;
}

}  // namespace discreet
