// Column files made of CSV text, whole or changed afterwards.
#pragma once

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "discreet/io/convert.hpp"
#include "tests/support/seen_through.hpp"
#include "tests/support/temporary_file.hpp"

namespace discreet::testing {

// What convert makes of the text of a table. The file is gone at the end of its scope.
class MadeColumns {
 public:
  explicit MadeColumns(const std::string& csv, const IngestRules& rules = {}, const Reading& reading = {})
      : source_(".csv", csv),
        path_(source_.path() + ".dcols"),
        made_(convert(source_.path(), path_, rules, reading, nullptr)) {}
  ~MadeColumns() { std::filesystem::remove(path_); }
  MadeColumns(const MadeColumns&) = delete;

  const std::string& source() const { return source_.path(); }
  const std::string& path() const { return path_; }
  const Result<Conversion>& made() const { return made_; }

  std::string bytes() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void replace(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }

 private:
  TemporaryFile source_;
  std::string path_;
  Result<Conversion> made_;
};

}  // namespace discreet::testing
