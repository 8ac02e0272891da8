// Sealed as soon as it exists: names and declarations are public, the values are not.
#pragma once

#include <cstddef>
#include <limits>
#include <utility>
#include <variant>

#include "discreet/base/aligned.hpp"
#include "discreet/comm/communicator.hpp"
#include "discreet/data/dense_columns.hpp"
#include "discreet/data/schema.hpp"
#include "discreet/data/sparse_columns.hpp"
#include "discreet/privacy/sensitive.hpp"

namespace discreet {

// The rows themselves: features and one label each, in one precision.
template <class C>
struct Labelled {
  using Columns = C;
  using Value = typename C::Value;
  C columns;
  AlignedVector<Value> labels;
};

template <class C>
using Sealed = Sensitive<Labelled<C>>;
using SealedRows = std::variant<Sealed<DenseColumns<double>>, Sealed<DenseColumns<float>>,
                                Sealed<SparseColumns<double>>, Sealed<SparseColumns<float>>>;

struct Dataset {
  Schema schema;
  std::size_t rows;  // public under replace-one and zero-out; under add-remove it never leaves the trusted side
  SealedRows sealed;
  // Where rows are spread over processes: `rows` counts all of them, and these are not sealed here.
  RowsElsewhere elsewhere = {};
  const Communicator* processes = nullptr;  // that hold them; null for this one alone

  std::size_t features() const { return schema.features.size(); }
  // How rows are stored is a matter of the kind of file, not of their values.
  bool sparse() const {
    return std::visit([]<class C>(const Sealed<C>&) { return C::kSparse; }, sealed);
  }
  double precision() const {
    return std::visit(
        []<class C>(const Sealed<C>&) {
          return static_cast<double>(std::numeric_limits<typename C::Value>::epsilon());
        },
        sealed);
  }
};

enum class Precision { float64, float32 };

}  // namespace discreet
