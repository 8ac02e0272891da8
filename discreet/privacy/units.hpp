// The numbers of differential privacy, each with its own type: epsilon is not delta is not sigma.
#pragma once

#include <compare>
#include <string_view>

namespace discreet {

template <class Tag>
struct Quantity {
  double value = 0;
  friend auto operator<=>(Quantity, Quantity) = default;
};

using Epsilon = Quantity<struct EpsilonTag>;
using Delta = Quantity<struct DeltaTag>;
using Mu = Quantity<struct MuTag>;                            // of Gaussian differential privacy
using NoiseMultiplier = Quantity<struct NoiseMultiplierTag>;  // standard deviation / sensitivity; 0 is no noise at all

struct Budget {
  Epsilon epsilon;
  Delta delta;
};

// Which two datasets must be hard to tell apart. Every sensitivity and every accountant asks.
enum class Neighbours {
  replace_one,  // one row becomes any other row; the number of rows is public
  zero_out,     // one row becomes a row that contributes nothing; the number of rows is public
  add_remove,   // one row appears or disappears; sums are normalised by a public constant, never by the count
};

constexpr std::string_view name(Neighbours relation) {
  switch (relation) {
    case Neighbours::replace_one:
      return "replace-one";
    case Neighbours::zero_out:
      return "zero-out";
    case Neighbours::add_remove:
      return "add-remove";
  }
  return "";
}

}  // namespace discreet
