// The line between what depends on the data and what may be seen.
//
// Sensitive<T> can be computed with but not read. Released<T> can be read but not made, except by a mechanism. The
// two friend lists below are the whole audit surface: to review who can look at private data or publish a value,
// read them and the classes they name, each of which says where its claim is proved.
#pragma once

#include <utility>

namespace discreet {

template <class Loss, class Columns>
class LinearOracle;

class OpenKey {
  OpenKey() = default;
  friend class Gaussian;
  friend class Laplace;
  friend class Selection;
  friend class Exact;
  friend class Census;
  friend class Histogram;
  friend class GroupTally;
  friend class SoftmaxOracle;
  friend class Perturbation;
  template <class Loss, class Columns>
  friend class LinearOracle;
#ifdef DISCREET_RESEARCH
  friend class ResearchKeys;
#endif
};

class ReleaseKey {
  ReleaseKey() = default;
  friend class Gaussian;
  friend class Laplace;
  friend class Selection;
  friend class Exact;
  friend class Iterate;
#ifdef DISCREET_RESEARCH
  friend class ResearchKeys;
#endif
};

template <class T>
class Sensitive {
 public:
  explicit Sensitive(T value) : value_(std::move(value)) {}

  const T& open(OpenKey) const { return value_; }

 private:
  T value_;
};

template <class T>
class Released {
 public:
  Released(T value, ReleaseKey) : value_(std::move(value)) {}

  const T& value() const& { return value_; }
  T value() && { return std::move(value_); }

 private:
  T value_;
};

}  // namespace discreet
