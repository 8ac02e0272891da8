// Vectors that start on a cache line, as wide loads like it. Large ones ask for large pages: rows that are looked up
// here and there would otherwise each need an entry of the table of pages.
#pragma once

#ifdef __linux__
#include <sys/mman.h>
#endif

#include <cstddef>
#include <new>
#include <vector>

namespace discreet {

inline constexpr std::size_t kAlignment = 64, kLargePage = std::size_t{1} << 21;

template <class T>
struct AlignedAllocator {
  using value_type = T;
  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    void* place = ::operator new(bytes, alignment(bytes));
#ifdef MADV_HUGEPAGE
    if (bytes >= kLargePage) madvise(place, bytes, MADV_HUGEPAGE);  // a wish: nothing depends on the answer
#endif
    return static_cast<T*>(place);
  }
  void deallocate(T* pointer, std::size_t count) { ::operator delete(pointer, alignment(count * sizeof(T))); }

  static std::align_val_t alignment(std::size_t bytes) {
    return std::align_val_t{bytes >= kLargePage ? kLargePage : kAlignment};
  }
  template <class U>
  friend bool operator==(AlignedAllocator, AlignedAllocator<U>) {
    return true;
  }
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

}  // namespace discreet
