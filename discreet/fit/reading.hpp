// The options by which rows are read, as a column file remembers them: whoever fits it need not type them again, and
// gets the model that its source would have given.
#pragma once

#include <string>

#include "discreet/base/result.hpp"
#include "discreet/fit/options.hpp"
#include "discreet/io/column_header.hpp"

namespace discreet {

// Those of the group Data that are not as they are by default.
Reading reading_of(const Options& options);

// The options with what `data` remembers, if it is a column file, where they are silent.
[[nodiscard]] Result<Options> as_converted(const std::string& data, Options options);

// Some solvers walk along rows and copy all of them for that. For a column file that is refused if the copy cannot fit
// into memory, and said otherwise; empty if there is nothing to say.
[[nodiscard]] Result<std::string> advice_about_memory(const std::string& data, const std::string& solver);

}  // namespace discreet
