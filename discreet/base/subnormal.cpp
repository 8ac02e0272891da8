#include "discreet/base/subnormal.hpp"

#include "discreet/base/mistake.hpp"

namespace discreet {
namespace {

#if defined(__x86_64__)
constexpr std::uint64_t kZero = 0x8040;  // of MXCSR: results that are subnormal, and operands
std::uint64_t control() {
  std::uint32_t bits;
  asm volatile("stmxcsr %0" : "=m"(bits) : : "memory");
  return bits;
}
void set_control(std::uint64_t wanted) {
  const auto bits = static_cast<std::uint32_t>(wanted);
  asm volatile("ldmxcsr %0" : : "m"(bits) : "memory");
}
#elif defined(__aarch64__)
constexpr std::uint64_t kZero = std::uint64_t{1} << 24;  // of FPCR: operands and results
std::uint64_t control() {
  std::uint64_t bits;
  asm volatile("mrs %0, fpcr" : "=r"(bits) : : "memory");
  return bits;
}
void set_control(std::uint64_t wanted) { asm volatile("msr fpcr, %0" : : "r"(wanted) : "memory"); }
#else
constexpr std::uint64_t kZero = 0;
std::uint64_t control() { return 0; }
void set_control(std::uint64_t) {}
#endif

}  // namespace

SubnormalsAreZero::SubnormalsAreZero() : before_(control() & kZero) {
  if (!planted(Mistake::subnormals_kept)) set_control(control() | kZero);
}

// Flags that arithmetic raised meanwhile stay raised.
SubnormalsAreZero::~SubnormalsAreZero() { set_control((control() & ~kZero) | before_); }

}  // namespace discreet
