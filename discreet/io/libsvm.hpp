#pragma once

#include "discreet/base/result.hpp"
#include "discreet/data/dataset.hpp"
#include "discreet/data/ingest.hpp"
#include "discreet/io/byte_stream.hpp"

namespace discreet {

// Sparse text: a label and index:value for each value that is not zero, indices rising from 1; # begins a comment.
// Features are called by their indices. Their number is declared in the rules, or known from a model, or guessed.
[[nodiscard]] Result<Dataset> read_libsvm(ByteStream& stream, const IngestRules& rules);

}  // namespace discreet
