// A fit runs without Python's lock and takes it now and then, to show how far it is and to see whether somebody pressed
// Ctrl-C.
#pragma once

#include <pybind11/pybind11.h>

#include <chrono>

#include "discreet/solver/progress.hpp"

namespace discreet::python {

class Callback final : public Progress {
 public:
  explicit Callback(pybind11::object shown) : shown_(std::move(shown)) {}

  void advance(std::uint64_t done, std::uint64_t total) override {
    constexpr auto kBetween = std::chrono::milliseconds(50);
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < kBetween && done < total) return;
    last_ = now;
    const pybind11::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
    if (!shown_.is_none()) shown_(done, total);
  }

 private:
  pybind11::object shown_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace discreet::python
