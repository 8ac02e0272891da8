#include "discreet/io/npy_array.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace discreet {
namespace {

constexpr std::size_t kLongestHeader = std::size_t{1} << 16;
constexpr std::size_t kMostColumns = 100'000, kMostRows = std::size_t{1} << 32;

template <class N>
double number_at(const char* bytes) {
  N value;
  std::memcpy(&value, bytes, sizeof value);
  return static_cast<double>(value);
}

struct Element {
  std::string_view name;
  std::size_t size;
  double (*number)(const char*);
};
template <class N>
constexpr Element element(std::string_view name) {
  return {name, sizeof(N), number_at<N>};
}
constexpr Element kElements[] = {
    element<double>("<f8"),        element<float>("<f4"),         element<std::int64_t>("<i8"),
    element<std::int32_t>("<i4"),  element<std::int16_t>("<i2"),  element<std::int8_t>("|i1"),
    element<std::uint64_t>("<u8"), element<std::uint32_t>("<u4"), element<std::uint16_t>("<u2"),
    element<std::uint8_t>("|u1"),  element<std::uint8_t>("|b1"),
};

// What follows 'key': in the header, which is a Python dictionary.
std::optional<std::string_view> value_of(std::string_view header, std::string_view key) {
  const std::size_t at = header.find(fmt::format("'{}':", key));
  if (at == header.npos) return std::nullopt;
  std::string_view rest = header.substr(at + key.size() + 3);
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  return rest;
}

// The numbers of (20, 3) or (20,).
std::optional<std::vector<std::size_t>> shape_of(std::string_view text) {
  const std::size_t close = text.find(')');
  if (!text.starts_with('(') || close == text.npos) return std::nullopt;
  std::vector<std::size_t> shape;
  const char *at = text.data() + 1, *end = text.data() + close;
  while (at != end) {
    std::size_t number = 0;
    const auto [after, error] = std::from_chars(at, end, number);
    if (error != std::errc() || shape.size() == 2) return std::nullopt;
    shape.push_back(number);
    at = std::find_if_not(after, end, [](char c) { return c == ',' || c == ' '; });
  }
  return shape;
}

}  // namespace

tl::unexpected<Error> NpyArray::malformed(const std::string& rule, std::string hint) const {
  const std::string where = next_ > 0 ? fmt::format(": row {}", next_) : "";
  return wrong(Fault::data, fmt::format("{}{}: {}", stream_->name(), where, rule), std::move(hint));
}

Result<void> NpyArray::take(std::span<char> bytes) {
  const Result<std::size_t> got = stream_->read(bytes);
  if (!got) return tl::unexpected(got.error());
  if (*got < bytes.size()) return malformed("the file ends before its array does");
  return {};
}

Result<NpyArray> NpyArray::open(ByteStream& stream) {
  NpyArray array(stream);
  if (const Result<void> read = array.read_header(); !read) return tl::unexpected(read.error());
  if (array.by_columns_)
    if (const Result<void> read = array.take_all(); !read) return tl::unexpected(read.error());
  return array;
}

Result<void> NpyArray::read_header() {
  unsigned char start[12] = {};
  if (const Result<void> read = take({reinterpret_cast<char*>(start), 10}); !read) return read;
  if (std::memcmp(start, "\x93NUMPY", 6) != 0)
    return malformed("this is not a numpy array", "write it with numpy.save");
  std::size_t length = start[8] + 256u * start[9];
  if (start[6] < 1 || start[6] > 3)
    return malformed("its version is not one of 1, 2 and 3", "write it with numpy.save");
  if (start[6] > 1) {
    if (const Result<void> read = take({reinterpret_cast<char*>(start) + 10, 2}); !read) return read;
    length += (std::size_t{start[10]} << 16) + (std::size_t{start[11]} << 24);
  }
  if (length > kLongestHeader)
    return malformed(fmt::format("its header is longer than {} bytes", kLongestHeader), "write it with numpy.save");
  std::string header(length, '\0');
  if (const Result<void> read = take(header); !read) return read;
  return understand(header);
}

Result<void> NpyArray::understand(const std::string& header) {
  const auto descr = value_of(header, "descr"), order = value_of(header, "fortran_order");
  const auto shape_text = value_of(header, "shape");
  const auto shape = shape_text ? shape_of(*shape_text) : std::nullopt;
  if (!descr || !order || !shape || shape->empty())
    return malformed("its header does not describe an array of one or two dimensions",
                     "reshape it to rows and columns, and write it with numpy.save");
  const auto known = std::find_if(std::begin(kElements), std::end(kElements), [&](const Element& e) {
    return descr->size() > 4 && descr->substr(1, 3) == e.name && (*descr)[0] == '\'' && (*descr)[4] == '\'';
  });
  if (known == std::end(kElements))
    return malformed("its elements are not little-endian numbers", "save it as float32 or float64");
  rows_ = (*shape)[0];
  columns_ = shape->size() > 1 ? (*shape)[1] : 1;
  if (rows_ == 0 || columns_ == 0) return malformed("the array is empty", "give one with rows and columns");
  if (rows_ > kMostRows || columns_ > kMostColumns)
    return malformed(fmt::format("the array has more than {} rows or {} columns", kMostRows, kMostColumns),
                     "give a part of it");
  size_ = known->size;
  number_ = known->number;
  by_columns_ = order->starts_with("True") && columns_ > 1;
  if (!by_columns_) bytes_.resize(columns_ * size_);
  return {};
}

// Rows are spread over the whole file. Memory grows with what is there, not with what the header says.
Result<void> NpyArray::take_all() {
  constexpr std::size_t kPiece = std::size_t{1} << 24;
  const std::size_t total = rows_ * columns_ * size_;  // below 2^32 * 10^5 * 8: no overflow
  while (bytes_.size() < total) {
    const std::size_t have = bytes_.size(), piece = std::min(kPiece, total - have);
    bytes_.resize(have + piece);
    if (const Result<void> read = take({bytes_.data() + have, piece}); !read) return read;
  }
  return {};
}

Result<void> NpyArray::skip(std::size_t rows) {
  next_ += rows;
  if (by_columns_) return {};
  return stream_->skip(rows * columns_ * size_);
}

Result<void> NpyArray::read(std::span<double> row) {
  const std::size_t i = next_++;
  if (!by_columns_)
    if (const Result<void> read = take(bytes_); !read) return read;
  for (std::size_t j = 0; j < columns_; ++j) {
    row[j] = number_(bytes_.data() + size_ * (by_columns_ ? j * rows_ + i : j));
    if (!std::isfinite(row[j]))
      return malformed(fmt::format("column {} is not a finite number", j + 1),
                       "fill in what is missing or remove the row beforehand");
  }
  return {};
}

Result<void> NpyArray::finish() {
  char more = 0;
  const Result<std::size_t> got = stream_->read({&more, 1});
  if (!got) return tl::unexpected(got.error());
  if (*got > 0) return malformed("something follows the array", "write one array to a file, with numpy.save");
  return {};
}

}  // namespace discreet
