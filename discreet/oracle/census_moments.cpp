// Ranges, means and second moments of columns, and rows that are moved into ranges.
#include <algorithm>
#include <cmath>

#include "discreet/base/contract.hpp"
#include "discreet/oracle/census.hpp"
#include "discreet/oracle/histogram.hpp"

namespace discreet {
namespace {

// The signed octave of a value; none for what is not a number.
std::ptrdiff_t signed_octave(double x) {
  if (std::isnan(x)) return -1;
  const double size = std::abs(x);
  if (size <= SignedOctaves::upper(0) / 2) return 0;
  int exponent = SignedOctaves::kHighest;
  if (size < SignedOctaves::upper(SignedOctaves::kEach - 1)) {
    const double part = std::frexp(size, &exponent);  // size = part 2^exponent with part in [1/2, 1)
    if (part == 0.5) --exponent;
  }
  const std::ptrdiff_t octave =
      std::clamp(exponent, SignedOctaves::kLowest, SignedOctaves::kHighest) - SignedOctaves::kLowest;
  return 1 + octave + (x < 0 ? static_cast<std::ptrdiff_t>(SignedOctaves::kEach) : 0);
}

}  // namespace

void Census::note(std::span<const Interval> ranges, std::size_t columns) const {
  require(ranges.size() == columns, "there is a range for each column");
  for (const Interval& range : ranges)
    for (const double end : {range.low, range.high}) gateway_.processes().note(end);
}

VectorQuery Census::signed_octaves(Payment payment, std::span<const std::size_t> columns) const {
  return gateway_.histograms(std::move(payment), columns, SignedOctaves::kCells,
                             [](std::size_t, double x) { return signed_octave(x); });
}

LaplaceVectorQuery Census::laplace_octaves(Payment payment, std::span<const std::size_t> columns) const {
  return gateway_.histograms<LaplaceGroup>(std::move(payment), columns, SignedOctaves::kCells,
                                           [](std::size_t, double x) { return signed_octave(x); });
}

LaplaceVectorQuery Census::laplace_means(Payment payment, std::span<const std::size_t> columns,
                                         std::span<const Interval> ranges) const {
  note(ranges, columns.size());
  return gateway_.each_column<UnitInterval, LaplaceGroup>(
      std::move(payment), columns, std::vector<double>(columns.size(), 1.0), [&](std::size_t k, double x) {
        const double width = ranges[k].high - ranges[k].low;
        return width > 0 ? (x - ranges[k].low) / width : 0.5;
      });
}

Choice Census::quantile(Payment payment, std::size_t column, std::vector<double> edges, double share) const {
  return Histogram(gateway_, column, std::move(edges)).quantile(std::move(payment), share);
}

VectorQuery Census::moments(Payment payment, std::span<const std::size_t> columns,
                            std::span<const Interval> ranges) const {
  note(ranges, columns.size());
  return gateway_.moments(std::move(payment), columns, [&](std::size_t k, double x) {
    const double half = 0.5 * (ranges[k].high - ranges[k].low), middle = ranges[k].low + half;
    return half > 0 ? (x - middle) / half : 0;
  });
}

SealedRows Census::moved_into(std::span<const Interval> limits, const std::optional<Interval>& target) const {
  require(limits.size() == features_, "there are limits for each feature");
  return gateway_.rows_with([&]<class T>(std::size_t k, T x) {
    if (k == features_ && !target) return x;
    const Interval& range = k == features_ ? *target : limits[k];
    const T low = static_cast<T>(range.low), high = static_cast<T>(range.high);
    return x < low ? low : x > high ? high : x;  // what is not a number stays so
  });
}

}  // namespace discreet
