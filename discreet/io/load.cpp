#include "discreet/io/load.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

#include "discreet/data/row_sink.hpp"
#include "discreet/data/synthetic.hpp"
#include "discreet/io/byte_stream.hpp"
#include "discreet/io/column_file.hpp"
#include "discreet/io/columns.hpp"
#include "discreet/io/csv.hpp"
#include "discreet/io/libsvm.hpp"
#include "discreet/io/npy.hpp"

namespace discreet {
namespace {

struct Reader {
  FileKind kind;
  Result<Dataset> (*read)(ByteStream&, const IngestRules&);
  bool labels_apart = false;
};

constexpr std::array kReaders{
    Reader{{".csv", "comma-separated values with a header"},
           [](ByteStream& s, const IngestRules& r) { return read_csv(s, ',', r); }},
    Reader{{".tsv", "tab-separated values with a header"},
           [](ByteStream& s, const IngestRules& r) { return read_csv(s, '\t', r); }},
    Reader{{".svm", "sparse rows, label index:value ..., indices from 1"}, read_libsvm},
    Reader{{".libsvm", "the same"}, read_libsvm},
    Reader{{".npy", "a numpy array of features; labels in another, by --labels"}, read_npy, true},
    Reader{{".dcols", "columns that discreet convert wrote, used where they lie"}, read_columns, true},
};

constexpr auto kKinds = [] {
  std::array<FileKind, kReaders.size()> kinds;
  for (std::size_t k = 0; k < kReaders.size(); ++k) kinds[k] = kReaders[k].kind;
  return kinds;
}();

}  // namespace

std::span<const FileKind> file_kinds() { return kKinds; }

namespace {

// Folders are nobody's business.
std::string bare_name(const std::string& data) {
  return data.starts_with("synthetic:") ? data : std::filesystem::path(data).filename().string();
}

Result<Dataset> read(const std::string& data, const IngestRules& rules) {
  if (data.starts_with("synthetic:")) return synthetic_dataset(data, rules);
  const bool standard_input = data == "-" || data == "/dev/stdin";
  std::string path = data;
  std::transform(path.begin(), path.end(), path.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (path.ends_with(".gz")) path.resize(path.size() - 3);
  if (!standard_input && is_column_file(data)) path += ".dcols";  // whatever it is called
  for (const Reader& reader : kReaders) {
    // Standard input has no name to go by and is taken for the first kind.
    if (!path.ends_with(reader.kind.ending) && !standard_input) continue;
    if (!rules.labels.empty() && !reader.labels_apart)
      return wrong(Fault::usage, fmt::format("--labels: {} has its labels in it", data), "leave it out");
    auto stream = ByteStream::open(data);
    if (!stream) return tl::unexpected(stream.error());
    if (rules.elsewhere) rules.elsewhere->share = [&] { return stream->share(); };
    auto read = reader.read(*stream, rules);
    if (read && rules.width && rules.features.empty() && read->features() + rules.dropped.size() != *rules.width)
      return wrong(Fault::usage, fmt::format("--features {}: {} has {}", *rules.width, data, read->features()));
    return read;
  }
  if (std::error_code ignored; std::filesystem::is_directory(data, ignored))
    return wrong(Fault::data, fmt::format("{} is a folder, not a file", data), "name a file in it");
  std::vector<std::string_view> endings;
  for (const FileKind& kind : kKinds) endings.push_back(kind.ending);
  return wrong(Fault::usage, fmt::format("{}: what kind of file this is cannot be told from its name", data),
               fmt::format("names end in one of {}, all but the last also with .gz; or give synthetic:NAME",
                           fmt::join(endings, ", ")));
}

}  // namespace

Result<Dataset> load(const std::string& data, const IngestRules& rules) {
  auto dataset = read(data, rules);
  // Columns that were converted are those of their source.
  if (dataset && dataset->schema.source.empty()) dataset->schema.source = bare_name(data);
  return dataset;
}

}  // namespace discreet
