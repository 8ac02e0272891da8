// The survey of more columns than the noise lets anybody see one by one.
#include <algorithm>
#include <span>

#include "discreet/solver/octave_reading.hpp"
#include "discreet/solver/survey_parts.hpp"

namespace discreet {
namespace {

// So many columns may stand out in a row, and among so many: their octaves are counted and get noise one by one.
constexpr std::size_t kMostStandingOut = 6, kMostLookedThrough = 2000;

// The largest value of a row is this many octaves above their root mean square where columns are alike; more, and some
// are on scales of their own. One more is allowed where the largest values of most rows are of one size: indicators, of
// which a row has few. What leads in most of the rows is no indicator of that kind, and where it does columns are not
// alike either.
constexpr std::size_t kOctavesAlike = 2;
constexpr double kMostRows = 0.7, kManyRows = 0.5;

// A column is wild where values are this many times the common size. Among a hundred columns one is taken for wild by
// mistake once in forty fits, and then does not take part.
constexpr double kWildOverSize = 8, kWildDeviations = 3.5;

}  // namespace

bool Survey::looks_for_standing_out() const {
  return pooled_ && !undeclared_.empty() && undeclared_.size() <= kMostLookedThrough;
}

// Of many columns most are hidden by the noise in asking about all; those on larger scales than others are not, since
// each row need only speak of its largest values.
Survey::Numbers Survey::find_standing_out(Columns& columns, Ask& ask) const {
  const std::vector<double> histogram =
      ask.gaussian.release(ask.census.largest(ask.permit.pay(kLargest), undeclared_, kMostStandingOut)).value();
  const double noise = histogram_noise(kLargestShare, kMostStandingOut);
  Numbers found;
  for (std::size_t k = 0; k < undeclared_.size(); ++k) {
    const auto top = top_octave(std::span(histogram).subspan(k * Octaves::kCells, Octaves::kCells), noise);
    if (!top) continue;
    const std::size_t number = undeclared_[k];
    found.push_back(number);
    columns.seen[number] = true;
    columns.sizes[number] = Octaves::upper(*top);
    columns.at_size[number] = kDeviations * noise;
  }
  return found;
}

// Of columns that seem alike, finds those that a notable share of the rows shows are not: most rows may have nothing
// there, and the others so much that nothing else of them would count. Says whether the others are alike indeed.
bool Survey::leaders_differ(const Numbers& hidden, std::size_t middle, std::size_t middle_largest, Numbers& wild,
                            Ask& ask) const {
  const double least = 0.5 * Octaves::upper(middle_largest);
  const double far =
      kWildOverSize * Octaves::upper(std::max(middle, middle_largest - std::min(middle_largest, kOctavesAlike)));
  const std::vector<double> shares =
      ask.gaussian.release(ask.census.leading(ask.permit.pay(kWild), hidden, least, far)).value();
  const double noise = histogram_noise(kWildShare, 1);
  bool differ = true;
  for (std::size_t k = 0; k < hidden.size(); ++k) {
    if (shares[2 * k + 1] > kWildDeviations * noise) wild.push_back(hidden[k]);
    if (shares[2 * k] > kManyRows && middle_largest >= middle + kOctavesAlike) differ = false;
  }
  return differ;
}

// Undeclared columns in which the noise hides everything: a scale that is too small does harm, one that is too large
// only keeps a weight near zero. So they get the largest size that is seen in any of them. When all are hidden because
// there are so many, and the largest values of rows are not far above their middling ones, columns are taken for alike
// and get the size of a middling row's values.
bool Survey::share_one_scale(Columns& columns, Ask& ask) const {
  std::vector<std::size_t> hidden;
  for (const std::size_t k : undeclared_)
    if (!columns.seen[k]) hidden.push_back(k);
  const auto rows = [&](Census::RowSize size) {
    return ask.gaussian.release(ask.census.row_sizes(ask.permit.pay(kRows), hidden, size)).value();
  };
  const double noise = histogram_noise(kRowsShare, 1);
  const std::vector<double> largest_values = rows(Census::RowSize::largest);
  auto cell = top_octave(largest_values, noise);
  Numbers wild;
  bool alike = false;
  if (pooled_) {
    const auto middle = middle_octave(rows(Census::RowSize::mean), noise);
    const auto middle_largest = middle_octave(largest_values, noise);
    const bool one_size = facts_.wary && *std::max_element(largest_values.begin(), largest_values.end()) > kMostRows;
    alike = middle && middle_largest && *middle_largest <= *middle + kOctavesAlike + one_size;
    if (alike && looks_for_standing_out()) alike = leaders_differ(hidden, *middle, *middle_largest, wild, ask);
    if (alike) cell = std::max(*middle, *middle_largest - std::min(*middle_largest, kOctavesAlike));
  }
  double largest = 0;
  for (std::size_t k = 0; k < facts_.features; ++k)
    if (columns.seen[k] || facts_.bounds[k]) largest = std::max(largest, columns.squares[k]);
  const double base = cell ? 0.5 * Octaves::upper(*cell) : 0;
  // Columns of which nothing is seen at all are too rare to matter, and are held at zero: their values may be any.
  const double square = cell ? kOctaveSquare * base * base : largest > 0 ? kLargestSize * kLargestSize : 1;
  for (const std::size_t k : hidden) {
    columns.squares[k] = square;
    columns.reach[k] = cell ? (alike ? kBeyondMiddling : kBeyondHidden) * Octaves::upper(*cell) : kNoLimit;
  }
  if (alike) columns.outlying = wild;
  for (const std::size_t k : columns.outlying) {
    columns.squares[k] = kLargestSize * kLargestSize;
    columns.reach[k] = kNoLimit;
  }
  if (cell) columns.pooled = hidden;
  if (!cell && largest > 0) columns.dropped = hidden;
  std::erase_if(columns.pooled, [&](std::size_t k) {
    return std::find(columns.outlying.begin(), columns.outlying.end(), k) != columns.outlying.end();
  });
  return cell || largest > 0 || hidden.size() < facts_.features;
}

}  // namespace discreet
