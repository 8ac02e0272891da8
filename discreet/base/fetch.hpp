// Asks for memory before it is needed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace discreet {

// Has what lies so many bytes beyond `from` come to the cache of a level, 1 or 2. It is a hint: nothing need be there.
// Inlined at once: GCC takes a call of a function that does nothing else for one that has no effect, and drops it.
template <int kLevel>
[[gnu::always_inline]] inline void fetch(const void* from, std::size_t bytes = 0) {
  static_assert(kLevel == 1 || kLevel == 2);
  const auto* place = reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(from) + bytes);
  __builtin_prefetch(place, 0, 4 - kLevel);
}

}  // namespace discreet
