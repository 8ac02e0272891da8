// What the program says and how it ends. One line of error for people, one object for programs, one exit code for both.
#pragma once

#include <string>
#include <string_view>

#include "discreet/base/result.hpp"
#include "discreet/comm/communicator.hpp"
#include "discreet/io/model_file.hpp"

namespace discreet {

class Console {
 public:
  explicit Console(bool json, const Communicator& processes = kAlone) : json_(json), processes_(&processes) {}

  bool json() const { return json_; }
  // Those that run the same command on other rows. Only the first of them speaks.
  const Communicator& processes() const { return *processes_; }
  // Text for people; nothing when JSON was asked for.
  void say(std::string_view text) const;
  // The one object of a run that asked for JSON.
  void answer(const Json& json) const;
  // What happened to files, on standard error.
  void note(std::string_view text) const;
  // A warning, on standard error.
  void warn(std::string_view text) const;
  // Says what went wrong and returns the exit code. An answer that was given already says it itself.
  int fail(const Error& error) const;
  // The exit code of a run that did what it should, unless what it printed got lost.
  int finish() const;

 private:
  static inline const SingleProcess kAlone{};
  bool json_;
  const Communicator* processes_;
  mutable bool answered_ = false;  // there is one object and no second one
};

}  // namespace discreet
