// One walk over some rows of a column: apply the move that is still owed, evaluate each row's derivative, clip it, put
// the contribution on the grid and add it up. Margins are read and written once for each coordinate update.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace discreet {

// A column as a sweep sees it: values less their centre, or the intercept's ones when there are no values.
template <class T>
struct Strand {
  const T* values = nullptr;
  T centre = 0;
  T operator()(std::size_t i) const { return values ? values[i] - centre : T{1}; }
};

template <class T>
struct Sweep {
  std::size_t rows = 0;
  T* margins = nullptr;
  const T* labels = nullptr;
  Strand<T> moved;  // margins += distance * moved, first
  T distance = 0;   // 0: nothing is owed
  Strand<T> asked;
  T factor = 0;                   // cells in one unit of derivative times column
  T limit = 0;                    // no contribution is larger, in cells
  const T* thresholds = nullptr;  // ball rule: what each row's derivative is clipped to first
};

// The nearest integer of a number below 2^51 in size: adding 1.5 * 2^52 leaves it in the low bits of the sum.
inline std::int64_t nearest(double x) {
  constexpr double kShift = 0x1.8p52;
  return std::bit_cast<std::int64_t>(x + kShift) - std::bit_cast<std::int64_t>(kShift);
}

// A contribution in cells. One that is not a finite number counts as zero: failing here would tell that the row is
// there.
template <class T>
std::int64_t on_grid(T cells, T limit) {
  if (!(std::abs(cells) <= std::numeric_limits<T>::max())) return 0;
  return nearest(static_cast<double>(std::clamp(cells, -limit, limit)));
}

template <class Loss, class T, bool kMoves, bool kBall>
[[gnu::noinline]] std::int64_t sweep_rows(const Loss& loss, const Sweep<T>& s) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < s.rows; ++i) {
    T margin = s.margins[i];
    if constexpr (kMoves) s.margins[i] = margin += s.distance * s.moved(i);
    T slope = loss.derivative(margin, s.labels[i]);
    if constexpr (kBall) {
      slope = std::clamp(slope, -s.thresholds[i], s.thresholds[i]);
    }
    sum += on_grid(s.asked(i) * s.factor * slope, s.limit);
  }
  return sum;
}

// Chooses the loop once for all rows.
template <class Loss, class T>
std::int64_t sweep(const Loss& loss, const Sweep<T>& s) {
  if (s.thresholds)
    return s.distance != 0 ? sweep_rows<Loss, T, true, true>(loss, s) : sweep_rows<Loss, T, false, true>(loss, s);
  return s.distance != 0 ? sweep_rows<Loss, T, true, false>(loss, s) : sweep_rows<Loss, T, false, false>(loss, s);
}

}  // namespace discreet
