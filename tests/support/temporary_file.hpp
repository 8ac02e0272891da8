// A file that is gone at the end of its scope; compressed if its name says so.
#pragma once

#include <unistd.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace discreet::testing {

class TemporaryFile {
 public:
  TemporaryFile(const std::string& ending, const std::string& content) {
    static int count = 0;
    path_ = (std::filesystem::temp_directory_path() /
             ("discreet_test_" + std::to_string(getpid()) + "_" + std::to_string(count++) + ending))
                .string();
    if (ending.ends_with(".gz")) {
      gzFile file = gzopen(path_.c_str(), "wb");
      gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
      gzclose(file);
    } else {
      std::ofstream(path_, std::ios::binary) << content;
    }
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace discreet::testing
