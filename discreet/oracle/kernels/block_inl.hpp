// The full-gradient sweep. The matrix is read from memory once for all of it. Where there are registers for the values
// that a few columns have in a vector of rows, these are moved, asked and added up before the next ones are looked at.
// Otherwise rows are taken in tiles that stay in a near cache: all moves are applied to a tile, its derivatives are
// evaluated once, and each column is added up against them while the moves of the next tile are applied.
#if defined(DISCREET_ORACLE_BLOCK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DISCREET_ORACLE_BLOCK_INL
#undef DISCREET_ORACLE_BLOCK_INL
#else
#define DISCREET_ORACLE_BLOCK_INL
#endif

#include "discreet/oracle/kernels/slope_inl.hpp"
#include "discreet/oracle/kernels/tile_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Derivatives of the rows from i on, clipped under the ball rule. A row whose margin is not a number has none.
template <class D, class L>
HWY_INLINE hn::Vec<D> slope_at(D d, const L& loss, const BlockSweep<hn::TFromD<D>>& s, std::size_t i,
                               hn::Vec<D> margin) {
  using T = hn::TFromD<D>;
  hn::Vec<D> slope;
  if constexpr (L::label_role == LabelRole::apart)
    slope = derivative(d, loss, margin, loaded(d, s.labels + i, s.rows - i));
  else
    slope = slope_of(d, loss, margin, s.negative, static_cast<const T*>(nullptr), i);
  const auto counts = counting(loss, margin, slope);
  if (s.thresholds) slope = within(d, slope, loaded(d, s.thresholds + i, s.rows - i));
  return hn::IfThenElseZero(counts, slope);
}

// Asks for what a row has besides its values.
template <int kLevel, class L, class T>
HWY_INLINE void fetch_row(const BlockSweep<T>& s, std::size_t i, std::size_t bytes) {
  fetch<kLevel>(s.margins + i, bytes);
  if (s.thresholds) fetch<kLevel>(s.thresholds + i, bytes);
  if constexpr (L::label_role == LabelRole::apart) fetch<kLevel>(s.labels + i, bytes);
}

// All columns move and are no more than kColumns; where there are fewer, columns of zeros stand in for the rest.
template <class Sum, std::size_t kColumns, class D, class L>
HWY_NOINLINE void walk_few(D d, const L& loss, const BlockSweep<hn::TFromD<D>>& s) {
  using T = hn::TFromD<D>;
  using V = hn::Vec<D>;
  constexpr std::size_t kAheadBytes = 1024;
  Strand<T> x[kColumns];
  V distance[kColumns], centre[kColumns], factor[kColumns];
  for (std::size_t k = 0; k < kColumns; ++k) {
    const bool there = k < s.columns.size();
    if (there) x[k] = s.columns[k];
    centre[k] = hn::Set(d, there ? x[k].centre : T{1});
    distance[k] = hn::Set(d, there ? s.distances[k] : T{0});
    factor[k] = hn::Set(d, there ? s.factors[k] : T{0});
  }
  const V limit = hn::Set(d, s.limit);
  Sum sum[kColumns];
  const auto step = [&](std::size_t i, auto&& load) HWY_ATTR {
    V margin = load(s.margins + i, T{0}), values[kColumns];
    for (std::size_t k = 0; k < kColumns; ++k) {
      values[k] = hn::Sub(load(x[k].at(i), k < s.columns.size() ? x[k].centre : T{1}), centre[k]);
      margin = hn::MulAdd(distance[k], values[k], margin);
    }
    const V slope = slope_at(d, loss, s, i, margin);
    for (std::size_t k = 0; k < kColumns; ++k)
      sum[k].add(clipped(d, hn::Mul(hn::Mul(values[k], factor[k]), slope), limit));
    return margin;
  };
  const std::size_t lanes = hn::Lanes(d), room = Sum::room(double{s.limit}) * lanes;
  for (std::size_t first = 0; first < s.rows; first += room) {
    const std::size_t end = std::min(s.rows, first + room), whole = first + (end - first) / lanes * lanes;
    for (std::size_t i = first; i < whole; i += lanes) {
      for (std::size_t k = 0; k < kColumns; ++k) fetch<1>(x[k].at(i), kAheadBytes);
      fetch_row<1, L>(s, i, kAheadBytes);
      const V margin = step(i, [&](const T* from, T) HWY_ATTR { return hn::LoadU(d, from); });
      if (!s.still_owed) hn::StoreU(margin, d, s.margins + i);
    }
    if (whole < end) {
      HWY_ALIGN T margins[hn::MaxLanes(D())];
      const auto load = [&](const T* from, T filling) HWY_ATTR { return filled(d, from, end - whole, filling); };
      hn::Store(step(whole, load), d, margins);
      if (!s.still_owed) std::copy_n(margins, end - whole, s.margins + whole);
    }
    for (std::size_t k = 0; k < s.columns.size(); ++k) s.sums[k] += sum[k].total();
    std::fill_n(sum, kColumns, Sum(d));
  }
}

template <class Sum, class D, class L>
class BlockWalk {
  using T = hn::TFromD<D>;
  using Columns = TileColumns<Sum, D>;

 public:
  BlockWalk(const L& loss, const BlockSweep<T>& sweep) : loss_(loss), s_(sweep), columns_(sweep) {}

  void run() {
    typename Columns::Adds before;
    for (std::size_t first = 0; first < s_.rows; first += columns_.rows()) {
      const std::size_t rows = std::min(columns_.rows(), s_.rows - first);
      std::copy_n(s_.margins + first, rows, margins_);
      std::fill(margins_ + rows, margins_ + hwy::RoundUpTo(rows, hn::Lanes(d_)), T{0});
      const bool together = rows == before.rows;
      if (!together) columns_.walk({}, before);
      columns_.walk({first, rows, margins_}, together ? before : typename Columns::Adds());
      if (columns_.any_move() && !s_.still_owed) std::copy_n(margins_, rows, s_.margins + first);
      evaluate(first, rows);
      before = {first, rows, slopes_};
    }
    columns_.walk({}, before);
    columns_.empty();
  }

 private:
  void evaluate(std::size_t first, std::size_t rows) {
    const std::size_t ahead = first + 2 * columns_.rows() <= s_.rows ? columns_.rows() * sizeof(T) : 0;
    for (std::size_t i = 0; i < rows; i += hn::Lanes(d_)) {
      fetch_row<2, L>(s_, first + i, ahead);
      hn::Store(slope_at(d_, loss_, s_, first + i, hn::Load(d_, margins_ + i)), d_, slopes_ + i);
    }
  }

  const D d_{};
  const L loss_;
  const BlockSweep<T>& s_;
  Columns columns_;
  HWY_ALIGN T margins_[Columns::kMostRows];
  HWY_ALIGN T slopes_[Columns::kMostRows];
};

// The values of so many columns stay in registers: 32 have room for them, 16 have not. NEON has 32, and is not
// measured.
#if (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3) || HWY_ARCH_ARM_A64
constexpr std::size_t kFew = 8;
#else
constexpr std::size_t kFew = 0;
#endif

template <class Sum, class D, class L>
void walk_block(D d, const L& loss, const BlockSweep<hn::TFromD<D>>& s) {
  if constexpr (kFew != 0) {
    const std::size_t columns = s.columns.size();
    const bool all_move = s.distances && std::count(s.distances, s.distances + columns, hn::TFromD<D>{0}) == 0;
    if (all_move && columns <= kFew / 2) return walk_few<Sum, kFew / 2>(d, loss, s);
    if (all_move && columns <= kFew) return walk_few<Sum, kFew>(d, loss, s);
  }
  BlockWalk<Sum, D, L>(loss, s).run();
}

template <class L, class T>
void block(const L& loss, const BlockSweep<T>& s) {
  with_sum(s.limit, [&]<class Sum, class D>(std::type_identity<Sum>, D d) { walk_block<Sum>(d, loss, s); });
}

}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
