// The program as a user runs it: arguments in, text and exit codes out.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace discreet::testing {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// That of this build, or the one that the environment names: a sanitized one can be put in its place.
inline std::string program() {
  const char* other = std::getenv("DISCREET_PROGRAM");
  return other ? other : DISCREET_PROGRAM;
}

struct Outcome {
  int code;
  std::string out, error;
};

class Program : public ::testing::Test {
 protected:
  Program() : folder_(fs::temp_directory_path() / ("discreet_program_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~Program() override { fs::remove_all(folder_); }

  Outcome run(const std::string& arguments) const {
    const std::string command = "cd " + folder_.string() + " && { " + program() + " " + arguments + "; } 2>error.txt";
    FILE* pipe = popen(command.c_str(), "r");
    std::string out;
    std::array<char, 4096> buffer;
    for (std::size_t got; (got = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) out.append(buffer.data(), got);
    const int status = pclose(pipe);
    std::ifstream error(folder_ / "error.txt");
    return {WEXITSTATUS(status), out, std::string(std::istreambuf_iterator<char>(error), {})};
  }
  std::string content(const std::string& name) const {
    std::ifstream in(folder_ / name);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  bool exists(const std::string& name) const { return fs::exists(folder_ / name); }

  fs::path folder_;
};

}  // namespace discreet::testing
