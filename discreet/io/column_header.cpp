#include "discreet/io/column_header.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <bit>
#include <cstring>

#include "discreet/data/sealing.hpp"

namespace discreet {
namespace {

static_assert(std::endian::native == std::endian::little, "column files are little-endian, and used as they lie");

constexpr std::uint32_t kVersion = 1;
constexpr std::uint64_t kMostFeatures = 1'000'000, kMostBlockRows = std::uint64_t{1} << 24;
constexpr std::uint64_t kMostDescription = std::uint64_t{256} << 20;
constexpr std::uint64_t kWord = 0x7ff80000;  // the upper half of a quiet NaN

// The header in the order of its bytes.
struct Raw {
  char magic[8];
  std::uint32_t version, value_bytes;
  std::uint64_t rows, features, block_rows, description_at, description_bytes;
  std::uint32_t description_sum, header_sum;
};
static_assert(sizeof(Raw) == kColumnHeader);

std::uint32_t sum_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

}  // namespace

double label_of_word(std::uint32_t word) { return std::bit_cast<double>(kWord << 32 | word); }

std::optional<std::uint32_t> word_of_label(double label) {
  const auto bits = std::bit_cast<std::uint64_t>(label);
  if (bits >> 32 != kWord) return std::nullopt;
  return static_cast<std::uint32_t>(bits);
}

std::string header_bytes(const ColumnLayout& layout, std::string_view description) {
  Raw raw{{},
          kVersion,
          static_cast<std::uint32_t>(layout.value_bytes()),
          layout.rows,
          layout.features,
          layout.block_rows,
          layout.end(),
          description.size(),
          sum_of(description),
          0};
  kColumnMagic.copy(raw.magic, sizeof raw.magic);
  std::string bytes(sizeof raw, '\0');
  std::memcpy(bytes.data(), &raw, sizeof raw);
  raw.header_sum = sum_of(std::string_view(bytes).substr(0, sizeof raw - sizeof raw.header_sum));
  std::memcpy(bytes.data(), &raw, sizeof raw);
  return bytes;
}

Result<ColumnHeader> read_header(std::string_view start, std::uint64_t file_bytes, const std::string& name) {
  const auto malformed = [&](const std::string& rule, std::string hint = "convert the data again") {
    return wrong(Fault::data, fmt::format("{}: {}", name, rule), std::move(hint));
  };
  if (start.starts_with("\x1f\x8b")) return malformed("a column file is used where it lies", "unpack it first");
  if (!start.starts_with(kColumnMagic))
    return malformed("this is not a column file", "discreet convert DATA OUT.dcols writes one");
  if (start.size() < kColumnHeader) return malformed("the file ends within its header");
  Raw raw;
  std::memcpy(&raw, start.data(), sizeof raw);
  if (raw.version != kVersion)
    return malformed(fmt::format("its version is {} and this program reads {}", raw.version, kVersion),
                     "convert the data again with this program");
  if (raw.header_sum != sum_of(start.substr(0, sizeof raw - sizeof raw.header_sum)))
    return malformed("its header is damaged: the checksum is wrong");
  if (raw.value_bytes != sizeof(float) && raw.value_bytes != sizeof(double))
    return malformed("its values have neither four bytes nor eight");
  if (raw.rows == 0 || raw.rows > kMostRows || raw.features == 0 || raw.features > kMostFeatures)
    return malformed(fmt::format("it has no rows or columns, or more than {} or {}", kMostRows, kMostFeatures));
  if (raw.block_rows == 0 || raw.block_rows % 64 != 0 || raw.block_rows > kMostBlockRows)
    return malformed("the rows of a block are no multiple of 64 or too many");
  ColumnHeader header{{raw.value_bytes == sizeof(float) ? Precision::float32 : Precision::float64, raw.rows,
                       raw.features, raw.block_rows},
                      raw.description_bytes,
                      raw.description_sum};
  // With these figures below their limits no product here reaches 2^63.
  if (raw.description_at != header.layout.end() || raw.description_bytes > kMostDescription)
    return malformed("what its header says does not fit together");
  const std::uint64_t expected = raw.description_at + raw.description_bytes;
  if (file_bytes != expected)
    return malformed(fmt::format("it has {} bytes where its header says {}", file_bytes, expected),
                     file_bytes < expected ? "it was cut short: copy it again, or convert the data again"
                                           : "something was added: copy it again, or convert the data again");
  return header;
}

}  // namespace discreet
