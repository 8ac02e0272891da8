// What the labels mean, and so how they are read and how predictions are written.
#pragma once

namespace discreet {

enum class Task {
  regression,      // any finite number
  counts,          // any number of at least 0
  classification,  // one of two classes, which become -1 and +1
};

}  // namespace discreet
