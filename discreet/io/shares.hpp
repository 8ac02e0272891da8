// Which files a name stands for, and which part of them a process reads. Files are cut by bytes, into as many stretches
// of about the same length as there are processes; a line belongs to the process in whose stretch its first byte lies,
// so every process reads about as much and knows where from before any of them has counted rows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "discreet/base/result.hpp"
#include "discreet/comm/communicator.hpp"
#include "discreet/io/byte_stream.hpp"

namespace discreet {

// The file itself, or those that a pattern (* ? [...]) matches, in the order of their names.
[[nodiscard]] Result<std::vector<std::string>> named_files(const std::string& name);

// How rows are written in a text file: one to a line or, where there is a delimiter, in records that may have line
// breaks in quotes, after a header.
struct TextKind {
  std::optional<char> delimiter;
};
std::optional<TextKind> text_kind(std::string_view ending);

// What this process reads: the header of the first file, if there is one, and its own lines of all of them. Headers of
// other files must be the same and are left out. All processes call this together.
[[nodiscard]] Result<std::vector<ByteStream::Piece>> own_pieces(const std::vector<std::string>& files, TextKind kind,
                                                                const Communicator& processes);

}  // namespace discreet
