// Outputs replace only what is of their own kind, and what a budget has paid for is kept: it gets the next number that
// is free (model.json becomes model.1.json) before another file takes its name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "discreet/base/result.hpp"

namespace discreet {

// What a file is, told by how it begins; a model by the format that its JSON names.
class OutputKind {
 public:
  static OutputKind model();
  // An HTML page of ours about `subject`.
  static OutputKind page(std::string_view subject);
  static OutputKind beginning(std::string_view name, std::vector<std::string> beginnings);

  std::string_view name() const { return name_; }
  bool has(const std::string& path) const;

 private:
  OutputKind(std::string name, std::vector<std::string> beginnings, std::string mark = {}, bool model = false)
      : name_(std::move(name)), beginnings_(std::move(beginnings)), mark_(std::move(mark)), model_(model) {}

  std::string name_;
  std::vector<std::string> beginnings_;
  std::string mark_;  // stands within the first bytes
  bool model_;
};

// Refuses a file that is there, is not empty and is of another kind. `as` is the option that names it.
[[nodiscard]] Result<void> check_replaceable(std::string_view as, const std::string& path, const OutputKind& kind);

// Writes a whole file or nothing, and answers the name that a file which was there has now; empty if there was none.
[[nodiscard]] Result<std::string> write_keeping(const std::string& path, std::string_view content);

}  // namespace discreet
