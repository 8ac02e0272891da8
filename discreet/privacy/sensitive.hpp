// The line between what depends on the data and what may be seen.
//
// Sensitive<T> can be computed with but not read. Released<T> can be read but not made, except by a mechanism.
// Exposed<T> is an exact answer: reading it marks whatever it ends up in as not private. The friend lists of the keys
// below are the whole audit surface: to review who can look at private data, publish a value, claim a sensitivity or
// grant a budget, read them and the classes they name, each of which says where its claim is proved.
#pragma once

#include <cstdint>
#include <utility>

#include "discreet/privacy/discrete_noise.hpp"

namespace discreet {

template <std::int64_t (*draw)(NoiseSource&, int)>
class AdditiveNoise;
using Gaussian = AdditiveNoise<draw_discrete_gaussian>;
using Laplace = AdditiveNoise<draw_discrete_laplace>;

template <class Loss, class Columns>
class LinearOracle;

// Held by those who look at what is sealed.
class OpenKey {
  OpenKey() = default;
  friend class AdditiveNoise<draw_discrete_gaussian>;
  friend class AdditiveNoise<draw_discrete_laplace>;
  friend class Selection;
  friend class Exact;
  friend class RowGateway;
  friend class Histogram;
  friend class Perturbation;
  friend class BatchOracle;
  friend class DualOracle;
  template <class Loss, class Columns>
  friend class LinearOracle;
#ifdef DISCREET_RESEARCH
  friend class ResearchKeys;
#endif
};

// Held by those who publish.
class ReleaseKey {
  ReleaseKey() = default;
  friend class AdditiveNoise<draw_discrete_gaussian>;
  friend class AdditiveNoise<draw_discrete_laplace>;
  friend class Selection;
  friend class Exact;
  friend class Iterate;
#ifdef DISCREET_RESEARCH
  friend class ResearchKeys;
#endif
};

// Held by those who prove how much one row can do.
class BoundKey {
  BoundKey() = default;
  friend class SlopeGroup;
  friend class Scores;
  friend class Vertices;
  friend class Oracle;
  friend class BatchOracle;
  friend class DualOracle;
  friend class RowGateway;
  friend class Histogram;
  friend class Perturbation;
#ifdef DISCREET_RESEARCH
  friend class ResearchKeys;
#endif
};

// Held by those who hand out budgets and permits for exact answers: with either, every secret can be read.
class GrantKey {
  GrantKey() = default;
  friend class Grants;
  friend class GrantsForTests;  // defined by the tests alone, which tools/check_layers.py sees to
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

// Remembers that an exact answer was read. Whoever writes down a result says which exposure it was computed under.
class Exposure {
 public:
  Exposure() = default;
  Exposure(const Exposure&) = delete;
  Exposure& operator=(const Exposure&) = delete;

  bool happened() const { return happened_; }

 private:
  template <class T>
  friend class Exposed;
  bool happened_ = false;
};

// proof: docs/proofs/exact.md
template <class T>
class Exposed {
 public:
  Exposed(T value, ReleaseKey) : value_(std::move(value)) {}

  const T& value(Exposure& of_the_result) const& {
    of_the_result.happened_ = true;
    return value_;
  }
  T value(Exposure& of_the_result) && {
    of_the_result.happened_ = true;
    return std::move(value_);
  }

 private:
  T value_;
};

}  // namespace discreet
