#include "discreet/io/load.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <set>
#include <string_view>

#include "discreet/data/row_sink.hpp"
#include "discreet/data/sealing.hpp"
#include "discreet/data/synthetic.hpp"
#include "discreet/io/byte_stream.hpp"
#include "discreet/io/column_file.hpp"
#include "discreet/io/columns.hpp"
#include "discreet/io/csv.hpp"
#include "discreet/io/libsvm.hpp"
#include "discreet/io/npy.hpp"
#include "discreet/io/shares.hpp"

namespace discreet {
namespace {

struct Reader {
  std::string_view ending;  // each but the last also with .gz behind it
  Result<Dataset> (*read)(ByteStream&, const IngestRules&);
  bool labels_apart = false;
};

constexpr std::array kReaders{
    Reader{".csv", [](ByteStream& s, const IngestRules& r) { return read_csv(s, ',', r); }},
    Reader{".tsv", [](ByteStream& s, const IngestRules& r) { return read_csv(s, '\t', r); }},
    Reader{".svm", read_libsvm},
    Reader{".libsvm", read_libsvm},
    Reader{".npy", read_npy, true},
    Reader{".dcols", read_columns, true},
};

// The stream of what this process reads of the files.
Result<ByteStream> opened(const std::vector<std::string>& files, std::string_view ending, const IngestRules& rules) {
  const SingleProcess alone;
  const Communicator& processes = rules.processes ? *rules.processes : alone;
  const std::optional<TextKind> kind = text_kind(ending);
  if (files.size() > 1 && !kind)
    return wrong(Fault::usage,
                 fmt::format("{} and {} more files: parts are for text tables", files[0], files.size() - 1),
                 "give one file");
  if (!kind || (files.size() == 1 && processes.ranks() == 1)) return agreed(processes, ByteStream::open(files[0]));
  auto pieces = own_pieces(files, *kind, processes);
  if (!pieces) return tl::unexpected(pieces.error());
  return ByteStream::of_pieces(*std::move(pieces), kind->delimiter.has_value());
}

// Rows of a file that is named twice would count twice, and one row of it would be two.
Result<void> refuse_twice(const std::vector<std::string>& files) {
  std::set<std::pair<dev_t, ino_t>> seen;
  for (const std::string& file : files) {
    struct stat about {};
    if (stat(file.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) continue;
    if (!seen.emplace(about.st_dev, about.st_ino).second)
      return wrong(Fault::usage, fmt::format("{}: the same file is given twice, and its rows would count twice", file),
                   "name each part once; a pattern may have it already");
  }
  return {};
}

Result<Dataset> read(const std::vector<std::string>& given, const IngestRules& rules) {
  const std::string& data = given[0];
  if (given.size() == 1 && data.starts_with("synthetic:")) return synthetic_dataset(data, rules);
  const bool standard_input = data == "-" || data == "/dev/stdin";
  if (standard_input && rules.processes && rules.processes->ranks() > 1)
    return wrong(Fault::usage, "standard input reaches the first process only",
                 "give a file that all of them can read");
  std::vector<std::string> files;
  for (const std::string& name : given) {
    const auto named = agreed(rules, named_files(name));
    if (!named) return tl::unexpected(named.error());
    files.insert(files.end(), named->begin(), named->end());
  }
  if (const auto once = agreed(rules, refuse_twice(files)); !once) return tl::unexpected(once.error());
  const std::string path = standard_input ? files[0] : ending_of(files[0]);
  for (const Reader& reader : kReaders) {
    // Standard input has no name to go by and is taken for the first kind.
    if (!path.ends_with(reader.ending) && !standard_input) continue;
    for (const std::string& file : files)
      if (!standard_input && !ending_of(file).ends_with(reader.ending))
        return wrong(Fault::usage, fmt::format("{} and {} are files of two kinds", files[0], file),
                     "parts of one table are all of one kind");
    if (!rules.labels.empty() && !reader.labels_apart)
      return wrong(Fault::usage, fmt::format("--labels: {} has its labels in it", data), "leave it out");
    auto stream = opened(files, reader.ending, rules);
    if (!stream) return tl::unexpected(stream.error());
    if (rules.elsewhere) rules.elsewhere->share = [&] { return stream->share(); };
    auto read = reader.read(*stream, rules);
    if (read && rules.width && rules.features.empty() && read->features() + rules.dropped.size() != *rules.width)
      return wrong(Fault::usage, fmt::format("--features {}: {} has {}", *rules.width, data, read->features()),
                   "leave --features out: it is needed for sparse files and plans");
    return read;
  }
  if (std::error_code ignored; std::filesystem::is_directory(data, ignored))
    return wrong(Fault::data, fmt::format("{} is a folder, not a file", data), "name a file in it");
  std::vector<std::string_view> endings;
  for (const Reader& reader : kReaders) endings.push_back(reader.ending);
  return wrong(Fault::usage, fmt::format("{}: what kind of file this is cannot be told from its name", data),
               fmt::format("names end in one of {}, all but the last also with .gz; or give synthetic:NAME",
                           fmt::join(endings, ", ")));
}

}  // namespace

std::string source_name(const std::string& data) {
  return data.starts_with("synthetic:") ? data : std::filesystem::path(data).filename().string();
}

std::string ending_of(const std::string& data) {
  std::string path = data;
  std::transform(path.begin(), path.end(), path.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (path.ends_with(".gz")) path.resize(path.size() - 3);
  if (is_column_file(data)) path += ".dcols";  // whatever it is called
  return path;
}

Result<Dataset> load(const std::vector<std::string>& data, const IngestRules& rules) {
  auto dataset = read(data, rules);
  // Columns that were converted are those of their source.
  if (dataset && dataset->schema.source.empty()) {
    dataset->schema.source = source_name(data[0]);
    if (data.size() > 1) dataset->schema.source += fmt::format(" and {} more", data.size() - 1);
  }
  return dataset;
}

Result<Dataset> load(const std::string& data, const IngestRules& rules) { return load(std::vector{data}, rules); }

}  // namespace discreet
