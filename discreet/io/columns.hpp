// Column files as a source of rows like any other.
#pragma once

#include "discreet/base/result.hpp"
#include "discreet/data/dataset.hpp"
#include "discreet/data/ingest.hpp"
#include "discreet/io/byte_stream.hpp"

namespace discreet {

// Columns are used where they lie. A fit that asks for other values than the file holds is told to convert again; only
// a model that exists, and a conversion, may have some columns in another order or within narrower bounds, and these
// are read row by row.
[[nodiscard]] Result<Dataset> read_columns(ByteStream& stream, const IngestRules& rules);

}  // namespace discreet
