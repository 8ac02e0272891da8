// What a column file says about itself: how large it is in a header of fixed size, and what its columns are in a
// description, which is JSON. Neither is believed before its checksum and its figures have been looked at.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/data/ingest.hpp"
#include "discreet/data/schema.hpp"
#include "discreet/io/column_layout.hpp"

namespace discreet {

inline constexpr std::string_view kColumnMagic =
    "\x93"
    "DCOLS\r\n";
inline constexpr std::size_t kColumnHeader = 64;  // bytes

// The options by which rows were read, as they were typed, for whoever reads the file to go on with.
using Reading = std::vector<std::pair<std::string, std::vector<std::string>>>;

struct ColumnDescription {
  Schema schema;  // features, bounds, target and its bounds, row norm, source
  std::string positive;
  std::optional<std::array<std::string, 2>> classes;
  std::vector<std::string> words;  // labels that are no numbers
  Reading reading;
};

struct ColumnHeader {
  ColumnLayout layout;
  std::uint64_t description_bytes = 0;
  std::uint32_t description_sum = 0;
};

// Labels are numbers; one that is none is the quiet NaN that carries its place among the words.
double label_of_word(std::uint32_t word);
std::optional<std::uint32_t> word_of_label(double label);

std::string header_bytes(const ColumnLayout& layout, std::string_view description);
// The first bytes of a file of that size called `name`.
[[nodiscard]] Result<ColumnHeader> read_header(std::string_view start, std::uint64_t file_bytes,
                                               const std::string& name);

// Whether a column, a label or a source can be called that: text of a sensible length that can be shown.
bool is_name(std::string_view text);

std::string description_text(const ColumnDescription& description);
[[nodiscard]] Result<ColumnDescription> read_description(const std::string& text, const ColumnHeader& header,
                                                         const std::string& name);

}  // namespace discreet
