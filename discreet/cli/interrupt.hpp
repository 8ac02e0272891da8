// Ctrl-C as a flag: long experiments finish what they have begun and keep it. A second one ends the program at once.
#pragma once

#include <atomic>

namespace discreet {

// Set by the first interrupt after this call.
const std::atomic<bool>& await_interrupt();

// Ends the program as an interrupt does, after everything was written.
[[noreturn]] void end_interrupted();

}  // namespace discreet
