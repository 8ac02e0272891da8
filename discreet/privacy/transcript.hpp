// Everything that mechanisms released in one run, in order: what the guarantee is about, which is more than a model
// shows. Whoever wants to test the guarantee reads it here; released numbers are public, so writing them down tells
// nothing new.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace discreet {

class Transcript {
 public:
  void note(double released) { numbers_.push_back(released); }
  void note(std::span<const double> released) { numbers_.insert(numbers_.end(), released.begin(), released.end()); }

  const std::vector<double>& numbers() const { return numbers_; }
  void clear() { numbers_.clear(); }

 private:
  std::vector<double> numbers_;
};

}  // namespace discreet
