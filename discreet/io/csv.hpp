#pragma once

#include "discreet/base/result.hpp"
#include "discreet/data/dataset.hpp"
#include "discreet/data/ingest.hpp"
#include "discreet/io/byte_stream.hpp"

namespace discreet {

// A table with a header line. Columns are numbers, or declared categories, or the target.
[[nodiscard]] Result<Dataset> read_csv(ByteStream& stream, char delimiter, const IngestRules& rules);

}  // namespace discreet
