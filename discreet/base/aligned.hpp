// Vectors that start on a cache line, as wide loads like it.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace discreet {

inline constexpr std::size_t kAlignment = 64;

template <class T>
struct AlignedAllocator {
  using value_type = T;
  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{kAlignment}));
  }
  void deallocate(T* pointer, std::size_t) { ::operator delete (pointer, std::align_val_t{kAlignment}); }

  template <class U>
  friend bool operator==(AlignedAllocator, AlignedAllocator<U>) {
    return true;
  }
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

}  // namespace discreet
