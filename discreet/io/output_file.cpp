#include "discreet/io/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "discreet/io/atomic_file.hpp"
#include "discreet/io/byte_stream.hpp"
#include "discreet/io/json_text.hpp"

namespace discreet {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBeginning = 4096, kMostModel = std::size_t{1} << 30;  // bytes
constexpr int kMostKept = 1'000'000;

// A link to a file counts as the file. What is no ordinary file cannot be replaced, and an empty one holds nothing.
bool holds_something(const std::string& path) {
  std::error_code unknown;
  return path != "-" && fs::is_regular_file(path, unknown) && fs::file_size(path, unknown) > 0;
}

std::string beginning_of(const std::string& path) {
  auto stream = ByteStream::open(path);
  std::vector<char> buffer(kBeginning);
  if (!stream) return {};
  const auto got = stream->read(buffer);
  return got ? std::string(buffer.data(), *got) : std::string();
}

// model.json, 2: model.2.json; the number stands before .gz too.
fs::path numbered(const fs::path& path, int number) {
  const bool packed = path.extension() == ".gz";
  const fs::path plain = packed ? path.stem() : path.filename();
  return path.parent_path() /
         fmt::format("{}.{}{}{}", plain.stem().string(), number, plain.extension().string(), packed ? ".gz" : "");
}

// A second name for the file, so that at every moment it has one. Where files have one name only it is moved, never
// over another.
bool give_second_name(const fs::path& path, const fs::path& name) {
  if (::link(path.c_str(), name.c_str()) == 0) return true;
  if (errno == EEXIST || errno == ENOENT) return false;
  return ::renameat2(AT_FDCWD, path.c_str(), AT_FDCWD, name.c_str(), RENAME_NOREPLACE) == 0;
}

Result<std::string> kept(const std::string& path) {
  std::error_code unknown;
  const fs::path place = fs::canonical(path, unknown);
  for (int number = 1; !unknown && number < kMostKept; ++number) {
    const fs::path name = numbered(place, number);
    if (give_second_name(place, name)) return (fs::path(path).parent_path() / name.filename()).string();
    if (errno != EEXIST) break;
  }
  return wrong(Fault::data,
               fmt::format("{} is there and cannot be kept under another name: {}", path,
                           unknown ? unknown.message() : std::strerror(errno)),
               "choose a folder in which you may rename files");
}

}  // namespace

OutputKind OutputKind::model() { return {"a model", {}, {}, true}; }
OutputKind OutputKind::page(std::string_view subject) {
  return {fmt::format("a report about {}", subject),
          {"<!doctype html>"},
          fmt::format("<meta name=\"generator\" content=\"discreet, about {}\">", subject)};
}
OutputKind OutputKind::beginning(std::string_view name, std::vector<std::string> beginnings) {
  return {std::string(name), std::move(beginnings)};
}

bool OutputKind::has(const std::string& path) const {
  if (model_) {
    const auto text = read_whole(path, kMostModel);
    if (!text) return false;
    const auto json = parse_json(*text, path);
    if (!json || !json->is_object() || !json->contains("format") || !json->at("format").is_string()) return false;
    const auto format = json->at("format").get<std::string>();
    return format == "discreet-model" || format == "discreet-models";
  }
  const std::string text = beginning_of(path);
  return text.find(mark_) != text.npos && std::any_of(beginnings_.begin(), beginnings_.end(),
                                                      [&](const std::string& one) { return text.starts_with(one); });
}

Result<void> check_replaceable(std::string_view as, const std::string& path, const OutputKind& kind) {
  if (path.empty() || !holds_something(path) || kind.has(path)) return {};
  return wrong(Fault::usage, fmt::format("{} {}: the file is there and is not {}", as, path, kind.name()),
               "choose another name, or remove the file if nobody needs it");
}

Result<std::string> write_keeping(const std::string& path, std::string_view content) {
  auto file = WholeFile::open(path);
  if (!file) return tl::unexpected(file.error());
  if (const auto written = file->write(content); !written) return tl::unexpected(written.error());
  std::string before;
  if (holds_something(path)) {
    auto name = kept(path);
    if (!name) return name;
    before = *std::move(name);
  }
  if (const auto finished = file->finish(); !finished) {
    if (!before.empty()) {  // as it was: where the file has both names the first call does nothing
      std::error_code unknown;
      const fs::path place = fs::weakly_canonical(path, unknown);
      ::rename(before.c_str(), place.c_str());
      ::unlink(before.c_str());
    }
    return tl::unexpected(finished.error());
  }
  return before;
}

}  // namespace discreet
