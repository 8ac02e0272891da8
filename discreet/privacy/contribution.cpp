#include "discreet/privacy/contribution.hpp"

#include <limits>

#include "discreet/base/contract.hpp"
#include "discreet/base/mistake.hpp"

namespace discreet {

UnitInterval::UnitInterval(const Lattice& grid)
    : cells_(cells_of(grid)), most_(planted(Mistake::lower_bound_twice) ? 1e3 : 1) {}

void Marks::add(std::int64_t* sums, std::span<const std::size_t> at) const {
  std::size_t next = 0, made = 0;
  for (const std::size_t k : at) {
    if (k < next || k >= numbers_ || made == most_) continue;
    sums[k] += unit_;
    next = k + 1;
    ++made;
  }
}

Ball::Ball(const Lattice& grid, std::size_t numbers) : rounded_(numbers) {
  const RowBound row = bound(numbers);
  const double length = row.norm * cells_of(grid) + row.rounding;
  // The sum of squares below is off by less than this.
  longest_ = length * length * (1 - static_cast<double>(numbers + 8) * std::numeric_limits<double>::epsilon());
}

void Ball::add(std::int64_t* sums, std::span<const double> in_cells) {
  require(in_cells.size() == rounded_.size(), "a row has a number for each sum");
  double square = 0;
  for (const double x : in_cells) square += x * x;
  if (!(square <= longest_)) return;  // so that what follows are integers of 64 bits
  square = 0;
  for (std::size_t k = 0; k < rounded_.size(); ++k) {
    rounded_[k] = to_integer(in_cells[k]);
    square += static_cast<double>(rounded_[k]) * static_cast<double>(rounded_[k]);
  }
  if (!(square <= longest_)) return;
  for (std::size_t k = 0; k < rounded_.size(); ++k) sums[k] += rounded_[k];
}

OuterProduct::OuterProduct(const Lattice& grid, std::size_t size, double radius)
    : cells_(cells_of(grid)),
      radius_(radius),
      // More than the roundings of the norm and of the products can add.
      slack_(static_cast<double>(size + 32) * std::numeric_limits<double>::epsilon()),
      shrunk_(size) {
  require(radius > 1e-90 && radius < 1e90, "a radius is a number whose square is one too");
}

void OuterProduct::add(std::int64_t* sums, std::span<const double> values) {
  require(values.size() == shrunk_.size(), "a row has all of its values");
  double square = 0;
  for (const double x : values) square += x * x;
  if (!std::isfinite(square)) return;
  const double length = planted(Mistake::unclipped_row) ? radius_ : std::max(radius_, std::sqrt(square));
  const double shrink = (1 - slack_) / length;
  for (std::size_t k = 0; k < shrunk_.size(); ++k) shrunk_[k] = values[k] * shrink;
  for (std::size_t a = 0; a < shrunk_.size(); ++a)
    for (std::size_t b = 0; b <= a; ++b)
      *sums++ += to_integer(shrunk_[a] * shrunk_[b] * (a == b ? 1 : std::sqrt(2.0)) * cells_);
}

std::vector<double> OuterProduct::worth(double normaliser) const {
  std::vector<double> worth;
  for (std::size_t a = 0; a < shrunk_.size(); ++a)
    for (std::size_t b = 0; b <= a; ++b)
      worth.push_back(radius_ * radius_ / cells_ / normaliser / (a == b ? 1 : std::sqrt(2.0)));
  return worth;
}

}  // namespace discreet
