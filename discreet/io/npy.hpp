#pragma once

#include "discreet/base/result.hpp"
#include "discreet/data/dataset.hpp"
#include "discreet/data/ingest.hpp"
#include "discreet/io/byte_stream.hpp"

namespace discreet {

// Features in one array, a row each, called x1, x2 and so on; labels in another file, which the rules name.
[[nodiscard]] Result<Dataset> read_npy(ByteStream& stream, const IngestRules& rules);

}  // namespace discreet
